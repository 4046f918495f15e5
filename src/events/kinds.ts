/** Every event kind with the shape of its data. The contract names the kinds; payment.success keeps the reference's four fields. */

import { isCustomKind } from './custom-event.ts';

export type PaymentData = {
  transactionId: string;
  /** Naira. */
  amount: number;
  currency: 'NGN';
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';
  sessionId: string | null;
  responseCode: string | null;
  fee: number;
  vat: number;
  stampDuty: number;
  sourceAccountNumber: string;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  narration: string;
};

export type BatchData = {
  batchId: string;
  reference: string | null;
  sourceAccountNumber: string;
  /** Payments that were sent, and how many of them were accepted. */
  count: number;
  payments: number;
  /** Naira, of the accepted payments. */
  total: number;
  charges: number;
  currency: 'NGN';
  /** SHA-256 of what the OTP confirms, in hex. */
  hash: string;
};

export type EventData = {
  'transfer.initiated': PaymentData;
  'transfer.authorized': PaymentData;
  'transfer.expired': PaymentData;
  'transfer.scheduled': PaymentData & { /** ISO 8601. */ scheduledFor: string };
  'transfer.cancelled': PaymentData;
  'transfer.batch_ready': BatchData;
  'transfer.batch_completed': BatchData & { /** Payments by how they ended. */ succeeded: number; failed: number };
  'payment.success': PaymentData;
  'payment.failed': PaymentData & { reason: string };
  'payment.reversed': PaymentData;
  'account.created': { accountNumber: string; accountName: string; type: string; customerId: string | null };
  'account.credited': { accountNumber: string; /** Of a virtual account: the account that holds the money. */ settledTo?: string; amount: number; currency: 'NGN'; sessionId: string; senderName: string; narration: string };
  'account.debited': { accountNumber: string; amount: number; currency: 'NGN'; transactionId: string; narration: string };
  /** Naira. */
  'account.low_balance': { accountNumber: string; threshold: number; available: number; currency: 'NGN'; transactionId: string };
  'account.status_changed': { accountNumber: string; restriction: string; reason: string };
  'customer.created': { customerId: string; kycTier: string; classType: string };
  'customer.updated': { customerId: string };
  'customer.status_changed': { customerId: string; status: 'Active' | 'Inactive'; reason: string };
  'customer.tier_changed': { customerId: string; kycTier: string; previousKycTier: string };
  'kyc.check.completed': { checkId: string; kind: string; outcome: string; customerId: string | null };
  'webhook.paused': { webhookId: string; reason: 'failing' | 'gone'; /** In a row. */ failures: number; failingSince: string | null };
  'webhook.test': { message: string };
};

export type EventKind = keyof EventData;

/** Kinds a webhook may select, with a sentence each. */
export const eventKinds: Readonly<Record<EventKind, string>> = {
  'payment.success': 'A transfer reached the beneficiary.',
  'payment.failed': 'A transfer ended without reaching the beneficiary; nothing is held.',
  'payment.reversed': 'A transfer that had succeeded came back; the money is on the source account again.',
  'transfer.initiated': 'A transfer was initiated and its OTP was sent.',
  'transfer.authorized': 'A transfer was confirmed with its OTP; the money is held.',
  'transfer.expired': 'A transfer was not confirmed within 30 minutes.',
  'transfer.scheduled': 'A transfer was confirmed with its OTP and starts at its time; nothing is held before.',
  'transfer.cancelled': 'A transfer was taken back before it started.',
  'transfer.batch_ready': 'Every name of a bulk transfer was asked; it waits for its OTP.',
  'transfer.batch_completed': 'Every payment of a bulk transfer is final.',
  'account.created': 'An account was generated.',
  'account.credited': 'Money came in.',
  'account.debited': 'Money went out.',
  'account.low_balance': 'A transfer took the available balance below the account\'s threshold.',
  'account.status_changed': 'A restriction was set or lifted.',
  'customer.created': 'A customer profile was created.',
  'customer.updated': 'A customer profile was changed.',
  'customer.status_changed': 'A customer was enabled or disabled.',
  'customer.tier_changed': 'A customer\'s KYC tier was raised.',
  'kyc.check.completed': 'An identity check was completed.',
  'webhook.paused': 'A webhook was paused because it had failed for days, or answered 410.',
  'webhook.test': 'A test sent by you.',
};

/** Is this a kind, ours or a caller's own, a family such as `payment.*`, or `*`? What a webhook may list in `events`. */
export function isSelectable(selection: string): boolean {
  if (selection === '*' || Object.hasOwn(eventKinds, selection) || isCustomKind(selection)) return true;
  return selection === 'custom.*' || (selection.endsWith('.*') && Object.keys(eventKinds).some((kind) => kind.startsWith(selection.slice(0, -1))));
}

/** Does a selection of kinds, families and `*` take this kind? As the fan-out does it in SQL. */
export function isSelected(selection: readonly string[], kind: string): boolean {
  const family = `${kind.split('.', 1)[0] ?? ''}.*`;
  return selection.includes('*') || selection.includes(kind) || selection.includes(family);
}
