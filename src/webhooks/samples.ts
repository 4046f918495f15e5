/** One invented event of each kind, for tests of an endpoint and for the reference. */
// By its place, since the command line's package is compiled from this file too.
import type { BatchData, EventData, EventKind, PaymentData } from '../events/data.ts';

const payment: PaymentData = {
  transactionId: 'trf_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f',
  amount: 5000,
  currency: 'NGN',
  status: 'SUCCESS',
  sessionId: '999901261121093000123456789012',
  responseCode: '00',
  fee: 10,
  vat: 0.75,
  stampDuty: 0,
  sourceAccountNumber: '2000000013',
  beneficiaryAccountNumber: '0000000017',
  beneficiaryBankCode: '999998',
  narration: 'Sample payment',
};
const unsent = { ...payment, sessionId: null, responseCode: null };

const batch: BatchData = {
  batchId: 'bat_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', reference: 'PAYROLL-2026-11', sourceAccountNumber: '2000000013', count: 3, payments: 2, total: 7500, charges: 21.5, currency: 'NGN',
  hash: '7d0a6f2b9c5e4d1f8a3b6c7e0d9f2a1b4c5d8e7f6a9b0c3d2e1f4a5b8c7d6e9f',
};

const samples: { readonly [Kind in EventKind]: EventData[Kind] } = {
  'payment.success': payment,
  'payment.failed': { ...payment, status: 'FAILED', responseCode: '91', reason: 'beneficiary_bank_unavailable' },
  'payment.reversed': { ...payment, status: 'REVERSED' },
  'transfer.initiated': { ...unsent, status: 'PENDING' },
  'transfer.authorized': { ...unsent, status: 'PENDING' },
  'transfer.expired': { ...unsent, status: 'FAILED' },
  'transfer.scheduled': { ...unsent, status: 'PENDING', scheduledFor: '2026-12-01T08:00:00.000Z' },
  'transfer.cancelled': { ...unsent, status: 'FAILED' },
  'transfer.batch_ready': batch,
  'transfer.batch_completed': { ...batch, succeeded: 2, failed: 1 },
  'account.created': { accountNumber: '2000000013', accountName: 'SAMPLE CUSTOMER', type: 'savings', customerId: '4830127756' },
  'account.credited': { accountNumber: '2000000013', amount: 5000, currency: 'NGN', sessionId: '999998261121093000123456789012', senderName: 'SAMPLE SENDER', narration: 'Sample credit' },
  'account.debited': { accountNumber: '2000000013', amount: 5010.75, currency: 'NGN', transactionId: payment.transactionId, narration: 'Sample payment' },
  'account.low_balance': { accountNumber: '2000000013', threshold: 5000, available: 4210.5, currency: 'NGN', transactionId: payment.transactionId },
  'account.status_changed': { accountNumber: '2000000013', restriction: 'no_debit', reason: 'Sample reason' },
  'customer.created': { customerId: '4830127756', kycTier: '1', classType: 'INDIVIDUAL' },
  'customer.updated': { customerId: '4830127756' },
  'customer.status_changed': { customerId: '4830127756', status: 'Inactive', reason: 'Sample reason' },
  'customer.erased': { customerId: '4830127756' },
  'customer.tier_changed': { customerId: '4830127756', kycTier: '2', previousKycTier: '1' },
  'business.created': { customerId: '4830127757', kycTier: '1', classType: 'BUSINESS' },
  'business.updated': { customerId: '4830127757' },
  'business.status_changed': { customerId: '4830127757', status: 'Inactive', reason: 'Sample reason' },
  'business.tier_changed': { customerId: '4830127757', kycTier: '2', previousKycTier: '1' },
  'kyc.check.completed': { checkId: 'chk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', kind: 'bvn', outcome: 'match', customerId: '4830127756' },
  'kyc.duplicate_suspected': { checkId: 'chk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', duplicateOf: ['chk_0198c2f0a1b27c3d8e4f5a6b7c8d9e00'] },
  'webhook.paused': { webhookId: 'whk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', reason: 'failing', failures: 212, failingSince: '2026-11-16T09:30:00.123Z' },
  'webhook.test': { message: 'This is a test of your webhook.' },
};

export function sampleOf(kind: EventKind): EventData[EventKind] {
  return samples[kind];
}

export function isEventKind(text: string): text is EventKind {
  return Object.hasOwn(samples, text);
}

/** Every kind there is a sample of: all of our own. */
export const sampleKinds: readonly string[] = Object.keys(samples);
