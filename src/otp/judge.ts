/**
 * Decides one try at an OTP. Pure. The rules are the contract's (§8): 6 digits, 300 s, single use, bound to its purpose
 * and transaction, one active for an account; 5 wrong tries kill a code; 10 wrong in a row over all codes of an account
 * lock it for 30 minutes, doubling each time.
 */
import { type Failure, fail } from '#src/errors.ts';
import { isoMillis } from '#src/lib/time.ts';

export const otpLifeSeconds = 300;
export const maxTries = 5;
export const maxFailuresInARow = 10;
const firstLockMinutes = 30;
const longestLockMinutes = 24 * 60;

export type OtpPurpose = 'transfer' | 'utility' | 'bulk';

/** To whoever sends a code that was used; of a transfer the catalogue says it. */
const whatNext: Readonly<Record<OtpPurpose, { fix?: string }>> = {
  transfer: {},
  utility: { fix: 'A code passes once. Ask for a new one: POST /utils/otp-request.' },
  bulk: { fix: 'Read GET /transfer/bulk/{batchId}; where it still waits, ask for another code: POST /transfer/bulk/{batchId}/otp.' },
};

export type Otp = {
  otpReferenceId: string;
  accountNumber: string;
  purpose: OtpPurpose;
  transactionId: string | null;
  /** What else the code is bound to, and its MAC covers: a bulk transfer with its content. */
  binding: string | null;
  codeMac: Buffer;
  state: 'active' | 'used' | 'superseded';
  attempts: number;
  expiresAt: Date;
};

/** How the account stands over all its codes. */
export type OtpGuard = { accountNumber: string; failures: number; locks: number; lockedUntil: Date | null };

export type Try = {
  purpose: OtpPurpose;
  transactionId: string | null;
  binding?: string;
  /** Where the code stands in the caller's body, as a JSON pointer. */
  field: '/otp' | '/OTP';
  /** Compares the code in constant time. Called only after the try was counted. */
  matches(otp: Otp): boolean;
};

/** What the try changes, and what it is answered: `refusal` null means the code was right and is now used. */
export type Judgement = { otp: Otp; guard: OtpGuard; refusal: Failure | null };

/** A try is counted before the code is compared, so that parallel guesses cannot outrun the limit. */
export function judgeTry(otp: Otp, guard: OtpGuard, attempt: Try, now: Date): Judgement {
  const refuse = (refusal: Failure): Judgement => ({ otp, guard, refusal });
  if (otp.purpose !== attempt.purpose || otp.transactionId !== attempt.transactionId || otp.binding !== (attempt.binding ?? null)) return refuse(fail('otp_reference_mismatch'));
  if (otp.state === 'used') return refuse(fail('otp_already_used', whatNext[otp.purpose]));
  if (otp.state === 'superseded') return refuse(fail('otp_superseded'));
  if (guard.lockedUntil !== null && guard.lockedUntil > now) {
    return refuse(fail('otp_attempts_exceeded', { details: { attemptsRemaining: 0, lockedUntil: isoMillis(guard.lockedUntil) } }));
  }
  if (otp.attempts >= maxTries) return refuse(fail('otp_attempts_exceeded', { details: { attemptsRemaining: 0 } }));
  if (otp.expiresAt <= now) return refuse(fail('otp_expired'));

  const counted: Otp = { ...otp, attempts: otp.attempts + 1 };
  if (attempt.matches(otp)) return { otp: { ...counted, state: 'used' }, guard: { ...guard, failures: 0, locks: 0, lockedUntil: null }, refusal: null };
  const attemptsRemaining = maxTries - counted.attempts;
  return { otp: counted, guard: countFailure(guard, now), refusal: fail('otp_invalid', { field: attempt.field, details: { attemptsRemaining } }) };
}

function countFailure(guard: OtpGuard, now: Date): OtpGuard {
  const failures = guard.failures + 1;
  if (failures < maxFailuresInARow) return { ...guard, failures };
  const minutes = Math.min(firstLockMinutes * 2 ** Math.min(guard.locks, 10), longestLockMinutes);
  return { ...guard, failures: 0, locks: guard.locks + 1, lockedUntil: new Date(now.getTime() + minutes * 60_000) };
}

/** What may be sent in a window, per account; null where there is no budget (sandbox). */
export type OtpBudget = { windowSeconds: number; codes: number };

/** Seconds to wait before another code may be sent, or 0. `sentAt` are the recent sends, in any order. */
export function budgetWaitSeconds(budgets: readonly OtpBudget[], sentAt: readonly Date[], now: Date): number {
  let wait = 0;
  for (const { windowSeconds, codes } of budgets) {
    const inWindow = sentAt.map((at) => at.getTime()).filter((at) => at > now.getTime() - windowSeconds * 1000).sort((a, b) => b - a);
    const oldestThatCounts = inWindow[codes - 1];
    if (oldestThatCounts !== undefined) wait = Math.max(wait, Math.ceil((oldestThatCounts + windowSeconds * 1000 - now.getTime()) / 1000));
  }
  return wait;
}
