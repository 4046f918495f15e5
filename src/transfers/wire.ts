/** Transfers on the wire: the reference's spellings, naira for kobo. */
import { z } from 'zod';
import { accountNumberSchema } from '#src/accounts/wire.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import { nairaNumber, type NairaFailure, parseNaira } from '#src/lib/money.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { isConclusive, isSafeToRetry, publicStatus, stages, type Transfer, type TransferState } from './transfer.ts';

const text = (max: number) => z.string().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);
const bankCode = text(100).describe('NIP, CBN or alias code of the bank; see GET /transfer/banks.').meta({ examples: ['058'] });
const transactionId = text(64).describe('The transactionId of the initiation.').meta({ examples: ['txn_0199d4e0c1f07c3fa1b2c3d4e5f60718'] });
export const otpReference = text(64).describe('The otpReferenceId of the initiation (the spelling otpReferneceId is accepted too).');
export const otpCode = z.string().regex(/^\d{6}$/, 'must have 6 digits').describe('The 6 digits of the message. On the sandbox 123456 also passes.').meta({ examples: ['123456'] });

export const nameEnquiryBody = z.strictObject({
  accountNumber: accountNumberSchema, bankCode,
  customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').optional().describe('A customer, in whose list of beneficiaries the account found is saved.').meta({ examples: ['4830127756'] }),
});

export const nameEnquiryData = z.object({
  sessionId: z.string().describe('30 digits; send it as nameEnquirySessionId within 15 minutes, once.'),
  accountName: z.string(),
  accountNumber: z.string(),
  bank: z.string().describe('Name of the bank.'),
  bankCode: z.string().describe('NIP code of the bank.'),
});

export const scheduledFor = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 date-time with an offset, such as 2026-12-01T09:00:00+01:00' })
  .describe('When to start, at least 1 minute and at most 366 days ahead; left out, the transfer starts with its OTP.').meta({ examples: ['2026-12-01T09:00:00+01:00'] });

const beneficiary = {
  nameEnquirySessionId: text(64).describe('sessionId of the name enquiry of this beneficiary.').meta({ examples: ['990001261121093000123456789012'] }),
  beneficiaryAccountName: text(200).describe('As the name enquiry answered.').meta({ examples: ['CHINEDU OBI'] }),
  beneficiaryAccountNumber: accountNumberSchema,
  beneficiaryBankCode: bankCode,
  amount: z.union([z.number(), z.string().max(40, 'must have at most 40 characters')]).describe('Naira, greater than 0, at most 2 decimals; a number or a decimal string.').meta({ examples: [1000.5] }),
  narration: z.string().max(150, 'must have at most 150 characters').optional().describe('Shown to both sides.').meta({ examples: ['Rent for December'] }),
  scheduledFor: scheduledFor.optional(),
};

export const initiateCustomerBody = z.strictObject({
  customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').describe('Owner of the source account.').meta({ examples: ['4830127756'] }),
  sourceAccountName: text(200).describe('Name of the owner of the source account.').meta({ examples: ['ADAEZE OKONKWO'] }),
  sourceAccountNumber: accountNumberSchema.describe('An account generated for this customer.'),
  ...beneficiary,
});

export const initiateCollectionBody = z.strictObject({ sourceAccountNumber: accountNumberSchema.describe('A collection account of yours.'), ...beneficiary });

const initiationData = {
  amount: z.number(),
  beneficiaryAccountName: z.string(),
  beneficiaryAccountNumber: z.string(),
  beneficiaryBankCode: z.string(),
  narration: z.string(),
  transactionId: z.string(),
  scheduledFor: z.string().optional().describe('When it starts; for a scheduled transfer only.'),
};

export const initiatedData = z.object({
  ...initiationData,
  otpReferneceId: z.string().describe('Reference of the OTP that was sent, in the reference\'s spelling.'),
  otpReferenceId: z.string().describe('The same.'),
});
export const confirmedData = z.object(initiationData);

