/** The times of scheduled transfers: how far ahead they may lie, and what is done while the beneficiary's bank does not answer. Pure. */
import { type Failure, fail } from '#src/errors.ts';
import { isoMillis, lagosDay } from '#src/lib/time.ts';
import type { Transfer } from './transfer.ts';

const leastAheadMs = 60_000;
const mostAheadMs = 366 * 86_400_000;
/** Waits in minutes between the first asks of the beneficiary's bank; the last repeats. */
const retryMinutes = [1, 5, 15, 60] as const;
/** A payment that could not start for so long is not what was confirmed any more. */
const startWithinMs = 24 * 3600_000;

/** The day in Lagos on which a scheduled transfer starts, for the message of its OTP; empty for one that starts at once. */
export function onItsDay(scheduledFor: Date | null): string {
  return scheduledFor === null ? '' : ` on ${lagosDay(scheduledFor)}`;
}

/** Why a transfer cannot be scheduled for then, or null. */
export function scheduleRefusal(scheduledFor: Date, now: Date): Failure | null {
  const aheadMs = scheduledFor.getTime() - now.getTime();
  if (aheadMs >= leastAheadMs && aheadMs <= mostAheadMs) return null;
  const bound = (ms: number): string => isoMillis(new Date(now.getTime() + ms));
  return fail('invalid_field', {
    field: '/scheduledFor',
    message: 'scheduledFor must lie at least 1 minute and at most 366 days ahead.',
    fix: `Send a time from ${bound(leastAheadMs)} to ${bound(mostAheadMs)}, or leave scheduledFor out to pay at once.`,
    details: { now: isoMillis(now) },
  });
}

/** The transfer, confirmed and holding nothing, until `startAt`. */
export function asScheduled(transfer: Transfer, startAt: Date): Transfer {
  return { ...transfer, state: 'SCHEDULED', nextAt: startAt };
}

/** Taken back. Only for a transfer that holds nothing and will never be sent. */
export function asCancelled(transfer: Transfer, now: Date): Transfer {
  return { ...transfer, state: 'CANCELLED', failureCode: 'cancelled', settledAt: now, nextAt: null };
}

/**
 * When to ask a silent bank again: 1, 5 and 15 minutes after the ask before, then every hour. Null when the transfer's day is over.
 * The wait follows from how late it is, so that a crash between two asks forgets nothing.
 */
export function nextStartAt(transfer: Transfer, now: Date): Date | null {
  const lateMs = now.getTime() - (transfer.scheduledFor ?? transfer.initiatedAt).getTime();
  if (lateMs >= startWithinMs) return null;
  let sinceFirstMs = 0;
  for (const minutes of retryMinutes) {
    sinceFirstMs += minutes * 60_000;
    if (lateMs < sinceFirstMs) return new Date(now.getTime() + minutes * 60_000);
  }
  return new Date(now.getTime() + retryMinutes[3] * 60_000);
}
