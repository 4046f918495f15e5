/** The SQL of saved beneficiaries. */
import { searchedWords } from '#src/customers/search-words.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { joinable, type Sql, sql, tenantFor } from '#src/db/sql.ts';

export type Beneficiary = { beneficiaryId: string; accountNumber: string; bankCode: string; accountName: string; createdAt: Date; lastUsedAt: Date };
export type NewBeneficiary = Omit<Beneficiary, 'createdAt' | 'lastUsedAt'> & { customerId: string };

const columns: Sql = sql`beneficiary_id as "beneficiaryId", account_number as "accountNumber", bank_code as "bankCode", account_name as "accountName", created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** From an enquiry: saves it, or brings the name of the one that was saved before up to date. A customer has each account once. */
export async function upsertBeneficiary(tx: Tx, beneficiary: NewBeneficiary): Promise<Beneficiary> {
  const [row] = await tx.rows<Beneficiary>(sql`
    insert into beneficiary (tenant_id, beneficiary_id, customer_id, account_number, bank_code, account_name, name_words, created_at, last_used_at)
    values (${tx.tenantId}, ${beneficiary.beneficiaryId}, ${beneficiary.customerId}, ${beneficiary.accountNumber}, ${beneficiary.bankCode}, ${beneficiary.accountName}, ${keptWords(beneficiary.accountName)}, ${tx.now}, ${tx.now})
    on conflict (tenant_id, customer_id, account_number, bank_code) do update
      set account_name = excluded.account_name, name_words = excluded.name_words, last_used_at = greatest(beneficiary.last_used_at, excluded.last_used_at)
    returning ${columns}`);
  if (row === undefined) throw new Error('A beneficiary was not written.');
  return row;
}

/**
 * From payments that arrived: saves those the customers have not, and of the others only says when they were used. One statement
 * for any number, in an order that every batch keeps. A customer must not be given twice with one account.
 */
export async function savePaid(tx: Tx, paid: readonly NewBeneficiary[]): Promise<void> {
  if (paid.length === 0) return;
  const column = (pick: (beneficiary: NewBeneficiary) => string): string[] => paid.map(pick);
  await tx.execute(joinable(sql`
    insert into beneficiary (tenant_id, beneficiary_id, customer_id, account_number, bank_code, account_name, name_words, created_at, last_used_at)
    select p.tenant_id, p.id, p.customer_id, p.number, p.bank, p.name, p.words, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from unnest(
      ${tenantFor(tx, paid)}::text[], ${column((p) => p.beneficiaryId)}::text[], ${column((p) => p.customerId)}::text[], ${column((p) => p.accountNumber)}::text[], ${column((p) => p.bankCode)}::text[],
      ${column((p) => p.accountName)}::text[], ${column((p) => keptWords(p.accountName))}::text[]
    ) as p (tenant_id, id, customer_id, number, bank, name, words)
    order by p.tenant_id, p.customer_id, p.number, p.bank
    on conflict (tenant_id, customer_id, account_number, bank_code) do update set last_used_at = greatest(beneficiary.last_used_at, excluded.last_used_at)
    returning tenant_id as "tenantId"`));
}

/** One page of those whose names have words that begin so, the last used first. */
export async function listBeneficiaries(tx: ReadTx, of: { customerId: string; search: string | null }, page: { limit: number; offset: number }): Promise<{ total: number; beneficiaries: Beneficiary[] }> {
  const begins = searchedWords(of.search ?? '').map((word) => `% ${word.replace(/[\\%_]/g, '\\$&')}%`);
  const where = sql`tenant_id = ${tx.tenantId} and customer_id = ${of.customerId} and coalesce(name_words, ' ' || lower(account_name)) like all (${begins}::text[])`;
  const [count] = await tx.rows<{ total: bigint }>(sql`select count(*) as total from beneficiary where ${where}`);
  const beneficiaries = await tx.rows<Beneficiary>(sql`select ${columns} from beneficiary where ${where} order by last_used_at desc, beneficiary_id desc limit ${page.limit} offset ${page.offset}`);
  return { total: Number(count?.total ?? 0n), beneficiaries };
}

/** False when the customer has no such beneficiary. */
/** All of a customer's. */
export async function deleteBeneficiariesOf(tx: Tx, customerId: string): Promise<void> {
  await tx.execute(sql`delete from beneficiary where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`);
}

export async function deleteBeneficiary(tx: Tx, customerId: string, beneficiaryId: string): Promise<boolean> {
  const deleted = await tx.execute(sql`delete from beneficiary where tenant_id = ${tx.tenantId} and beneficiary_id = ${beneficiaryId} and customer_id = ${customerId}`);
  return deleted === 1;
}

/** The words of a name as a search looks for them: each after a blank. */
function keptWords(accountName: string): string {
  return searchedWords(accountName).map((word) => ` ${word}`).join('');
}
