/**
 * A transfer's states and moves. Pure: the worker, the simulation and the tests run this very code.
 *
 *   AWAITING_OTP ─ otp ─▶ AUTHORISED ─ intent ─▶ SENDING ─▶ COMPLETED ─ given back ─▶ RETURNED
 *        │                    │  ▲                  │  └──▶ FAILED
 *        ▼                    │  └── nothing left ──┤
 *     EXPIRED                 ▼                     ▼
 *     FAILED             COMPLETED (on us)       UNKNOWN ─▶ COMPLETED | FAILED | REVIEW
 *
 *   AWAITING_OTP ─ otp, for later ─▶ SCHEDULED ─ its time ─▶ AUTHORISED | COMPLETED (on us) | FAILED
 *   AWAITING_OTP and SCHEDULED, which hold nothing, can be taken back: CANCELLED.
 *
 * A confirmation in a process whose worker has room writes SENDING and the intent in its own commit (work/hand-over.ts).
 *
 * The one rule: silence never reverses money. Only an answer that the rail's table calls final does.
 */
import { assertNever } from '#src/lib/assert.ts';
import type { Rail, RailEvidence } from './rails/rail.ts';

export type TransferState = 'AWAITING_OTP' | 'SCHEDULED' | 'EXPIRED' | 'CANCELLED' | 'AUTHORISED' | 'SENDING' | 'UNKNOWN' | 'REVIEW' | 'COMPLETED' | 'FAILED' | 'RETURNED';
export type PublicStatus = 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';

export type Transfer = {
  transactionId: string;
  kind: 'customer' | 'collection';
  state: TransferState;
  version: number;
  nameEnquirySessionId: string;
  sourceAccountNumber: string;
  customerId: string | null;
  beneficiaryAccountNumber: string;
  beneficiaryAccountName: string;
  /** NIP code. */
  beneficiaryBankCode: string;
  /** The spelling the caller used. */
  beneficiaryBankCodeSent: string;
  /** The beneficiary is an account of this very tenant: it moves on the books at once. */
  onUs: boolean;
  amountKobo: bigint;
  feeKobo: bigint;
  vatKobo: bigint;
  dutyKobo: bigint;
  narration: string;
  scenario: string | null;
  /** The bulk transfer it is a payment of. */
  batchId: string | null;
  /** When it starts, at the earliest; null for a transfer that starts with its OTP. */
  scheduledFor: Date | null;
  /** The name enquiry that was made anew at its start; null where the one that was confirmed was still good. */
  startEnquirySessionId: string | null;
  failureCode: string | null;
  responseCode: string | null;
  railSessionId: string | null;
  initiatedAt: Date;
  expiresAt: Date;
  authorisedAt: Date | null;
  sentAt: Date | null;
  settledAt: Date | null;
  returnedAt: Date | null;
  nextAt: Date | null;
  leaseVersion: number;
};

/** An unconfirmed transfer ends this long after its initiation, however many codes were sent. */
export const confirmWithinSeconds = 30 * 60;
/** From here on people decide: one hour is left of the regulator's 24. */
export const reviewAfterSeconds = 23 * 3600;
/** A send must touch the wire this soon after its intent was committed, or not at all. */
export const sendWithinSeconds = 5;
/** How often, and how far apart, a rail with a written late bound must deny a payment before it is believed. */
const denialsNeeded = 3;
/** Covers a process that sleeps between its last look at the clock and the socket. */
const lateSlackSeconds = 60;

export function publicStatus(state: TransferState): PublicStatus {
  switch (state) {
    case 'COMPLETED':
      return 'SUCCESS';
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELLED':
      return 'FAILED';
    case 'RETURNED':
      return 'REVERSED';
    case 'AWAITING_OTP':
    case 'SCHEDULED':
    case 'AUTHORISED':
    case 'SENDING':
    case 'UNKNOWN':
    case 'REVIEW':
      return 'PENDING';
    default:
      return assertNever(state);
  }
}

export const stages = {
  AWAITING_OTP: 'awaiting_otp',
  SCHEDULED: 'scheduled',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  AUTHORISED: 'processing',
  SENDING: 'processing',
  UNKNOWN: 'confirming',
  REVIEW: 'review',
  COMPLETED: 'completed',
  FAILED: 'failed',
  RETURNED: 'reversed',
} as const satisfies Record<TransferState, string>;

/** Nothing will change any more, but for a completed transfer that another bank may yet give back. */
export function isConclusive(state: TransferState): boolean {
  return publicStatus(state) !== 'PENDING';
}

/** May the caller initiate the same payment anew without paying twice? */
export function isSafeToRetry(state: TransferState): boolean {
  const status = publicStatus(state);
  return status === 'FAILED' || status === 'REVERSED';
}

