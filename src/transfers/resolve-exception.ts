/** News of the rail that contradicts a final state: two different members say what it was, and the exception is closed. */
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { post } from '#src/ledger/postings.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { type ExceptionVote, insertExceptionVote, selectExceptionVotes, selectIsOpen } from './exception-store.ts';
import { recover } from './ledger-legs.ts';
import { agreement, type Reviewer, tenantOf } from './review.ts';
import { closeException } from './review-store.ts';
import { lockTransfers } from './store.ts';
import type { ExceptionKind } from './transfer.ts';

export type Resolution = {
  /** `waiting`: one more must say the same. `opposed`: they disagree, and the next vote decides. `decided`: closed. */
  outcome: 'waiting' | 'opposed' | 'decided';
  votes: readonly ExceptionVote[];
};

/**
 * Stores the vote, once for each member, and closes the exception in the same transaction when two said the same. `recovered` says that
 * the other side has put it right, and takes the compensating entry back by its opposite; otherwise the amount stays on rail_exceptions.
 * @throws Failure transaction_not_found; record_not_found when no such exception is open; transfer_state_invalid when the member said otherwise before
 */
export async function voteOnException(ctx: Context, vote: Reviewer & { transactionId: string; kind: ExceptionKind; recovered: boolean; evidence: string }): Promise<Resolution> {
  const { transactionId, kind, memberId, recovered, evidence } = vote;
  const { tenantId } = await tenantOf(ctx, vote);
  return ctx.db.write(tenantId, async (tx) => {
    const transfer = (await lockTransfers(tx, [transactionId])).get(transactionId);
    if (transfer === undefined) throw fail('transaction_not_found');
    if (!(await selectIsOpen(tx, transactionId, kind))) throw fail('record_not_found', { message: 'No such exception is open.', fix: 'Look at the open ones: in the dashboard, or npm run review -- list' });
    const isNew = await insertExceptionVote(tx, transactionId, kind, { memberId, recovered, evidence });
    const votes = await selectExceptionVotes(tx, transactionId, kind);
    if (votes.find((each) => each.memberId === memberId)?.recovered !== recovered) {
      throw fail('transfer_state_invalid', { message: `You said ${recovered ? 'that it was not recovered' : 'that it was recovered'} before; a vote is not changed.`, fix: 'Ask another member to decide.' });
    }
    if (isNew) await recordAudit(tx, ctx.ids, { actor: memberId, action: 'transfer.exception_vote', subject: transactionId, details: { kind, recovered, evidence } });
    const agreed = agreement(votes.map((each) => ({ verdict: each.recovered })));
    if (agreed === null) return { outcome: votes.length > 1 ? 'opposed' : 'waiting', votes };
    const resolution = votes.filter((each) => each.recovered === agreed).map((each) => each.evidence).join('; ');
    if (!(await closeException(tx, transactionId, kind, { resolution, recovered: agreed }))) throw new Error('The exception changed under its lock.');
    if (agreed) await post(tx, recover(transfer, kind));
    await recordAudit(tx, ctx.ids, { actor: memberId, action: 'transfer.exception_resolved', subject: transactionId, details: { kind, recovered: agreed } });
    return { outcome: 'decided', votes };
  });
}
