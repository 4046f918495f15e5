/**
 * What has arrived, two people can take back: two different members of the organization, each with a reason and the evidence they saw.
 * Between two accounts here the amount goes back from the beneficiary, as far as it is still there. Another bank alone can give its
 * money back: then the two confirm that it has come, under which session id, and the books follow.
 */
import type { Context, Environment } from '#src/context.ts';
import { findCredits } from '#src/credits/find-credits.ts';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { readBalances, spendable } from '#src/ledger/postings.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { Lane } from '#src/work/lanes.ts';
import { insertReversalVote, otherTransferOfSession, type ReversalVote, selectReversalVotes } from './reversal-store.ts';
import { agreement, type Reviewer, tenantOf } from './review.ts';
import type { Settle } from './settle.ts';
import { lockTransfers, selectTransfer } from './store.ts';
import { operatorReversal, type Transfer, type TransferState } from './transfer.ts';

export type ReversalStanding = {
  /**
   * `waiting`: one more must say the same. `opposed`: they disagree, about it or about which money came back, and the next vote decides. `refused`: two were against it, for ever.
   * `reversed`: two were for it, and the payer has the money. `uncovered`: two were for it, but the beneficiary's money went meanwhile;
   * either of the two votes again when it is back. `overtaken`: the rail's own return came first, and nothing more was moved.
   */
  outcome: 'waiting' | 'opposed' | 'refused' | 'reversed' | 'uncovered' | 'overtaken';
  state: TransferState;
  votes: readonly ReversalVote[];
};

/**
 * Stores the vote of a member who has signed in and may decide, once for each member, and takes the transfer back when two were for it:
 * opposite entries of amount and charges, state RETURNED, `payment.reversed`; what it counted against the day's limits stays counted, as
 * with a return. Safe to repeat: the same vote again finishes what a crash between the second vote and the entries left open. One vote
 * moves nothing, and no vote is changed.
 * @throws Failure transaction_not_found; transfer_state_invalid where the transfer has not arrived or is decided, or the member said
 * otherwise before; missing_field, invalid_field where `receivedSessionId` does not fit; insufficient_funds where the beneficiary's
 * account does not cover the amount: then nothing was stored
 */
export async function voteOnReversal(
  ctx: Context,
  settleLane: Lane<Settle, TransferState | null>,
  vote: Reviewer & Pick<ReversalVote, 'verdict' | 'reason' | 'evidence' | 'receivedSessionId'> & { transactionId: string },
): Promise<ReversalStanding> {
  const { transactionId } = vote;
  const { tenantId, environment } = await tenantOf(ctx, vote);
  await refuseCredited(ctx, environment, vote.receivedSessionId);
  const votes = await ctx.db.write(tenantId, (tx) => storeVote(ctx, tx, vote));
  crashPoint('reversal.voted');
  const agreed = decisionOf(votes);
  if (agreed === null) return { outcome: votes.length > 1 ? 'opposed' : 'waiting', state: 'COMPLETED', votes };
  if (agreed === 'against') return { outcome: 'refused', state: 'COMPLETED', votes };
  await settleLane.run(tenantId, { environment, transactionId, evidence: { from: 'reversal' } });
  const transfer = await ctx.db.read(tenantId, (tx) => selectTransfer(tx, transactionId));
  if (transfer?.state !== 'RETURNED') return { outcome: 'uncovered', state: 'COMPLETED', votes };
  return { outcome: transfer.failureCode === operatorReversal ? 'reversed' : 'overtaken', state: 'RETURNED', votes };
}

/** What two members agree on: against it, or for it because of the very same money. One who mistyped its session id is outvoted by two others. Pure. */
export function decisionOf(votes: readonly Pick<ReversalVote, 'verdict' | 'receivedSessionId'>[]): ReversalVote['verdict'] | null {
  const agreed = agreement(votes.map(({ verdict, receivedSessionId }) => ({ verdict: `${verdict} ${receivedSessionId ?? ''}` })));
  return agreed === null ? null : agreed.startsWith('for') ? 'for' : 'against';
}

