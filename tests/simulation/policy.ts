/**
 * The shipped policy, and nine unsafe ones. An unsafe policy changes what the harness hands to the production functions or
 * does around them; the functions themselves know nothing of it.
 */
import type { StoredAttempt } from '#src/transfers/store.ts';
import type { Evidence, Transfer } from '#src/transfers/transfer.ts';

export type Policy = {
  name: string;
  /** What the program believes of the rail, where it is not what the rail says. */
  believes?: { dedupes?: true; lateBoundSeconds?: number };
  /** The rail processes requests after its written bound. */
  railBreaksBound?: true;
  /** Only rails of this kind show what is unsafe about the policy. */
  rail?: { dedupes?: boolean; lateBound?: boolean };
  /** What the program takes an answer for. */
  evidence?: (evidence: Evidence, now: Date) => Evidence;
  /** What it makes of the attempt that is on record. */
  attempt?: (attempt: StoredAttempt) => StoredAttempt;
  /** What is not found is sent anew under another reference. */
  newReference?: true;
  /** The wire is touched before the intent is committed. */
  sendsFirst?: true;
  /** Neither the state nor a unique key keeps an outcome from being booked twice. */
  unguarded?: true;
  /** Nothing tells a worker that its lease ran out: neither the deadline before the wire nor the lease's version. */
  unfenced?: true;
};

export const shipped: Policy = { name: 'shipped' };

const asReject = (evidence: Evidence): Evidence =>
  evidence.from === 'send' || evidence.from === 'query' ? { ...evidence, answer: { verdict: 'reject', responseCode: evidence.answer.responseCode } } : evidence;

export const unsafePolicies: readonly Policy[] = [
  { name: 'reverse-on-timeout', evidence: (evidence) => (evidence.from === 'send' && evidence.answer.detail === 'timeout' ? asReject(evidence) : evidence) },
  { name: 'reverse-on-first-notfound', evidence: (evidence) => (evidence.from === 'query' && evidence.answer.verdict === 'not_found' ? asReject(evidence) : evidence) },
  { name: 'resend-new-ref', newReference: true },
  { name: 'resend-without-dedup', believes: { dedupes: true }, rail: { dedupes: false } },
  { name: 'send-before-intent', sendsFirst: true },
  { name: 'no-once-guard', unguarded: true },
  { name: 'rail-breaks-its-bound', railBreaksBound: true, rail: { dedupes: false, lateBound: true } },
  { name: 'bound-merely-assumed', believes: { lateBoundSeconds: 600 }, rail: { dedupes: false, lateBound: false } },
  { name: 'workers-without-fencing', unfenced: true, rail: { dedupes: false, lateBound: true } },
];

/** Policies that this program once had, each found by a run: see regressions.json. */
export const formerPolicies: readonly Policy[] = [
  { name: 'bound-from-first-intent', attempt: (attempt) => ({ ...attempt, sendBy: attempt.intentAt }) },
  { name: 'old-news-as-denial', evidence: (evidence, now) => (evidence.from === 'query' ? { ...evidence, askedAt: now } : evidence) },
];

/** How an unguarded program looks at a transfer that is over: as if its outcome were still open. */
export function asSeen(policy: Policy, transfer: Transfer): Transfer {
  return policy.unguarded === true && (transfer.state === 'COMPLETED' || transfer.state === 'FAILED') ? { ...transfer, state: 'UNKNOWN' } : transfer;
}
