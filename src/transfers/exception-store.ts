/** The SQL of exceptions: late news from the rail that contradicts a final state. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { ExceptionKind } from './transfer.ts';

export type ExceptionRow = { transactionId: string; kind: ExceptionKind; responseCode: string | null };

/** What is known already, as "transactionId kind". */
export async function selectExceptions(tx: ReadTx, transactionIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ transaction_id: string; kind: string }>(sql`
    select transaction_id, kind from rail_exception where tenant_id = ${tx.tenantId} and transaction_id = any(${[...transactionIds]}::text[])`);
  return new Set(rows.map((row) => `${row.transaction_id} ${row.kind}`));
}

export async function insertExceptions(tx: Tx, exceptions: readonly ExceptionRow[]): Promise<void> {
  if (exceptions.length === 0) return;
  await tx.execute(sql`
    insert into rail_exception (tenant_id, transaction_id, kind, response_code, created_at)
    select ${tx.tenantId}, e.transaction_id, e.kind, e.response_code, ${tx.now}::timestamptz
    from unnest(${exceptions.map((e) => e.transactionId)}::text[], ${exceptions.map((e) => e.kind)}::text[], ${exceptions.map((e) => e.responseCode)}::text[]) as e (transaction_id, kind, response_code)`);
}