/** All votes with this one. */
async function storeVote(ctx: Context, tx: Tx, vote: Parameters<typeof voteOnReversal>[2]): Promise<ReversalVote[]> {
  const { transactionId, memberId, verdict } = vote;
  const transfer = (await lockTransfers(tx, [transactionId])).get(transactionId);
  if (transfer === undefined) throw fail('transaction_not_found');
  if (transfer.state !== 'COMPLETED') {
    throw fail('transfer_state_invalid', { message: `The transfer is ${transfer.state}; only one that arrived is taken back.`, details: { state: transfer.state } });
  }
  const votes = await selectReversalVotes(tx, transactionId);
  const own = votes.find((each) => each.memberId === memberId);
  const decided = decisionOf(votes);
  if (own !== undefined && own.verdict !== verdict) throw fail('transfer_state_invalid', { message: `You voted ${own.verdict} before; a vote is not changed.`, fix: 'Ask another member to decide.' });
  if (own !== undefined && verdict === 'for' && own.receivedSessionId !== vote.receivedSessionId) {
    throw fail('transfer_state_invalid', { message: `You named ${own.receivedSessionId ?? 'no session id'} before; a vote is not changed.`, fix: 'Vote again as you did, or ask two other members to name the money that came back.' });
  }
  if (own === undefined && decided !== null) throw fail('transfer_state_invalid', { message: `Two members voted ${decided} already.`, fix: 'To finish what was agreed, one of the two votes again.' });
  if (verdict === 'for') await checkMoney(tx, transfer, vote.receivedSessionId);
  if (own !== undefined) return votes;
  await insertReversalVote(tx, transactionId, { ...vote, receivedSessionId: verdict === 'for' ? vote.receivedSessionId : null });
  const { reason, evidence, receivedSessionId } = vote;
  await recordAudit(tx, ctx.ids, { actor: memberId, action: 'transfer.reversal_vote', subject: transactionId, details: { verdict, reason, evidence, receivedSessionId } });
  return selectReversalVotes(tx, transactionId);
}

/** Is the money there to be given back? Here, on the beneficiary's account; otherwise by the word of both, who must mean the same money. */
async function checkMoney(tx: Tx, transfer: Transfer, receivedSessionId: string | null): Promise<void> {
  const field = '/receivedSessionId';
  if (transfer.onUs) {
    if (receivedSessionId !== null) throw fail('invalid_field', { field, message: 'The transfer was between two accounts here; no bank gave money back.', fix: 'Leave the session id out.' });
    const available = spendable((await readBalances(tx, [transfer.beneficiaryAccountNumber])).get(transfer.beneficiaryAccountNumber)?.available ?? 0n);
    if (available >= transfer.amountKobo) return;
    const [has, needs] = [nairaNumber(available), nairaNumber(transfer.amountKobo)];
    throw fail('insufficient_funds', {
      message: `The beneficiary's account has ${has} naira available, and ${needs} would go back. Nothing was stored.`, fix: 'Vote when the account covers it.', details: { available: has, required: needs },
    });
  }
  if (receivedSessionId === null) throw fail('missing_field', { field, message: 'Only the other bank can give this money back.', fix: 'Name the session id, 30 digits, under which it came.' });
  const named = await otherTransferOfSession(tx, transfer.transactionId, receivedSessionId);
  if (named !== null) throw fail('invalid_field', { field, message: `That money was named for ${named}.`, fix: 'Find the session id of this transfer\'s own money.' });
}

/** Money that was credited to somebody as it came cannot come back once more. */
async function refuseCredited(ctx: Context, environment: Environment, receivedSessionId: string | null): Promise<void> {
  if (receivedSessionId === null || (await findCredits(ctx.db, environment, [receivedSessionId])).size === 0) return;
  throw fail('invalid_field', { field: '/receivedSessionId', message: 'That money was credited to an account when it came.', fix: 'Settle it with the owner of that account.' });
}
