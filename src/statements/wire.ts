/** Statements on the wire. */
import { z } from 'zod';
import { accountNumberSchema } from '#src/accounts/wire.ts';
import { fail } from '#src/errors.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis, lagosDay, lagosDayEnd, lagosDayStartOf } from '#src/lib/time.ts';
import type { Line } from './lines.ts';
import type { Statement } from './statement.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-21').meta({ examples: ['2026-11-21'] });

export const statementBody = z.strictObject({
  accountNumber: accountNumberSchema,
  startDate: day.describe('First day, in Lagos.'),
  endDate: day.describe('Last day, in Lagos; it counts too.'),
  page: z.int().min(1).max(1_000_000).default(1).describe('Page number, from 1; of JSON alone.'),
  pageSize: z.int().min(1).max(100).default(100).describe('Entries on a page, 1 to 100; of JSON alone.'),
});

export const statementData = z.object({
  accountNumber: z.string(),
  accountName: z.string(),
  currency: z.literal('NGN'),
  startDate: z.string(),
  endDate: z.string(),
  openingBalance: z.number().describe('Naira booked before the first day.'),
  closingBalance: z.number().describe('Opening balance, plus credits, less debits.'),
  totalCredits: z.number(),
  totalDebits: z.number(),
  transactions: z.array(z.object({
    id: z.string(),
    at: z.string(),
    valueDate: z.string().describe('Day in Lagos.'),
    type: z.enum(['CREDIT', 'DEBIT']),
    amount: z.number(),
    balance: z.number().describe('Naira booked after this entry.'),
    narration: z.string(),
    counterparty: z.string().nullable().describe('Who paid or was paid, where known.'),
    reference: z.string().describe('transactionId, or session id of an inbound credit.'),
    sessionId: z.string().nullable().describe('NIP session id.'),
    code: z.enum(['transfer', 'fee', 'vat', 'duty', 'credit', 'return', 'correction']),
  })),
});

export const statementExample = {
  accountNumber: '2000000013', accountName: 'ADAEZE OKONKWO', currency: 'NGN', startDate: '2026-11-01', endDate: '2026-11-30',
  openingBalance: 0, closingBalance: 8989.25, totalCredits: 10_000, totalDebits: 1010.75,
  transactions: [
    { id: '999998261121093000123456789012.credit', at: '2026-11-21T09:30:00.123Z', valueDate: '2026-11-21', type: 'CREDIT', amount: 10_000, balance: 10_000, narration: 'Salary', counterparty: 'SAMPLE SENDER', reference: '999998261121093000123456789012', sessionId: '999998261121093000123456789012', code: 'credit' },
    { id: 'txn_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f.post.transfer', at: '2026-11-21T10:02:11.480Z', valueDate: '2026-11-21', type: 'DEBIT', amount: 1000, balance: 9000, narration: 'Rent', counterparty: 'CHINEDU OBI', reference: 'txn_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', sessionId: '999901261121100210123456789012', code: 'transfer' },
    { id: 'txn_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f.post.fee', at: '2026-11-21T10:02:11.480Z', valueDate: '2026-11-21', type: 'DEBIT', amount: 10, balance: 8990, narration: 'Transfer fee: Rent', counterparty: null, reference: 'txn_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', sessionId: '999901261121100210123456789012', code: 'fee' },
    { id: 'txn_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f.post.vat', at: '2026-11-21T10:02:11.480Z', valueDate: '2026-11-21', type: 'DEBIT', amount: 0.75, balance: 8989.25, narration: 'VAT on fee: Rent', counterparty: null, reference: 'txn_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', sessionId: '999901261121100210123456789012', code: 'vat' },
  ],
};

const longestMs = 366 * 86_400_000;

/** The period of whole Lagos days. @throws Failure invalid_field for a day that is none, an end before the start, or more than 366 days. */
export function readPeriod({ startDate, endDate }: { startDate: string; endDate: string }): { from: Date; to: Date } {
  const from = lagosDayStartOf(startDate);
  const last = lagosDayStartOf(endDate);
  if (from === null) throw fail('invalid_field', { field: '/startDate', message: 'There is no such day.' });
  if (last === null) throw fail('invalid_field', { field: '/endDate', message: 'There is no such day.' });
  const to = lagosDayEnd(last);
  if (last < from) throw fail('invalid_field', { field: '/endDate', message: 'endDate is before startDate.' });
  if (to.getTime() - from.getTime() > longestMs) throw fail('invalid_field', { field: '/endDate', message: 'A statement covers at most 366 days.', fix: 'Ask for shorter periods.' });
  return { from, to };
}

export function toStatementData(statement: Statement, lines: readonly Line[]): z.output<typeof statementData> {
  const { totals } = statement;
  return {
    accountNumber: statement.accountNumber,
    accountName: statement.accountName,
    currency: 'NGN',
    startDate: statement.startDate,
    endDate: statement.endDate,
    openingBalance: nairaNumber(totals.openingKobo),
    closingBalance: nairaNumber(totals.closingKobo),
    totalCredits: nairaNumber(totals.creditsKobo),
    totalDebits: nairaNumber(totals.debitsKobo),
    transactions: lines.map((line) => ({
      id: line.entryId,
      at: isoMillis(line.at),
      valueDate: lagosDay(line.at),
      type: line.isCredit ? 'CREDIT' : 'DEBIT',
      amount: nairaNumber(line.amountKobo),
      balance: nairaNumber(line.balanceKobo),
      narration: line.text,
      counterparty: line.counterparty,
      reference: line.reference,
      sessionId: line.sessionId,
      code: line.code,
    })),
  };
}
