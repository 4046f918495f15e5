/** The shape of each kind's `data`. The contract names the kinds; payment.success keeps the reference's four fields. Fields may be added, never taken away. */
import { z } from 'zod';

const naira = (meaning: string) => z.number().describe(`${meaning} Naira.`);
const text = (meaning: string) => z.string().describe(meaning);
const accountNumber = text('Account, 10 digits.');
const customerId = text('Customer.');
const ownerId = z.string().nullable().describe('Its customer; null for an account of your own.');
const transactionId = text('The transfer.');
const currency = z.literal('NGN');

const payment = z.strictObject({
  transactionId,
  amount: naira('What the beneficiary gets.'),
  currency,
  status: z.enum(['PENDING', 'SUCCESS', 'FAILED', 'REVERSED']),
  sessionId: z.string().nullable().describe('NIP session id at the other bank.'),
  responseCode: z.string().nullable().describe('The rail\'s code.'),
  fee: naira('Fee.'),
  vat: naira('VAT on the fee.'),
  stampDuty: naira('Stamp duty.'),
  sourceAccountNumber: text('The account that pays.'),
  beneficiaryAccountNumber: text('The account that is paid.'),
  beneficiaryBankCode: text('Its bank, as you named it.'),
  narration: text('As sent.'),
});

const batch = z.strictObject({
  batchId: text('The bulk transfer.'),
  reference: z.string().nullable().describe('Yours.'),
  sourceAccountNumber: text('The account that pays.'),
  count: z.int().describe('Payments that were sent.'),
  payments: z.int().describe('Payments that were accepted.'),
  total: naira('Sum of the accepted payments.'),
  charges: naira('Their charges.'),
  currency,
  hash: text('SHA-256 of what the OTP confirms, in hex.'),
});

/** The same of people and companies. */
const profile = {
  created: z.strictObject({ customerId, kycTier: text('1, 2 or 3.'), classType: text('INDIVIDUAL or BUSINESS.') }),
  updated: z.strictObject({ customerId }),
  status_changed: z.strictObject({ customerId, status: z.enum(['Active', 'Inactive']), reason: text('Why.') }),
  tier_changed: z.strictObject({ customerId, kycTier: text('The tier now.'), previousKycTier: text('The tier before.') }),
};

export const eventData = {
  'transfer.initiated': payment,
  'transfer.authorized': payment,
  'transfer.expired': payment,
  'transfer.scheduled': payment.extend({ scheduledFor: text('When it starts, ISO 8601.') }),
  'transfer.cancelled': payment,
  'transfer.batch_ready': batch,
  'transfer.batch_completed': batch.extend({ succeeded: z.int().describe('Payments that arrived.'), failed: z.int().describe('Payments that did not.') }),
  'payment.success': payment,
  'payment.failed': payment.extend({ reason: text('Why: an error code, `rejected` or `expired`.') }),
  'payment.reversed': payment,
  'account.created': z.strictObject({ accountNumber, accountName: text('Its name.'), type: text('savings, current, collection or virtual.'), customerId: ownerId }),
  'account.credited': z.strictObject({
    accountNumber, settledTo: text('Of a virtual account: the account that holds the money.').optional(), amount: naira('What came in.'), currency,
    sessionId: text('NIP session id: a credit is applied once by it.'), senderName: text('Who sent it.'), narration: text('As sent.'),
  }),
  'account.debited': z.strictObject({ accountNumber, amount: naira('What went out, charges included.'), currency, transactionId, narration: text('As sent.') }),
  'account.low_balance': z.strictObject({ accountNumber, threshold: naira('The account\'s threshold.'), available: naira('What is available now.'), currency, transactionId }),
  'account.status_changed': z.strictObject({ accountNumber, restriction: text('none, no_debit, no_credit or no_debit_no_credit.'), reason: text('Why.') }),
  'customer.created': profile.created,
  'customer.updated': profile.updated,
  'customer.status_changed': profile.status_changed,
  'customer.tier_changed': profile.tier_changed,
  'customer.erased': z.strictObject({ customerId }),
  'business.created': profile.created,
  'business.updated': profile.updated,
  'business.status_changed': profile.status_changed,
  'business.tier_changed': profile.tier_changed,
  'kyc.check.completed': z.strictObject({ checkId: text('The check.'), kind: text('What was checked.'), outcome: text('`passed`, or the code of the first reason against it.'), customerId: z.string().nullable().describe('Its customer, if it was made for one.') }),
  'kyc.duplicate_suspected': z.strictObject({ checkId: text('The check.'), duplicateOf: z.array(z.string()).describe('Checks of other documents that seem to show the same face or picture.') }),
  'webhook.paused': z.strictObject({
    webhookId: text('The endpoint.'), reason: z.enum(['failing', 'gone']), failures: z.int().describe('In a row.'), failingSince: z.string().nullable().describe('ISO 8601.'),
  }),
  'webhook.test': z.strictObject({ message: text('For people.') }),
} as const;

export type EventKind = keyof typeof eventData;
export type EventData = { [Kind in EventKind]: z.output<(typeof eventData)[Kind]> };
export type PaymentData = EventData['payment.success'];
export type BatchData = EventData['transfer.batch_ready'];

/** A whole event of one kind, as it is signed and sent. */
export function eventSchema(kind: EventKind): z.ZodObject {
  return z.object({
    event: z.literal(kind),
    data: eventData[kind],
    id: text('The same on every delivery of this event.'),
    createdAt: text('ISO 8601, UTC.'),
    environment: z.enum(['sandbox', 'live']),
    apiVersion: z.literal('v1'),
    sequence: z.int().describe('Counts the news about one subject: lower than what you know is older news.'),
  });
}
