import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { findReviewTenant, picturesAfterHours } from '#src/kyc/review.ts';
import { type CheckVerdict, type CheckVote, finishReview, insertCheckVote, type LockedReview, lockReview, type ReviewState, selectCheckVotes } from '#src/kyc/review-store.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { subjectIndexOf } from '#src/kyc/check-numbers.ts';
import { numbersOf } from './erase-customer.ts';
import { addFace } from './raise-tier.ts';
import { lockCustomer } from './store.ts';

export type CheckStanding = {
  /** `waiting`: more members must say the same. `decided`: it is over. */
  outcome: 'waiting' | 'decided';
  state: ReviewState;
  votes: readonly CheckVote[];
};

/**
 * A member decides a check that was too close to call, with a reason. As many members as the operator asks for (KYC_REVIEWERS, one or two) must say the same; each votes once. The decision completes the
 * check: its event is sent, the audit log has it, the pictures go a day later, and a customer's face that passed raises the tier, where the customer is still enabled.
 * @throws Failure record_not_found; check_not_retryable when it was decided before, or the member said otherwise before
 */
export async function voteOnCheck(ctx: Context, vote: { organizationId: string; memberId: string; checkId: string; verdict: CheckVerdict; reason: string }): Promise<CheckStanding> {
  const { organizationId, memberId, checkId, verdict, reason } = vote;
  const tenantId = await findReviewTenant(ctx, organizationId, checkId);
  const standing = await ctx.db.write(tenantId, async (tx): Promise<CheckStanding> => {
    const review = await lockReview(tx, checkId);
    if (review === undefined) throw fail('record_not_found');
    if (review.state !== 'pending') throw fail('check_not_retryable', { message: `The check was decided: it ${review.state}.`, details: { outcome: review.state } });
    const isNew = await insertCheckVote(tx, checkId, { memberId, verdict, reason });
    const votes = await selectCheckVotes(tx, checkId);
    if (votes.find((each) => each.memberId === memberId)?.verdict !== verdict) throw fail('check_not_retryable', { message: 'You said otherwise before; a vote is not changed.', fix: 'Ask another member to decide.' });
    if (isNew) await recordAudit(tx, ctx.ids, { actor: memberId, action: 'kyc.review_vote', subject: checkId, details: { verdict, reason } });
    if (votes.filter((each) => each.verdict === verdict).length < ctx.config.kycReviewers) return { outcome: 'waiting', state: 'pending', votes };
    const state = verdict === 'pass' ? 'passed' : 'failed';
    await complete(ctx, tx, review, state);
    return { outcome: 'decided', state, votes };
  });
  ctx.wake('webhook_delivery');
  return standing;
}

async function complete(ctx: Context, tx: Tx, { checkId, kind, customerId, subjectIndex }: LockedReview, state: 'passed' | 'failed'): Promise<void> {
  await finishReview(tx, checkId, state, new Date(tx.now.getTime() + picturesAfterHours * 3_600_000));
  await emit(tx, ctx.ids, [{ kind: 'kyc.check.completed', subject: checkId, sequence: 1, data: { checkId, kind, outcome: state === 'passed' ? 'passed' : failedOutcome(kind), customerId } }]);
  if (state === 'failed' || kind !== 'face' || customerId === null) return;
  const customer = await lockCustomer(tx, customerId);
  if (customer?.status !== 'Active' || customer.faceChecked) return;
  // A company may have another first director by now, whose face it was not.
  const keys = await ctx.keyring.of(tx.tenantId);
  if (subjectIndexOf(keys, 'face', numbersOf(keys, customer).bvn).equals(subjectIndex)) await addFace(ctx, tx, customer);
}

/** What the caller would have been told, had it been clear. */
function failedOutcome(kind: string): string {
  return kind === 'document' ? 'document_mismatch' : 'face_mismatch';
}
