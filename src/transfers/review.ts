/**
 * What a rail never answered, people decide: two different members of the organization, each with the evidence they
 * saw. One alone moves nothing, and two who disagree leave the money held.
 */
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { post } from '#src/ledger/postings.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { Lane } from '#src/work/lanes.ts';
import { recover } from './ledger-legs.ts';
import { listWaitingReversals } from './reversal-store.ts';
import { closeException, insertVote, listInReview, listOpenExceptions, selectVotes, tenantOfTransfer, type Verdict, type Vote } from './review-store.ts';
import type { Settle } from './settle.ts';
import { lockTransfers } from './store.ts';
import type { ExceptionKind, TransferState } from './transfer.ts';

/** What waits for people in all tenants, the oldest first, at most `limit` of each. */
export function waitingForPeople(ctx: Pick<Context, 'db'>, limit: number) {
  return ctx.db.across('audit', async (tx) => ({
    reviews: await listInReview(tx, limit), reversals: await listWaitingReversals(tx, limit), exceptions: await listOpenExceptions(tx, limit),
  }));
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

/**
 * Closes an exception with what was found out. `recovered` says that the other side has put it right, and takes the
 * compensating entry back by its opposite; otherwise the amount stays on rail_exceptions.
 * @throws Failure transaction_not_found; record_not_found when no such exception is open
 */
export async function resolveException(ctx: Context, resolution: Reviewer & { transactionId: string; kind: ExceptionKind; recovered: boolean; evidence: string }): Promise<void> {
  const { transactionId, kind, recovered, evidence } = resolution;
  const { tenantId } = await tenantOf(ctx, resolution);
  await ctx.db.write(tenantId, async (tx) => {
    const transfer = (await lockTransfers(tx, [transactionId])).get(transactionId);
    if (transfer === undefined) throw fail('transaction_not_found');
    if (!(await closeException(tx, transactionId, kind, { resolution: evidence, recovered }))) {
      throw fail('record_not_found', { message: 'No such exception is open.', fix: 'List the open ones: npm run review -- list' });
    }
    if (recovered) await post(tx, recover(transfer, kind));
    await recordAudit(tx, ctx.ids, { actor: resolution.memberId, action: 'transfer.exception_resolved', subject: transactionId, details: { kind, recovered, evidence } });
  });
}

/** The tenant of the organization that has the transfer. @throws Failure transaction_not_found */
export async function tenantOf(ctx: Context, { organizationId, transactionId }: Reviewer & { transactionId: string }) {
  const found = await ctx.db.across('worker', (tx) => tenantOfTransfer(tx, organizationId, transactionId));
  if (found === null) throw fail('transaction_not_found');
  return found;
}
