/** The SQL of receipts. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** The code of a transfer's receipt; null: none was made yet. */
export async function selectCode(tx: ReadTx, transactionId: string): Promise<string | null> {
  const [row] = await tx.rows<{ code: string }>(sql`
    select verification_code as code from receipt where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId}`);
  return row?.code ?? null;
}

/** Keeps a code for the transfer unless it has one. */
export async function insertCode(tx: Tx, transactionId: string, code: string): Promise<void> {
  await tx.execute(sql`
    insert into receipt (tenant_id, transaction_id, verification_code, created_at) values (${tx.tenantId}, ${transactionId}, ${code}, ${tx.now})
    on conflict (tenant_id, transaction_id) do nothing`);
}

/** The transfer of a code within the tenant. */
export async function selectTransactionId(tx: ReadTx, code: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(sql`
    select transaction_id as id from receipt where tenant_id = ${tx.tenantId} and verification_code = ${code}`);
  return row?.id ?? null;
}

/** Whose receipt it is, before the tenant is known; none of a retired sandbox is shown. Two tenants cannot be meant: the codes are random. */
export async function ownerOfCode(tx: ReadTx, code: string): Promise<string | null> {
  const [row] = await tx.rows<{ tenantId: string }>(sql`
    select tenant_id as "tenantId" from receipt join tenant using (tenant_id) where verification_code = ${code} and retired_at is null limit 1`);
  return row?.tenantId ?? null;
}
