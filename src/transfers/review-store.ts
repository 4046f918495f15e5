/** The SQL of what people decide: transfers in review, their votes, and open exceptions. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import type { ExceptionKind } from './transfer.ts';

export type Verdict = 'success' | 'failure';
export type Vote = { memberId: string; verdict: Verdict; evidence: string; createdAt: Date };

export type InReview = {
  tenantId: string;
  transactionId: string;
  amountKobo: bigint;
  /** When its owner confirmed it: the money is held since. */
  authorisedAt: Date;
  beneficiaryAccountNumber: string;
  beneficiaryBankCode: string;
  /** The tenant's own clock. */
  ageSeconds: number;
  rail: string | null;
  railRef: string | null;
  lastVerdict: string | null;
  lastResponseCode: string | null;
  lastDetail: string | null;
  lastAnswerAt: Date | null;
  /** How many voted for each. */
  forSuccess: number;
  forFailure: number;
};

/** In a tenant its own rows; in the scope `audit`, which belongs to none, everybody's. `tenantId` is a column. */
export function ofTenant(tx: ReadTx, tenantId: Sql): Sql {
  return tx.tenantId === '' ? sql`` : sql`and ${tenantId} = ${tx.tenantId}`;
}

/** Transfers that wait for people, the oldest first: of one tenant, or in the scope `audit` of all. */
export async function listInReview(tx: ReadTx, limit: number): Promise<InReview[]> {
  return tx.rows<InReview>(sql`
    select t.tenant_id as "tenantId", t.transaction_id as "transactionId", t.amount_kobo as "amountKobo", t.authorised_at as "authorisedAt",
      t.beneficiary_account_number as "beneficiaryAccountNumber", t.beneficiary_bank_code as "beneficiaryBankCode",
      extract(epoch from now() + make_interval(secs => n.clock_offset_seconds) - t.authorised_at)::float8 as "ageSeconds",
      a.rail, a.rail_ref as "railRef", a.last_verdict as "lastVerdict", a.last_response_code as "lastResponseCode", a.last_detail as "lastDetail", a.last_answer_at as "lastAnswerAt",
      (select count(*) from review_vote v where v.tenant_id = t.tenant_id and v.transaction_id = t.transaction_id and v.verdict = 'success')::int as "forSuccess",
      (select count(*) from review_vote v where v.tenant_id = t.tenant_id and v.transaction_id = t.transaction_id and v.verdict = 'failure')::int as "forFailure"
    from transfer t join tenant n on n.tenant_id = t.tenant_id
    left join rail_attempt a on a.tenant_id = t.tenant_id and a.transaction_id = t.transaction_id
    where t.state = 'REVIEW' and n.retired_at is null ${ofTenant(tx, sql`t.tenant_id`)} order by t.authorised_at, t.transaction_id limit ${limit}`);
}

/** Votes in the order in which they were given. */
export async function selectVotes(tx: ReadTx, transactionId: string): Promise<Vote[]> {
  return tx.rows<Vote>(sql`
    select member_id as "memberId", verdict, evidence, created_at as "createdAt" from review_vote
    where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} order by created_at, member_id`);
}

/** Answers false when the member has voted before. */
export async function insertVote(tx: Tx, transactionId: string, vote: Omit<Vote, 'createdAt'>): Promise<boolean> {
  const inserted = await tx.execute(sql`
    insert into review_vote (tenant_id, transaction_id, member_id, verdict, evidence, created_at)
    values (${tx.tenantId}, ${transactionId}, ${vote.memberId}, ${vote.verdict}, ${vote.evidence}, ${tx.now}) on conflict do nothing`);
  return inserted === 1;
}

export type OpenException = {
  tenantId: string;
  transactionId: string;
  kind: ExceptionKind;
  responseCode: string | null;
  amountKobo: bigint;
  createdAt: Date;
  /** In the order in which they were given. */
  votes: { memberId: string; recovered: boolean; evidence: string }[];
};

/** Exceptions that nobody resolved, the oldest first, each with its votes: of one tenant, or in the scope `audit` of all. */
export async function listOpenExceptions(tx: ReadTx, limit: number): Promise<OpenException[]> {
  return tx.rows<OpenException>(sql`
    select x.tenant_id as "tenantId", x.transaction_id as "transactionId", x.kind, x.response_code as "responseCode", t.amount_kobo as "amountKobo", x.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('memberId', v.member_id, 'recovered', v.recovered, 'evidence', v.evidence) order by v.created_at, v.member_id), '[]'::json)
        from exception_vote v where v.tenant_id = x.tenant_id and v.transaction_id = x.transaction_id and v.kind = x.kind) as votes
    from rail_exception x join transfer t on t.tenant_id = x.tenant_id and t.transaction_id = x.transaction_id
    join tenant n on n.tenant_id = x.tenant_id and n.retired_at is null
    where x.resolved_at is null ${ofTenant(tx, sql`x.tenant_id`)} order by x.created_at, x.transaction_id limit ${limit}`);
}

/** Closes an open exception; answers false when there is none. */
export async function closeException(tx: Tx, transactionId: string, kind: ExceptionKind, { resolution, recovered }: { resolution: string; recovered: boolean }): Promise<boolean> {
  const closed = await tx.execute(sql`
    update rail_exception set resolved_at = ${tx.now}, resolution = ${resolution}, recovered = ${recovered}
    where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} and kind = ${kind} and resolved_at is null`);
  return closed === 1;
}

/** The tenant among these that has the transfer, with its environment. */
export async function tenantOfTransfer(tx: ReadTx, organizationId: string, transactionId: string): Promise<{ tenantId: string; environment: 'sandbox' | 'live' } | null> {
  const [row] = await tx.rows<{ tenantId: string; environment: 'sandbox' | 'live' }>(sql`
    select n.tenant_id as "tenantId", n.environment from tenant n
    cross join lateral (select from transfer t where t.tenant_id = n.tenant_id and t.transaction_id = ${transactionId} offset 0) as found
    where n.organization_id = ${organizationId} and n.retired_at is null`);
  return row ?? null;
}
