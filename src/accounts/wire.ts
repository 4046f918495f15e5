/** Accounts on the wire. */
import { z } from 'zod';
import type { Balance } from '#src/ledger/postings.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis } from '#src/lib/time.ts';
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

export const createdAccountData = z.object({
  accountNumber: z.string().describe('NUBAN of the operator\'s bank.'),
  accountName: z.string(),
  type: z.enum(['savings', 'current', 'collection', 'virtual']),
  bankCode: z.string().describe('NIP code of the operator\'s bank.'),
  bankName: z.string(),
});

export const balancesData = z.object({
  ledger: z.number().describe('Naira booked.'),
  available: z.number().describe('Naira that can be spent: ledger less held.'),
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
  balances: balancesData,
  dateAdded: z.string(),
});

export const restrictBody = z.strictObject({
  restriction: z.enum(['none', 'no_debit', 'no_credit', 'no_debit_no_credit']).describe('What the account may not do; none lifts the restriction.'),
  reason: z.string().trim().min(3, 'must have at least 3 characters').max(500, 'must have at most 500 characters').describe('Why; kept in the audit log.').meta({ examples: ['Court order 12/2026'] }),
});

const pageNumber = (max: number) => z.string().regex(/^\d{1,7}$/, 'must be a whole number').refine((text) => Number(text) >= 1 && Number(text) <= max, `must be from 1 to ${max}`);

export const listAccountsQuery = z.strictObject({
  page: pageNumber(1_000_000).describe('Page number, from 1.').meta({ examples: ['1'] }),
  pageSize: pageNumber(100).describe('Accounts on a page, 1 to 100.').meta({ examples: ['10'] }),
  customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').optional(),
  type: z.enum(['savings', 'current', 'collection', 'virtual']).optional(),
});

export const pagingEnvelope = {
  currentPage: z.int(),
  pageSize: z.int(),
  previousPage: z.int(),
  total: z.int(),
};

const noBalance: Balance = { ledger: 0n, available: 0n, held: 0n };

export function toAccountData(account: Account, balance: Balance | undefined, operator: { name: string; nipCode: string }): z.output<typeof accountData> {
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
    balances: { ledger: nairaNumber(ledger), available: nairaNumber(available), held: nairaNumber(held) },
    dateAdded: isoMillis(account.createdAt),
  };
}
