/** Bulk transfers on the wire. */
import { z } from 'zod';
import { accountNumberSchema } from '#src/accounts/wire.ts';
import { pageQuery } from '#src/http/page-query.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { initiateCollectionBody, initiateCustomerBody, otpCode, otpReference, scheduledFor, stageNames } from '#src/transfers/wire.ts';
import { type Batch, type BatchItem, itemRefusals, mostItems, resultOf } from './batch.ts';
import type { ItemWithTransfer, Tally } from './item-store.ts';

const text = (max: number) => z.string().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);
const ownReference = text(64).describe('Your own reference; shown back.').meta({ examples: ['PAYROLL-2026-11'] });
const { beneficiaryAccountNumber, beneficiaryBankCode, amount, narration } = initiateCollectionBody.shape;
const states = z.enum(['enquiring', 'ready', 'processing', 'completed', 'cancelled', 'expired']);

export const itemSchema = z.strictObject({
  beneficiaryAccountNumber,
  beneficiaryBankCode,
  beneficiaryAccountName: text(200).optional().describe('Who you take the owner to be. Another name at the bank refuses the payment; leave it out to pay whoever owns the account.').meta({ examples: ['CHINEDU OBI'] }),
  amount,
  narration,
  reference: ownReference.optional(),
  line: z.int().min(1).max(1_000_000).optional().describe('Where the payment stands in your own file; its place in the list unless given. Of a CSV body, the line in it.'),
});

/** What a JSON body says beside its payments, and a CSV body in its query. */
const sourceShape = {
  sourceAccountNumber: accountNumberSchema.describe('A customer\'s account, or a collection account of yours.'),
  customerId: initiateCustomerBody.shape.customerId.optional().describe('Owner of the source account; leave it out for a collection account.'),
  sourceAccountName: initiateCustomerBody.shape.sourceAccountName.optional().describe('Name of the owner; required with customerId.'),
  reference: ownReference.optional(),
  scheduledFor: scheduledFor.optional().describe('When the payments start, at least 1 minute and at most 366 days ahead; left out, with the OTP.'),
};

export const createBatchBody = z.strictObject({ ...sourceShape, items: z.array(itemSchema).min(1).max(mostItems).describe('The payments, 1 to 1,000.') });
export const createBatchQuery = z.strictObject({ ...sourceShape, sourceAccountNumber: sourceShape.sourceAccountNumber.optional() });

export const batchParams = z.strictObject({ batchId: text(64).describe('The batchId of the bulk transfer.').meta({ examples: ['bat_0199d4e0c1f07c3fa1b2c3d4e5f60718'] }) });

export const createdBatchData = z.object({ batchId: z.string(), state: states, count: z.int().describe('Payments that were sent.'), total: z.number().describe('Naira, of all of them, without charges.') });

const bound = {
  hash: z.string().describe('SHA-256 of what the OTP confirms, in hex.'),
  payments: z.int().describe('Payments that were accepted.'),
  total: z.number().describe('Naira, of the accepted payments.'),
  charges: z.number().describe('Naira: fees, VAT and stamp duty of all of them.'),
};

export const batchOtpData = z.object({
  batchId: z.string(), otpReferneceId: z.string(), otpReferenceId: z.string(), expTime: z.string().describe('Seconds of life, as text.'), ...bound,
});

export const validateBatchBody = z.strictObject({ otpReferenceId: otpReference.optional(), otpReferneceId: otpReference.optional(), otp: otpCode.optional(), OTP: otpCode.optional() });

export const validatedBatchData = z.object({ batchId: z.string(), state: states, startsAt: z.string(), ...bound });

export const cancelledBatchData = z.object({ batchId: z.string(), state: states, cancelled: z.int().describe('Payments that will not be made.'), started: z.int().describe('Payments that had started, and go on.') });

const stages = ['enquiring', 'ready', 'refused', ...stageNames] as const;
const countsShape = z.object(Object.fromEntries(stages.map((stage) => [stage, z.int()])));

