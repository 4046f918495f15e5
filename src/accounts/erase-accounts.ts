/** What an erasure does to a customer's accounts: they stay, without the name and closed to money. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { type Account, lockAccounts } from './store.ts';

/** What an account is called whose holder was erased. */
export const erasedName = 'ERASED';

/** The customer's accounts, held until the transaction ends. */
export async function lockAccountsOf(tx: Tx, customerId: string): Promise<Account[]> {
  return [...(await lockAccounts(tx, await numbersOf(tx, customerId))).values()];
}

async function numbersOf(tx: ReadTx, customerId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`select account_number as id from account where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`);
  return rows.map(({ id }) => id);
}

/** Takes the holder's name from locked accounts and lets no money in or out any more. */
export async function eraseAccounts(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update account set name = ${erasedName}, restriction = 'no_debit_no_credit', restriction_reason = 'The customer was erased', version = version + 1
    where tenant_id = ${tx.tenantId} and account_number = any(${[...accountNumbers]}::text[])`);
}
