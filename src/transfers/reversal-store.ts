/** The SQL of what people decide about transfers that have arrived. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { ofTenant } from './review-store.ts';

export type ReversalVerdict = 'for' | 'against';

export type ReversalVote = {
  memberId: string;
  verdict: ReversalVerdict;
  reason: string;
  /** What the member saw. */
  evidence: string;
  /** Under which the other bank's money came back, 30 digits; null between two accounts here, and in a vote against. */
  receivedSessionId: string | null;
  createdAt: Date;
};

/** Votes in the order in which they were given. */
export async function selectReversalVotes(tx: ReadTx, transactionId: string): Promise<ReversalVote[]> {
  return tx.rows<ReversalVote>(sql`
    select member_id as "memberId", verdict, reason, evidence, received_session_id as "receivedSessionId", created_at as "createdAt" from reversal_vote
    where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} order by created_at, member_id`);
}

/** @throws when the member has voted before: the transfer is locked, so nobody voted since the votes were read. */
export async function insertReversalVote(tx: Tx, transactionId: string, vote: Omit<ReversalVote, 'createdAt'>): Promise<void> {
  await tx.execute(sql`
    insert into reversal_vote (tenant_id, transaction_id, member_id, verdict, reason, evidence, received_session_id, created_at)
    values (${tx.tenantId}, ${transactionId}, ${vote.memberId}, ${vote.verdict}, ${vote.reason}, ${vote.evidence}, ${vote.receivedSessionId}, ${tx.now})`);
}

/** Another transfer for which the same money was named, or null. */
export async function otherTransferOfSession(tx: ReadTx, transactionId: string, receivedSessionId: string): Promise<string | null> {
  const [row] = await tx.rows<{ transactionId: string }>(sql`
    select transaction_id as "transactionId" from reversal_vote
    where tenant_id = ${tx.tenantId} and received_session_id = ${receivedSessionId} and transaction_id <> ${transactionId} limit 1`);
  return row?.transactionId ?? null;
}

export type WaitingReversal = {
  tenantId: string;
  transactionId: string;
  amountKobo: bigint;
  onUs: boolean;
  beneficiaryAccountNumber: string;
  /** NIP code. */
  beneficiaryBankCode: string;
  /** In the order in which they were given. */
  votes: Pick<ReversalVote, 'memberId' | 'verdict' | 'reason' | 'evidence' | 'receivedSessionId'>[];
};

/** Transfers that somebody wants taken back and nobody has decided about, the oldest vote first: of one tenant, or in the scope `audit` of all. */
export async function listWaitingReversals(tx: ReadTx, limit: number): Promise<WaitingReversal[]> {
  return tx.rows<WaitingReversal>(sql`
    select t.tenant_id as "tenantId", t.transaction_id as "transactionId", t.amount_kobo as "amountKobo", t.on_us as "onUs",
      t.beneficiary_account_number as "beneficiaryAccountNumber", t.beneficiary_bank_code as "beneficiaryBankCode", v.votes
    from (
      select tenant_id, transaction_id, min(created_at) as since, count(*) filter (where verdict = 'against') as against,
        json_agg(json_build_object('memberId', member_id, 'verdict', verdict, 'reason', reason, 'evidence', evidence, 'receivedSessionId', received_session_id) order by created_at, member_id) as votes
      from reversal_vote where true ${ofTenant(tx, sql`tenant_id`)} group by tenant_id, transaction_id
    ) as v join transfer t on t.tenant_id = v.tenant_id and t.transaction_id = v.transaction_id
    where t.state = 'COMPLETED' and v.against < 2 order by v.since, t.transaction_id limit ${limit}`);
}
