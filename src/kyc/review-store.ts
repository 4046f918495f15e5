/** SQL of checks that people decide. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type CheckVerdict = 'pass' | 'fail';
export type ReviewState = 'pending' | 'passed' | 'failed';
export type CheckVote = { memberId: string; verdict: CheckVerdict; reason: string };

export async function insertReview(tx: Tx, review: { checkId: string; picturesSealed: Buffer | null; picturesUntil: Date }): Promise<void> {
  await tx.execute(sql`
    insert into kyc_review (tenant_id, check_id, state, pictures_sealed, pictures_until, created_at)
    values (${tx.tenantId}, ${review.checkId}, 'pending', ${review.picturesSealed}, ${review.picturesUntil}, ${tx.now})`);
}

export type LockedReview = { checkId: string; state: ReviewState; kind: string; customerId: string | null; subjectIndex: Buffer };

/** Held until the transaction ends. */
export async function lockReview(tx: Tx, checkId: string): Promise<LockedReview | undefined> {
  const [row] = await tx.rows<LockedReview>(sql`
    select r.check_id as "checkId", r.state, c.kind, c.customer_id as "customerId", c.subject_index as "subjectIndex" from kyc_review r join kyc_check c using (tenant_id, check_id)
    where tenant_id = ${tx.tenantId} and check_id = ${checkId} for update of r`);
  return row;
}

/** True when it is the member's first vote. */
export async function insertCheckVote(tx: Tx, checkId: string, { memberId, verdict, reason }: CheckVote): Promise<boolean> {
  return (await tx.execute(sql`
    insert into kyc_review_vote (tenant_id, check_id, member_id, verdict, reason, created_at) values (${tx.tenantId}, ${checkId}, ${memberId}, ${verdict}, ${reason}, ${tx.now})
    on conflict do nothing`)) === 1;
}

/** In the order they were given. */
export function selectCheckVotes(tx: ReadTx, checkId: string): Promise<CheckVote[]> {
  return tx.rows<CheckVote>(sql`
    select member_id as "memberId", verdict, reason from kyc_review_vote where tenant_id = ${tx.tenantId} and check_id = ${checkId} order by created_at, member_id`);
}

/** Ends a pending review; the pictures go then, if not before. */
export async function finishReview(tx: Tx, checkId: string, state: 'passed' | 'failed', picturesUntil: Date): Promise<void> {
  const ended = await tx.execute(sql`
    update kyc_review set state = ${state}, decided_at = ${tx.now}, pictures_until = least(pictures_until, ${picturesUntil})
    where tenant_id = ${tx.tenantId} and check_id = ${checkId} and state = 'pending'`);
  if (ended !== 1) throw new Error('A locked review was not pending.');
}

/** The sealed pictures; null: there are none, or no more. */
export async function findPictures(tx: ReadTx, checkId: string): Promise<Buffer | null> {
  const [row] = await tx.rows<{ sealed: Buffer | null }>(sql`select pictures_sealed as sealed from kyc_review where tenant_id = ${tx.tenantId} and check_id = ${checkId}`);
  return row?.sealed ?? null;
}

/** Removes the pictures whose time is over, at most so many of one tenant. Answers how many. */
export async function dropPictures(tx: Tx, limit: number): Promise<number> {
  return tx.execute(sql`
    update kyc_review set pictures_sealed = null where tenant_id = ${tx.tenantId} and check_id = any(array(
      select check_id from kyc_review where tenant_id = ${tx.tenantId} and pictures_sealed is not null and pictures_until <= ${tx.now} order by pictures_until limit ${limit} for update skip locked))`);
}

export type PendingCheck = {
  checkId: string; kind: string; customerId: string | null; score: number | null; threshold: number | null; hasPictures: boolean; ageSeconds: number; forPass: number; forFail: number;
};

/** In all tenants, the oldest first. */
export function listPendingChecks(tx: ReadTx, limit: number): Promise<PendingCheck[]> {
  return tx.rows<PendingCheck>(sql`
    select check_id as "checkId", c.kind, c.customer_id as "customerId", c.score::float8 as score, c.threshold::float8 as threshold, r.pictures_sealed is not null as "hasPictures",
      extract(epoch from ${tx.now}::timestamptz + make_interval(secs => t.clock_offset_seconds) - r.created_at)::float8 as "ageSeconds",
      (select count(*)::int from kyc_review_vote v where v.tenant_id = r.tenant_id and v.check_id = r.check_id and v.verdict = 'pass') as "forPass",
      (select count(*)::int from kyc_review_vote v where v.tenant_id = r.tenant_id and v.check_id = r.check_id and v.verdict = 'fail') as "forFail"
    from kyc_review r join kyc_check c using (tenant_id, check_id) join tenant t using (tenant_id)
    where r.state = 'pending' and t.retired_at is null order by r.created_at, check_id limit ${limit}`);
}

export type WaitingCheck = Omit<PendingCheck, 'ageSeconds'> & { createdAt: Date; mine: CheckVerdict | null };

/** Of one tenant, the oldest first, with how the member voted. */
export function listWaitingChecks(tx: ReadTx, memberId: string, limit: number): Promise<WaitingCheck[]> {
  return tx.rows<WaitingCheck>(sql`
    select check_id as "checkId", c.kind, c.customer_id as "customerId", c.score::float8 as score, c.threshold::float8 as threshold, r.pictures_sealed is not null as "hasPictures", r.created_at as "createdAt",
      (select count(*)::int from kyc_review_vote v where v.tenant_id = r.tenant_id and v.check_id = r.check_id and v.verdict = 'pass') as "forPass",
      (select count(*)::int from kyc_review_vote v where v.tenant_id = r.tenant_id and v.check_id = r.check_id and v.verdict = 'fail') as "forFail",
      (select v.verdict from kyc_review_vote v where v.tenant_id = r.tenant_id and v.check_id = r.check_id and v.member_id = ${memberId}) as mine
    from kyc_review r join kyc_check c using (tenant_id, check_id)
    where tenant_id = ${tx.tenantId} and r.state = 'pending' order by r.created_at, check_id limit ${limit}`);
}

/** The tenant of the organization that has the check in review, decided or not. */
export async function tenantOfReview(tx: ReadTx, organizationId: string, checkId: string): Promise<string | null> {
  const [row] = await tx.rows<{ tenantId: string }>(sql`
    select tenant_id as "tenantId" from kyc_review join tenant using (tenant_id) where organization_id = ${organizationId} and retired_at is null and check_id = ${checkId}`);
  return row?.tenantId ?? null;
}