export type Task = 'expire' | 'start' | 'send' | 'recover' | 'query';

/** What a worker does with a transfer that is due. */
export function taskOf(state: TransferState): Task | null {
  switch (state) {
    case 'AWAITING_OTP':
      return 'expire';
    case 'SCHEDULED':
      return 'start';
    case 'AUTHORISED':
      return 'send';
    // Due means that the lease of its sender ran out.
    case 'SENDING':
      return 'recover';
    case 'UNKNOWN':
      return 'query';
    case 'EXPIRED':
    case 'CANCELLED':
    case 'REVIEW':
    case 'COMPLETED':
    case 'FAILED':
    case 'RETURNED':
      return null;
    default:
      return assertNever(state);
  }
}

/** When the wire may be touched at the latest, for an intent of `now`. */
export function sendByOf(now: Date): Date {
  return new Date(now.getTime() + sendWithinSeconds * 1000);
}

/** From the commit of this state on, the wire may be touched. */
export function asSending(transfer: Transfer, now: Date): Transfer {
  return { ...transfer, state: 'SENDING', sentAt: transfer.sentAt ?? now };
}

export type Attempt = {
  railRef: string;
  /** The first intent; what is done about silence counts from it. */
  intentAt: Date;
  /** The newest send touched the wire before this, or not at all; a rail's late bound counts from it. */
  sendBy: Date;
  queries: number;
  /** Since the newest send. */
  notFoundInARow: number;
};

export type Evidence =
  /** `tookMs`: how long the rail took to say it. */
  | { from: 'send'; leaseVersion: number; answer: RailEvidence; tookMs?: number }
  /** Not asked before `askedAt`: the process may have slept with the answer in its hand, and old news is not denial. */
  | { from: 'query'; askedAt: Date; answer: RailEvidence; tookMs?: number }
  /** A worker found the transfer SENDING under a lease that ran out: its sender died somewhere. */
  | { from: 'lapsed_lease' }
  | { from: 'clock' }
  | { from: 'return'; reason: string }
  /** Two different people took back what had arrived: their reasons and evidence are on record. */
  | { from: 'reversal' }
  /** The rail's settlement report, which is final. */
  | { from: 'settlement'; verdict: 'success' | 'reject'; responseCode: string }
  /** Two different people, with their evidence on record. */
  | { from: 'people'; verdict: 'success' | 'failure' };

export type Move =
  | { move: 'complete'; responseCode: string | null; railSessionId: string | null }
  | { move: 'fail'; responseCode: string | null; reason: string }
  | { move: 'expire' }
  /** Stay or become UNKNOWN and ask again at `nextAt`. */
  | { move: 'ask_again'; nextAt: Date }
  /** Send the same rail reference: nothing left this machine, or the rail cannot pay a reference twice. */
  | { move: 'send_again'; nextAt: Date }
  | { move: 'review'; reason: string }
  | { move: 'give_back'; reason: string }
  /** News that contradicts a final state: nothing is edited, the books are put right by a compensating entry. */
  | { move: 'exception'; kind: ExceptionKind; responseCode: string | null }
  | { move: 'none' };

