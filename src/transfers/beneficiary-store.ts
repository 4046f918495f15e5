/** The SQL of saved beneficiaries. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';

export type Beneficiary = { beneficiaryId: string; accountNumber: string; bankCode: string; accountName: string; createdAt: Date };

const columns: Sql = sql`beneficiary_id as "beneficiaryId", account_number as "accountNumber", bank_code as "bankCode", account_name as "accountName", created_at as "createdAt"`;

/** Saves it, or brings the name of the one that was saved before up to date. A customer has each account once. */
export async function upsertBeneficiary(tx: Tx, customerId: string, beneficiary: Omit<Beneficiary, 'createdAt'>): Promise<Beneficiary> {
  const [row] = await tx.rows<Beneficiary>(sql`
    insert into beneficiary (tenant_id, beneficiary_id, customer_id, account_number, bank_code, account_name, created_at)
    values (${tx.tenantId}, ${beneficiary.beneficiaryId}, ${customerId}, ${beneficiary.accountNumber}, ${beneficiary.bankCode}, ${beneficiary.accountName}, ${tx.now})
    on conflict (tenant_id, customer_id, account_number, bank_code) do update set account_name = excluded.account_name
    returning ${columns}`);
  if (row === undefined) throw new Error('A beneficiary was not written.');
  return row;
}

/** One page, newest first. */
export async function listBeneficiaries(tx: ReadTx, customerId: string, page: { limit: number; offset: number }): Promise<{ total: number; beneficiaries: Beneficiary[] }> {
  const where = sql`tenant_id = ${tx.tenantId} and customer_id = ${customerId}`;
  const [count] = await tx.rows<{ total: bigint }>(sql`select count(*) as total from beneficiary where ${where}`);
  const beneficiaries = await tx.rows<Beneficiary>(sql`select ${columns} from beneficiary where ${where} order by beneficiary_id desc limit ${page.limit} offset ${page.offset}`);
  return { total: Number(count?.total ?? 0n), beneficiaries };
}

/** False when the customer has no such beneficiary. */
export async function deleteBeneficiary(tx: Tx, customerId: string, beneficiaryId: string): Promise<boolean> {
  const deleted = await tx.execute(sql`delete from beneficiary where tenant_id = ${tx.tenantId} and beneficiary_id = ${beneficiaryId} and customer_id = ${customerId}`);
  return deleted === 1;
}
