/** Preflight on the wire. */
import { z } from 'zod';
import { accountNumberSchema } from '#src/accounts/wire.ts';
import { limitStanding } from '#src/limits/wire.ts';
import { availability, reachable } from './list-wire.ts';
import { initiateCollectionBody, scheduledFor } from './wire.ts';

const { beneficiaryBankCode, amount, nameEnquirySessionId } = initiateCollectionBody.shape;

export const preflightBody = z.strictObject({
  sourceAccountNumber: accountNumberSchema.describe('An account of yours or of your customers.'),
  beneficiaryAccountNumber: accountNumberSchema,
  beneficiaryBankCode,
  amount,
  nameEnquirySessionId: nameEnquirySessionId.optional(),
  scheduledFor: scheduledFor.optional().describe('As in the initiation. Funds and what the day has used are then left out: they are decided when the transfer starts.'),
});

export const preflightData = z.object({
  allowed: z.boolean().describe('Would the transfer be accepted now?'),
  amount: z.number(),
  fee: z.number(),
  vat: z.number(),
  stampDuty: z.number(),
  total: z.number().describe('What would leave the source account.'),
  available: z.number(),
  beneficiaryAccountName: z.string().nullable().describe('From the name enquiry, when one was named.'),
  bank: z.string(),
  otpRequired: z.boolean(),
  availability: availability.describe('How the beneficiary\'s bank answered you of late.'),
  reachable,
  warnings: z.array(z.object({ code: z.string(), message: z.string(), fix: z.string() })).describe('What may delay it, and refuses nothing.'),
  limits: z.array(limitStanding),
  policy: z.string().describe('Version of the limit policy.'),
  problems: z.array(z.object({ code: z.string(), message: z.string(), fix: z.string(), field: z.string().nullable(), details: z.looseObject({}) })).describe('What would refuse it, each with its fix.'),
});

export const preflightExample = {
  allowed: true, amount: 12_000, fee: 25, vat: 1.88, stampDuty: 50, total: 12_076.88, available: 250_000, beneficiaryAccountName: 'CHINEDU OBI', bank: 'Guaranty Trust Bank', otpRequired: true,
  availability: { status: 'available', answered: 12, failed: 0, since: '2026-11-21T09:26:00.000Z', lastAnsweredAt: '2026-11-21T09:30:12.000Z' }, reachable: true, warnings: [],
  limits: [{ name: 'per_day', limit: 50_000, used: 8_000, remaining: 42_000, resetsAt: '2026-11-21T23:00:00.000Z' }], policy: '2023-12', problems: [],
};
