/** Accounts on the wire. */
import { z } from 'zod';
import { pageQuery } from '#src/http/page-query.ts';
import { type Balance, spendable } from '#src/ledger/postings.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { fail } from '#src/errors.ts';
import { isCalendarDay, isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import type { Account } from './store.ts';

export const accountNumberSchema = z.string().regex(/^\d{10}$/, 'must have 10 digits').describe('NUBAN, 10 digits.').meta({ examples: ['2000000013'] });
export const accountParams = z.strictObject({ accountNumber: accountNumberSchema });

export const createPersonalBody = z.strictObject({
  customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').describe('The customer the account is generated for.').meta({ examples: ['4830127756'] }),
  type: z.enum(['savings', 'current']).default('savings').describe('savings, or current (needs Tier 2).'),
});

export const createCollectionBody = z.strictObject({
  name: z.string().trim().min(2, 'must have at least 2 characters').max(100, 'must have at most 100 characters').describe('Name of the account.').meta({ examples: ['Ada Stores Collections'] }),
  phone: z.string().max(32, 'must have at most 32 characters').describe('Nigerian phone number that receives the OTPs of this account.').meta({ examples: ['08031234567'] }),
});

export const createVirtualBody = z.strictObject({
  name: z.string().trim().min(2, 'must have at least 2 characters').max(100, 'must have at most 100 characters').describe('Shown to who pays.').meta({ examples: ['Ada Stores / Order 1021'] }),
  expTime: z.union([z.int(), z.string().regex(/^\d{1,9}$/, 'must be a number of seconds')]).optional().describe('Seconds of life, from 600 to a year. Send this or expDate.').meta({ examples: [3600] }),
  expDate: z.string().max(40, 'must have at most 40 characters').optional().describe('End of life: a date-time with its offset, or a day, which counts to its end in Lagos.'),
  settlesTo: accountNumberSchema.optional().describe('A collection account of yours, which is credited; the one you opened first unless named.'),
});

export const createdAccountData = z.object({
  accountNumber: z.string().describe('NUBAN of the operator\'s bank.'),
  accountName: z.string(),
  type: z.enum(['savings', 'current', 'collection', 'virtual']),
  bankCode: z.string().describe('NIP code of the operator\'s bank.'),
  bankName: z.string(),
});

export const createdVirtualData = createdAccountData.extend({
  settlesTo: z.string(),
  expiresAt: z.string().describe('Credits are refused from then on.'),
});

export const lienBody = z.strictObject({
  amount: z.union([z.number(), z.string().max(40, 'must have at most 40 characters')]).describe('Naira, greater than 0, at most 2 decimals; may exceed the balance.').meta({ examples: [2500] }),
  reason: z.string().trim().min(3, 'must have at least 3 characters').max(500, 'must have at most 500 characters').describe('Why; kept in the history.').meta({ examples: ['Loan 4471, March'] }),
});
export const lienData = z.object({ lienId: z.string(), accountNumber: z.string(), amount: z.number(), reason: z.string() });
export const lowBalanceBody = z.strictObject({
  threshold: z.union([z.number(), z.string().max(40, 'must have at most 40 characters')]).nullable().describe('Naira, greater than 0, at most 2 decimals; null: tell nothing.').meta({ examples: [5000] }),
});
export const lowBalanceData = z.object({ accountNumber: z.string(), threshold: z.number().nullable() });

export const lienParams = z.strictObject({ accountNumber: accountNumberSchema, lienId: z.string().regex(/^[a-z0-9_]{1,64}$/, 'must be a lienId') });

export const releaseQuery = z.strictObject({
  reason: z.string().trim().min(3, 'must have at least 3 characters').max(500, 'must have at most 500 characters').optional().describe('Why; kept in the history.').meta({ examples: ['Loan 4471 is paid'] }),
});

export const historyData = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['RESTRICTION', 'LIEN_PLACED', 'LIEN_RELEASED', 'DORMANT']),
  actor: z.string().describe('Credential, or the worker.'),
  reason: z.string().nullable(),
  restriction: z.string().nullable().describe('What holds since then.'),
  previousRestriction: z.string().nullable(),
  lienId: z.string().nullable(),
  amount: z.number().nullable().describe('Naira of the lien.'),
});

