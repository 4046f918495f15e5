/** Lists of transfers and banks on the wire. */
import { z } from 'zod';
import { momentQuery } from '#src/http/moment-query.ts';
import { pageQuery } from '#src/http/page-query.ts';
import { stageNames } from './wire.ts';

const amountQuery = (meaning: string) => z.string().max(20).optional().describe(meaning).meta({ examples: ['1500.50'] });

export const listTransfersQuery = z.strictObject({
  page: pageQuery.page.optional().describe('Page number, from 1. Required, but for an export.'),
  pageSize: pageQuery.pageSize.optional().describe('Transfers on a page, 1 to 100. Required, but for an export.'),
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED', 'REVERSED']).optional(),
  accountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits').optional().describe('Source account.'),
  customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').optional(),
  stage: z.enum(stageNames).optional().describe('How far it has come; narrower than status.'),
  scheduledFrom: momentQuery('Scheduled to start then or later. With it or scheduledTo the list holds scheduled transfers only, the soonest first.'),
  scheduledTo: momentQuery('Scheduled to start then or earlier; a day counts whole.'),
  from: momentQuery('Initiated then or later.'),
  to: momentQuery('Initiated then or earlier; a day counts whole.'),
  amountFrom: amountQuery('Of this amount or more, in naira. Looked for among at most 100,000 transfers that fit otherwise.'),
  amountTo: amountQuery('Of this amount or less, in naira. Looked for among at most 100,000 transfers that fit otherwise.'),
});

export const availability = z.object({
  status: z.enum(['available', 'degraded', 'unavailable', 'unknown']).describe('unavailable: at least 3 failures and 4 of 5 failed; degraded: 1 of 5 failed; unknown: you asked nobody there.'),
  answered: z.int().describe('Definite answers since `since`, refusals too.'),
  failed: z.int().describe('Silences, and refusals because the bank could not be reached.'),
  since: z.string().nullable().describe('From when they are counted: the last 5 minutes where they hold at least 3, else the last 15.'),
  lastAnsweredAt: z.string().nullable().describe('Of the last hour.'),
}).describe('From what the rail answered your own enquiries and payments. A hint: nothing is refused for it.');

export const reachable = z.boolean().nullable().describe('Whether the rail\'s last list of institutions has the bank; null: there is no list. A hint: such lists are often short, and nothing is refused for it.');

export const bankData = z.object({
  bankCode: z.string().describe('NIP code; use it as bankCode.'),
  bankName: z.string(),
  cbnCode: z.string().nullable(),
  aliases: z.array(z.string()).describe('Other codes that are accepted.'),
  type: z.string().describe('Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank); OTHER: known from the rail\'s list alone.'),
  availability,
  reachable,
});

export const bankParams = z.strictObject({ bankCode: z.string().min(1).max(100, 'must have at most 100 characters').describe('Any code or name of the bank.') });

export const candidatesQuery = z.strictObject({ accountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits').describe('NUBAN.') });
