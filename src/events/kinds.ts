/** Every event kind, in a sentence each; the shape of its data is in data.ts. */
import { isCustomKind } from './custom-event.ts';
import type { EventKind } from './data.ts';

export type { BatchData, EventData, EventKind, PaymentData } from './data.ts';

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
  'customer.tier_changed': 'A customer\'s KYC tier changed.',
  'customer.erased': 'A customer was erased: forget the person too.',
  'business.created': 'A company\'s profile was created; customer.created tells of it too.',
  'business.updated': 'A company\'s profile or its people were changed.',
  'business.status_changed': 'A company was enabled or disabled.',
  'business.tier_changed': 'A company\'s KYC tier changed.',
  'kyc.check.completed': 'An identity check was completed.',
  'kyc.duplicate_suspected': 'A document seems to show somebody, or to be a picture, that another check showed already.',
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
