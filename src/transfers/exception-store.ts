/** The SQL of exceptions: late news from the rail that contradicts a final state. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { idsOf, joinable, sql } from '#src/db/sql.ts';
import type { ExceptionKind } from './transfer.ts';

export type ExceptionRow = { transactionId: string; kind: ExceptionKind; responseCode: string | null };

/** What is known already, as "transactionId kind". */
export async function selectExceptions(tx: Asker, transactionIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ transaction_id: string; kind: string }>(joinable(sql`
    select transaction_id, kind, tenant_id as "tenantId" from rail_exception join ${idsOf(tx, transactionIds)} on tenant_id = of_tenant and transaction_id = of_id`));
  return new Set(rows.map((row) => `${row.transaction_id} ${row.kind}`));
}

export async function insertExceptions(tx: Tx, exceptions: readonly ExceptionRow[]): Promise<void> {
  if (exceptions.length === 0) return;
  await tx.execute(sql`
    insert into rail_exception (tenant_id, transaction_id, kind, response_code, created_at)
    select ${tx.tenantId}, e.transaction_id, e.kind, e.response_code, ${tx.now}::timestamptz
    from unnest(${exceptions.map((e) => e.transactionId)}::text[], ${exceptions.map((e) => e.kind)}::text[], ${exceptions.map((e) => e.responseCode)}::text[]) as e (transaction_id, kind, response_code)`);
}

export type ExceptionVote = { memberId: string; recovered: boolean; evidence: string; createdAt: Date };

export async function selectIsOpen(tx: ReadTx, transactionId: string, kind: ExceptionKind): Promise<boolean> {
  const rows = await tx.rows(sql`select 1 from rail_exception where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} and kind = ${kind} and resolved_at is null`);
  return rows.length === 1;
}

/** Votes in the order in which they were given. */
export async function selectExceptionVotes(tx: ReadTx, transactionId: string, kind: ExceptionKind): Promise<ExceptionVote[]> {
  return tx.rows<ExceptionVote>(sql`
    select member_id as "memberId", recovered, evidence, created_at as "createdAt" from exception_vote
    where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} and kind = ${kind} order by created_at, member_id`);
}

/** Answers false when the member has voted before. */
export async function insertExceptionVote(tx: Tx, transactionId: string, kind: ExceptionKind, { memberId, recovered, evidence }: Omit<ExceptionVote, 'createdAt'>): Promise<boolean> {
  const inserted = await tx.execute(sql`
    insert into exception_vote (tenant_id, transaction_id, kind, member_id, recovered, evidence, created_at)
    values (${tx.tenantId}, ${transactionId}, ${kind}, ${memberId}, ${recovered}, ${evidence}, ${tx.now}) on conflict do nothing`);
  return inserted === 1;
}