export const validateBody = z.strictObject({
  transactionId,
  otpReferenceId: otpReference.optional(),
  otpReferneceId: otpReference.optional(),
  otp: otpCode.optional(),
  OTP: otpCode.optional(),
});

export const resendBody = z.strictObject({ transactionId });
export const cancelBody = z.strictObject({ transactionId });
export const resentData = z.object({ transactionId: z.string(), otpReferneceId: z.string(), otpReferenceId: z.string(), expTime: z.string().describe('Seconds of life, as text.') });

export const transferParams = z.strictObject({ transactionId });

export const stageNames = ['awaiting_otp', 'scheduled', 'expired', 'cancelled', 'processing', 'confirming', 'review', 'completed', 'failed', 'reversed'] as const;

const statusShape = {
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED', 'REVERSED']),
  transactionId: z.string(),
  stage: z.enum(stageNames),
  conclusive: z.boolean().describe('False while the result is not final.'),
  safeToRetry: z.boolean().describe('True when the same payment can be initiated anew without paying twice.'),
  nextCheckAt: z.string().nullable().describe('When asking again is worth it; null when nothing will change.'),
  sessionId: z.string().nullable().describe('NIP session id at the other bank.'),
  responseCode: z.string().nullable().describe('The rail\'s code.'),
  reason: z.string().nullable().describe('Why it failed or came back.'),
  amount: z.number(),
  fee: z.number(),
  vat: z.number(),
  stampDuty: z.number(),
  currency: z.literal('NGN'),
  scheduledFor: z.string().nullable().describe('When a scheduled transfer starts, at the earliest.'),
  initiatedAt: z.string(),
  authorizedAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  reversedAt: z.string().nullable(),
};
export const statusData = z.object(statusShape);
export const transferData = z.object({
  ...statusShape,
  batchId: z.string().nullable().describe('The bulk transfer it is a payment of.'),
  kind: z.enum(['customer', 'collection']),
  customerId: z.string().nullable(),
  sourceAccountNumber: z.string(),
  beneficiaryAccountName: z.string(),
  beneficiaryAccountNumber: z.string(),
  beneficiaryBankCode: z.string(),
  narration: z.string(),
  timeline: z.array(z.object({ at: z.string(), step: z.string() })),
});

/** Kobo from the wire. @throws Failure invalid_amount, or invalid_field when it is no number at all. */
export function readAmount(amount: number | string, field = '/amount'): bigint {
  const read = parseNaira(amount);
  if (read.ok) return read.kobo;
  const name = field.slice(field.lastIndexOf('/') + 1);
  const why: Record<NairaFailure, string> = {
    not_a_number: `${name} must be a number or a decimal string such as "1000.50".`,
    too_many_decimals: `${name} has more than 2 decimals.`,
    not_positive: `${name} must be greater than 0.`,
    too_large: `${name} is too large.`,
  };
  throw fail(read.reason === 'not_a_number' ? 'invalid_field' : 'invalid_amount', { field, message: why[read.reason] });
}

/** The OTP and its reference under either spelling. @throws Failure missing_field */
export function readOtp(body: Omit<z.output<typeof validateBody>, 'transactionId'>): { otpReferenceId: string; code: string } {
  const otpReferenceId = body.otpReferenceId ?? body.otpReferneceId;
  const code = body.otp ?? body.OTP;
  if (otpReferenceId === undefined) throw fail('missing_field', { field: '/otpReferenceId', message: 'otpReferenceId is required.' });
  if (code === undefined) throw fail('missing_field', { field: '/otp', message: 'otp is required.' });
  return { otpReferenceId, code };
}

function summary(transfer: Transfer) {
  return {
    amount: nairaNumber(transfer.amountKobo),
    beneficiaryAccountName: transfer.beneficiaryAccountName,
    beneficiaryAccountNumber: transfer.beneficiaryAccountNumber,
    beneficiaryBankCode: transfer.beneficiaryBankCodeSent,
    narration: transfer.narration,
    transactionId: transfer.transactionId,
  };
}

