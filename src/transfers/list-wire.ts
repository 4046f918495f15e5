/** Lists of transfers and banks on the wire. */
import { z } from 'zod';
import { pageQuery } from '#src/http/page-query.ts';
import { stageNames } from './wire.ts';

const moment = z.string().refine((text) => /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text) && !Number.isNaN(Date.parse(text)), 'must be a date or date-time such as 2026-11-21');

export const listTransfersQuery = z.strictObject({
  page: pageQuery.page.optional().describe('Page number, from 1. Required, but for an export.'),
  pageSize: pageQuery.pageSize.optional().describe('Transfers on a page, 1 to 100. Required, but for an export.'),
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED', 'REVERSED']).optional(),
  accountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits').optional().describe('Source account.'),
  customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').optional(),
  stage: z.enum(stageNames).optional().describe('How far it has come; narrower than status.'),
  scheduledFrom: moment.optional().describe('Scheduled to start at or after. With it or scheduledTo the list holds scheduled transfers only, the soonest first.'),
  scheduledTo: moment.optional().describe('Scheduled to start before.'),
  from: moment.optional().describe('Initiated at or after.'),
  to: moment.optional().describe('Initiated before.'),
});

export const bankData = z.object({
  bankCode: z.string().describe('NIP code; use it as bankCode.'),
  bankName: z.string(),
  cbnCode: z.string().nullable(),
  aliases: z.array(z.string()).describe('Other codes that are accepted.'),
  type: z.string().describe('Kind of institution, e.g. DMB (deposit money bank) or MFB (microfinance bank).'),
});

export const candidatesQuery = z.strictObject({ accountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits').describe('NUBAN.') });