export const batchData = z.object({
  batchId: z.string(),
  state: states,
  reference: z.string().nullable(),
  sourceAccountNumber: z.string(),
  customerId: z.string().nullable(),
  scheduledFor: z.string().nullable(),
  count: z.int().describe('Payments that were sent.'),
  counts: countsShape.describe('How many payments stand at which stage.'),
  requested: z.number().describe('Naira, of all payments that were sent.'),
  payments: z.int().nullable().describe('Payments that were accepted; null while names are asked.'),
  total: z.number().nullable().describe('Naira, of the accepted payments.'),
  charges: z.number().nullable().describe('Naira: their fees, VAT and stamp duty.'),
  hash: z.string().nullable().describe('SHA-256 of what the OTP confirms, in hex.'),
  createdAt: z.string(),
  expiresAt: z.string().describe('Until when it can be confirmed.'),
  readyAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});

export const listBatchesQuery = z.strictObject({ ...pageQuery, state: states.optional() });
export const listItemsQuery = z.strictObject({
  page: pageQuery.page.optional().describe('Page number, from 1. Required, but for CSV.'),
  pageSize: pageQuery.pageSize.optional().describe('Payments on a page, 1 to 100. Required, but for CSV.'),
});

export const itemData = z.object({
  line: z.int(),
  reference: z.string().nullable(),
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED', 'REVERSED']),
  stage: z.enum(stages),
  responseCode: z.string().nullable().describe('The result as a NIP code, once there is one.'),
  reason: z.string().nullable().describe('Why it was refused, or failed.'),
  transactionId: z.string().nullable().describe('Its transfer, once the batch is confirmed.'),
  beneficiaryAccountNumber: z.string(),
  beneficiaryBankCode: z.string(),
  beneficiaryAccountName: z.string().nullable().describe('As the bank answered.'),
  givenName: z.string().nullable().describe('As you sent it.'),
  duplicateOf: z.int().nullable().describe('A warning: the line of an earlier payment of the same amount to the same account.'),
  amount: z.number(),
  charges: z.number(),
  narration: z.string(),
});

const naira = (kobo: bigint | null): number | null => (kobo === null ? null : nairaNumber(kobo));

export function toBatchData(batch: Batch, tallies: readonly Tally[]): z.output<typeof batchData> {
  const counts: Record<string, number> = Object.fromEntries(stages.map((stage) => [stage, 0]));
  for (const tally of tallies) {
    if (tally.batchId !== batch.batchId) continue;
    const { stage } = resultOf(batch.state, tally.state, tally.transferState);
    counts[stage] = (counts[stage] ?? 0) + tally.payments;
  }
  return {
    batchId: batch.batchId, state: batch.state, reference: batch.reference, sourceAccountNumber: batch.sourceAccountNumber, customerId: batch.customerId,
    scheduledFor: isoMillisOrNull(batch.scheduledFor), count: batch.itemCount, counts, requested: nairaNumber(batch.itemKobo), payments: batch.paymentCount, total: naira(batch.paymentKobo),
    charges: naira(batch.chargeKobo), hash: batch.contentHash?.toString('hex') ?? null, createdAt: isoMillis(batch.createdAt), expiresAt: isoMillis(batch.expiresAt),
    readyAt: isoMillisOrNull(batch.readyAt), confirmedAt: isoMillisOrNull(batch.confirmedAt), endedAt: isoMillisOrNull(batch.endedAt),
  };
}

export function chargesOf(item: Pick<BatchItem, 'feeKobo' | 'vatKobo' | 'dutyKobo'>): bigint {
  return item.feeKobo + item.vatKobo + item.dutyKobo;
}

export function toItemData(batch: Batch, item: ItemWithTransfer): z.output<typeof itemData> {
  const { status, stage } = resultOf(batch.state, item.state, item.transferState);
  return {
    line: item.line, reference: item.reference, status, stage, responseCode: item.reason === null ? item.responseCode : itemRefusals[item.reason], reason: item.reason ?? item.failureCode,
    transactionId: item.transactionId, beneficiaryAccountNumber: item.beneficiaryAccountNumber, beneficiaryBankCode: item.beneficiaryBankCodeSent, beneficiaryAccountName: item.accountName,
    givenName: item.givenName, duplicateOf: item.duplicateOf, amount: nairaNumber(item.amountKobo), charges: nairaNumber(chargesOf(item)), narration: item.narration,
  };
}