function answered(transfer: Transfer) {
  return { ...summary(transfer), ...(transfer.scheduledFor === null ? {} : { scheduledFor: isoMillis(transfer.scheduledFor) }) };
}

export function initiatedAnswer(transfer: Transfer, otpReferenceId: string): Answer {
  return success({ ...answered(transfer), otpReferneceId: otpReferenceId, otpReferenceId }, { message: 'Transfer initiated; an OTP was sent' });
}

export function confirmedAnswer(transfer: Transfer): Answer {
  return success(answered(transfer), { message: transfer.state === 'SCHEDULED' ? 'Transfer confirmed; it starts at its time' : 'Transfer confirmed' });
}

/** How a transfer stands, for the details of a refusal. */
export function standing({ state }: Pick<Transfer, 'state'>): { status: string; stage: string } {
  return { status: publicStatus(state), stage: stages[state] };
}

/** Seconds after which a pending state is worth another look, where the worker's own time is nearer than useful. */
const lookAgainSeconds: Partial<Record<TransferState, number>> = { AUTHORISED: 2, SENDING: 5, UNKNOWN: 10, REVIEW: 3600 };

/** What a transfer that moves by a time of its own waits for. */
function waitsUntil(transfer: Transfer): Date | null {
  if (transfer.state === 'AWAITING_OTP') return transfer.expiresAt;
  return transfer.state === 'SCHEDULED' ? transfer.nextAt : null;
}

export function toStatusData(transfer: Transfer, now: Date): z.output<typeof statusData> {
  const wait = lookAgainSeconds[transfer.state];
  const nextCheckAt = wait === undefined ? waitsUntil(transfer) : new Date(now.getTime() + wait * 1000);
  return {
    status: publicStatus(transfer.state),
    transactionId: transfer.transactionId,
    stage: stages[transfer.state],
    conclusive: isConclusive(transfer.state),
    safeToRetry: isSafeToRetry(transfer.state),
    nextCheckAt: isoMillisOrNull(nextCheckAt),
    sessionId: transfer.railSessionId,
    responseCode: transfer.responseCode,
    reason: transfer.failureCode,
    amount: nairaNumber(transfer.amountKobo),
    fee: nairaNumber(transfer.feeKobo),
    vat: nairaNumber(transfer.vatKobo),
    stampDuty: nairaNumber(transfer.dutyKobo),
    currency: 'NGN',
    scheduledFor: isoMillisOrNull(transfer.scheduledFor),
    initiatedAt: isoMillis(transfer.initiatedAt),
    authorizedAt: isoMillisOrNull(transfer.authorisedAt),
    sentAt: isoMillisOrNull(transfer.sentAt),
    completedAt: transfer.state === 'COMPLETED' || transfer.state === 'RETURNED' ? isoMillisOrNull(transfer.settledAt) : null,
    reversedAt: isoMillisOrNull(transfer.returnedAt),
  };
}

export function toTransferData(transfer: Transfer, now: Date): z.output<typeof transferData> {
  const steps: [Date | null, string][] = [
    [transfer.initiatedAt, 'initiated'],
    [transfer.authorisedAt, 'authorized'],
    [transfer.sentAt, 'sent'],
    [transfer.settledAt, stages[transfer.state === 'RETURNED' ? 'COMPLETED' : transfer.state]],
    [transfer.returnedAt, 'reversed'],
  ];
  const { amount: _, transactionId: __, beneficiaryBankCode, ...rest } = summary(transfer);
  return {
    ...toStatusData(transfer, now),
    batchId: transfer.batchId,
    kind: transfer.kind,
    customerId: transfer.customerId,
    sourceAccountNumber: transfer.sourceAccountNumber,
    ...rest,
    beneficiaryBankCode,
    timeline: steps.flatMap(([at, step]) => (at === null ? [] : [{ at: isoMillis(at), step }])),
  };
}