export const exceptionKinds = ['success_after_failure', 'failure_after_success', 'return_after_reversal'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** Why a transfer was given back, where people did it: no rail gives this reason. */
export const operatorReversal = 'operator_reversal';

type RailTraits = Pick<Rail, 'dedupes' | 'lateBoundSeconds' | 'queryScheduleSeconds'>;

/** What this evidence does to the transfer. */
export function decideMove(transfer: Transfer, attempt: Attempt | null, evidence: Evidence, rail: RailTraits, now: Date): Move {
  switch (evidence.from) {
    case 'clock':
      return transfer.state === 'AWAITING_OTP' && transfer.expiresAt <= now ? { move: 'expire' } : { move: 'none' };
    case 'return':
      return byReturn(transfer, evidence.reason);
    case 'reversal':
      return transfer.state === 'COMPLETED' ? { move: 'give_back', reason: operatorReversal } : { move: 'none' };
    case 'lapsed_lease':
      return transfer.state === 'SENDING' ? askAgain(attempt, rail, now) : { move: 'none' };
    case 'settlement':
      return byVerdict(transfer, attempt, evidence.verdict, evidence.responseCode);
    case 'people':
      return transfer.state === 'REVIEW' ? byVerdict(transfer, attempt, evidence.verdict === 'success' ? 'success' : 'reject', null) : { move: 'none' };
    case 'send':
      if (transfer.state !== 'SENDING' && transfer.state !== 'UNKNOWN') return contradiction(transfer, attempt, evidence.answer);
      // Only the holder of the lease may say that nothing was sent; another worker may be sending by now.
      if (evidence.answer.notSent === true && transfer.state === 'SENDING' && evidence.leaseVersion === transfer.leaseVersion) {
        return isOverdue(attempt, now) ? overdue : { move: 'send_again', nextAt: soon(now, 5) };
      }
      return byAnswer(transfer, attempt, evidence.answer, null, rail, now);
    case 'query':
      return transfer.state === 'UNKNOWN' || transfer.state === 'REVIEW' ? byAnswer(transfer, attempt, evidence.answer, evidence.askedAt, rail, now) : contradiction(transfer, attempt, evidence.answer);
    default:
      return assertNever(evidence);
  }
}

function byReturn(transfer: Transfer, reason: string): Move {
  if (transfer.state === 'COMPLETED') return { move: 'give_back', reason };
  // The money that people had seen come back, or the same once more: it is credited once, and people must see which it is.
  return transfer.state === 'RETURNED' && transfer.failureCode === operatorReversal ? { move: 'exception', kind: 'return_after_reversal', responseCode: null } : { move: 'none' };
}

const overdue = { move: 'review', reason: 'no definite answer for 23 hours' } as const;

function isOverdue(attempt: Attempt | null, now: Date): boolean {
  return attempt !== null && now.getTime() >= attempt.intentAt.getTime() + reviewAfterSeconds * 1000;
}

/** `askedAt` is null for the answer to a send. */
function byAnswer(transfer: Transfer, attempt: Attempt | null, answer: RailEvidence, askedAt: Date | null, rail: RailTraits, now: Date): Move {
  if (answer.verdict === 'success') return { move: 'complete', responseCode: answer.responseCode, railSessionId: answer.railSessionId ?? null };
  if (answer.verdict === 'reject') return { move: 'fail', responseCode: answer.responseCode, reason: 'rejected' };
  if (transfer.state === 'REVIEW') return { move: 'none' };
  // NIP 34, 35 and 63 say fraud or security: the money stays held until people have looked.
  if (answer.review === true) return { move: 'review', reason: `rail code ${answer.responseCode}` };
  if (isOverdue(attempt, now)) return overdue;
  if (answer.verdict === 'not_found') {
    if (rail.dedupes) return { move: 'send_again', nextAt: now };
    if (isAbsent(attempt, askedAt, rail)) return { move: 'fail', responseCode: answer.responseCode, reason: 'absent after the rail\'s late bound' };
  }
  return askAgain(attempt, rail, now);
}

/** Does a denial, with those before it, prove that the rail will never pay? Only where the rail has put its late bound in writing. */
function isAbsent(attempt: Attempt | null, askedAt: Date | null, rail: RailTraits): boolean {
  if (attempt === null || askedAt === null || rail.lateBoundSeconds === null) return false;
  return attempt.notFoundInARow + 1 >= denialsNeeded && askedAt.getTime() >= attempt.sendBy.getTime() + (rail.lateBoundSeconds + lateSlackSeconds) * 1000;
}

/** A definite word from outside the wire's own answers. */
function byVerdict(transfer: Transfer, attempt: Attempt | null, verdict: 'success' | 'reject', responseCode: string | null): Move {
  if (transfer.state === 'UNKNOWN' || transfer.state === 'REVIEW' || transfer.state === 'SENDING') {
    return verdict === 'success' ? { move: 'complete', responseCode, railSessionId: null } : { move: 'fail', responseCode, reason: 'rejected' };
  }
  return contradiction(transfer, attempt, { verdict, responseCode });
}

/** Late news about a transfer that is over: the same verdict changes nothing, the opposite one is an exception. */
function contradiction(transfer: Transfer, attempt: Attempt | null, answer: Pick<RailEvidence, 'verdict' | 'responseCode'>): Move {
  // Without an attempt nothing was ever sent, so nothing that a rail says can be about this transfer.
  if (attempt === null) return { move: 'none' };
  if (transfer.state === 'FAILED' && answer.verdict === 'success') return { move: 'exception', kind: 'success_after_failure', responseCode: answer.responseCode };
  if (transfer.state === 'COMPLETED' && answer.verdict === 'reject') return { move: 'exception', kind: 'failure_after_success', responseCode: answer.responseCode };
  return { move: 'none' };
}

function askAgain(attempt: Attempt | null, rail: RailTraits, now: Date): Move {
  const schedule = rail.queryScheduleSeconds;
  const wait = schedule[Math.min(attempt?.queries ?? 0, schedule.length - 1)] ?? 60;
  return { move: 'ask_again', nextAt: soon(now, wait) };
}

function soon(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
