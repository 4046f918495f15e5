/**
 * What a rail never answered, people decide: two different members of the organization, each with the evidence they
 * saw. One alone moves nothing, and two who disagree leave the money held.
 */
import type { Context } from '#src/context.ts';
import type { ReadTx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { Lane } from '#src/work/lanes.ts';
import { listWaitingReversals } from './reversal-store.ts';
import { insertVote, listInReview, listOpenExceptions, selectVotes, tenantOfTransfer, type Verdict, type Vote } from './review-store.ts';
import type { Settle } from './settle.ts';
import { lockTransfers } from './store.ts';
import type { TransferState } from './transfer.ts';

/** What waits for people in all tenants, the oldest first, at most `limit` of each. */
export function waitingForPeople(ctx: Pick<Context, 'db'>, limit: number) {
  return ctx.db.across('audit', (tx) => waitingIn(tx, limit));
}

/** The same in one tenant, or, in the scope `audit`, in all. */
export async function waitingIn(tx: ReadTx, limit: number) {
  const [reviews, reversals, exceptions] = await Promise.all([listInReview(tx, limit), listWaitingReversals(tx, limit), listOpenExceptions(tx, limit)]);
  return { reviews, reversals, exceptions };
}

/** A member who has signed in. */
export type Reviewer = { organizationId: string; memberId: string };

export type Standing = {
  /** `waiting`: one more must say the same. `opposed`: they disagree, and the next vote decides. `decided`: settled. */
  outcome: 'waiting' | 'opposed' | 'decided';
  state: TransferState;
  votes: readonly Vote[];
};

/**
 * Stores the vote, once for each member, and settles the transfer when two members said the same. Safe to repeat: the same
 * vote again finishes what a crash between the vote and the settlement left open.
 * @throws Failure transaction_not_found; transfer_state_invalid when the transfer is not in review, or the member said otherwise before
 */
export async function voteOnReview(
  ctx: Context,
  settleLane: Lane<Settle, TransferState | null>,
  vote: Reviewer & { transactionId: string; verdict: Verdict; evidence: string },
): Promise<Standing> {
  const { transactionId, verdict } = vote;
  const { tenantId, environment } = await tenantOf(ctx, vote);
  const votes = await ctx.db.write(tenantId, async (tx) => {
    const transfer = (await lockTransfers(tx, [transactionId])).get(transactionId);
    if (transfer === undefined) throw fail('transaction_not_found');
    if (transfer.state !== 'REVIEW') throw fail('transfer_state_invalid', { message: `The transfer is ${transfer.state}, not in review.`, details: { state: transfer.state } });
    const isNew = await insertVote(tx, transactionId, vote);
    const all = await selectVotes(tx, transactionId);
    const own = all.find((each) => each.memberId === vote.memberId);
    if (own?.verdict !== verdict) throw fail('transfer_state_invalid', { message: `You said ${own?.verdict ?? 'nothing'} before; a vote is not changed.`, fix: 'Ask another member to decide.' });
    if (isNew) await recordAudit(tx, ctx.ids, { actor: vote.memberId, action: 'transfer.review_vote', subject: transactionId, details: { verdict, evidence: vote.evidence } });
    return all;
  });
  crashPoint('review.voted');
  const agreed = agreement(votes);
  if (agreed === null) return { outcome: votes.length > 1 ? 'opposed' : 'waiting', state: 'REVIEW', votes };
  const state = await settleLane.run(tenantId, { environment, transactionId, evidence: { from: 'people', verdict: agreed } });
  return { outcome: 'decided', state: state ?? 'REVIEW', votes };
}

/** What two members agree on first, or null. Pure; a member's vote is in the list once. */
export function agreement<Said>(votes: readonly { verdict: Said }[]): Said | null {
  const said = new Set<Said>();
  for (const { verdict } of votes) {
    if (said.has(verdict)) return verdict;
    said.add(verdict);
  }
  return null;
}

/** The tenant of the organization that has the transfer. @throws Failure transaction_not_found */
export async function tenantOf(ctx: Context, { organizationId, transactionId }: Reviewer & { transactionId: string }) {
  const found = await ctx.db.across('worker', (tx) => tenantOfTransfer(tx, organizationId, transactionId));
  if (found === null) throw fail('transaction_not_found');
  return found;
}
