/** Limits on the wire. */
import { z } from 'zod';

export const limitStanding = z.object({
  name: z.enum(['per_transfer', 'rail_per_transfer', 'new_beneficiary', 'per_day', 'per_day_transfers']),
  limit: z.number().describe('Naira, or a number of transfers.'),
  used: z.number(),
  remaining: z.number(),
  resetsAt: z.string().nullable().describe('When the day ends in Lagos; null for limits of one transfer.'),
});

const explanation = {
  source: z.object({
    from: z.enum(['tier', 'own', 'rail', 'policy']).describe('Who set it: the tier, the customer\'s own limits, the rail, or the policy for everybody.'),
    tier: z.string().nullable(),
    policy: z.string().nullable().describe('Version of the policy; null for an own limit.'),
    since: z.string().nullable().describe('First day, in Lagos, on which that version holds.'),
  }),
  raisedBy: z.string().nullable().describe('What would raise it; null: nothing.'),
};

export const limitsParams = z.strictObject({ customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').describe('The customer.') });
export const accountLimitsParams = z.strictObject({ accountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits').describe('The account.') });

export const limitsData = z.object({
  customerId: z.string(),
  kycTier: z.string(),
  policy: z.string().describe('Version of the policy in force.'),
  policySince: z.string().describe('First day, in Lagos, on which it holds.'),
  maxBalance: z.number().nullable(),
  balance: z.object({ limit: z.number(), ...explanation }).nullable().describe('What each account may hold; null: no maximum.'),
  limits: z.array(limitStanding.extend(explanation)).describe('Over all accounts of the customer, today in Lagos.'),
});

const naira = z.union([z.number(), z.string().max(40, 'must have at most 40 characters')]).nullable();

export const ownLimitsBody = z.strictObject({
  perTransfer: naira.describe('Naira; null: only what the policy says.'),
  perDay: naira.describe('Naira of a Lagos day; null: only what the policy says.'),
  perDayTransfers: z.int('must be a whole number').min(1, 'must be at least 1').max(1_000_000, 'must be at most 1000000').nullable().describe('Transfers of a Lagos day; null: only what the policy says.'),
  reason: z.string().trim().min(3, 'must have at least 3 characters').max(500, 'must have at most 500 characters'),
});