export const balancesData = z.object({
  ledger: z.number().describe('Naira booked.'),
  available: z.number().describe('Naira that can be spent: ledger less held and liens, never below 0.'),
  held: z.number().describe('Naira held for transfers on their way.'),
});

export const accountData = z.object({
  accountNumber: z.string(),
  accountName: z.string(),
  type: z.enum(['savings', 'current', 'collection', 'virtual']),
  customerId: z.string().nullable(),
  currency: z.literal('NGN'),
  bankCode: z.string(),
  bankName: z.string(),
  restriction: z.enum(['none', 'no_debit', 'no_credit', 'no_debit_no_credit']),
  restrictionReason: z.string().nullable(),
  liens: z.number().describe('Naira that liens keep from being spent; already taken from available.'),
  settlesTo: z.string().nullable().describe('Of a virtual account: where its money is credited.'),
  expiresAt: z.string().nullable().describe('Of a virtual account: credits are refused from then on.'),
  balances: balancesData,
  lowBalance: z.number().nullable().describe('Naira of available balance below which `account.low_balance` is sent; null: never.'),
  balanceAsOf: z.object({ at: z.string(), ...balancesData.shape, liens: z.number().describe('Naira that liens kept from being spent.') }).nullable()
    .describe('The same just before the moment asked for; null when none was.'),
  dateAdded: z.string(),
});

export const getAccountQuery = z.strictObject({
  asOf: z.string().max(40, 'must have at most 40 characters').optional().describe('A moment in the past, as date-time with its offset: `balanceAsOf` tells what was booked, held and available then.'),
});

export const restrictBody = z.strictObject({
  restriction: z.enum(['none', 'no_debit', 'no_credit', 'no_debit_no_credit']).describe('What the account may not do; none lifts the restriction.'),
  reason: z.string().trim().min(3, 'must have at least 3 characters').max(500, 'must have at most 500 characters').describe('Why; kept in the audit log.').meta({ examples: ['Court order 12/2026'] }),
});

/** One page of a list that has no filters. */
export const historyQuery = z.strictObject(pageQuery);

export const listAccountsQuery = z.strictObject({
  ...pageQuery,
  customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').optional(),
  type: z.enum(['savings', 'current', 'collection', 'virtual']).optional(),
});

/** An instant from the wire: a date-time with its offset. @throws Failure invalid_field */
export function readMoment(text: string, field: string): Date {
  const shape = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  const moment = new Date(text);
  if (shape === null || !isCalendarDay(shape[1] ?? '') || Number.isNaN(moment.getTime())) throw fail('invalid_field', { field, message: `${field.split('/').at(-1)} must be a date-time with its offset, such as 2026-11-21T10:30:00+01:00.` });
  return moment;
}

const noBalance: Balance = { ledger: 0n, available: 0n, held: 0n };

/** Kobo, just before a moment of the past. */
export type Moment = { at: Date; ledger: bigint; held: bigint; liens: bigint };

export function toAccountData(account: Account, balance: Balance | undefined, operator: { name: string; nipCode: string }, asOf: Moment | null = null): z.output<typeof accountData> {
  const { ledger, available, held } = balance ?? noBalance;
  return {
    accountNumber: account.accountNumber,
    accountName: account.name,
    type: account.type,
    customerId: account.customerId,
    currency: 'NGN',
    bankCode: operator.nipCode,
    bankName: operator.name,
    restriction: account.restriction,
    restrictionReason: account.restrictionReason,
    // What is neither held nor available is under a lien; with larger liens than money, available is below zero inside.
    liens: nairaNumber(ledger - held - available),
    settlesTo: account.settlesTo,
    expiresAt: isoMillisOrNull(account.expiresAt),
    balances: { ledger: nairaNumber(ledger), available: nairaNumber(spendable(available)), held: nairaNumber(held) },
    lowBalance: account.lowBalanceKobo === null ? null : nairaNumber(account.lowBalanceKobo),
    balanceAsOf: asOf === null ? null : toBalanceAsOf(asOf),
    dateAdded: isoMillis(account.createdAt),
  };
}

function toBalanceAsOf({ at, ledger, held, liens }: Moment): z.output<typeof accountData>['balanceAsOf'] {
  return { at: isoMillis(at), ledger: nairaNumber(ledger), available: nairaNumber(spendable(ledger - held - liens)), held: nairaNumber(held), liens: nairaNumber(liens) };
}
