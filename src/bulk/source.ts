/** The account that pays for a bulk transfer. */
import { type Account, lockAccounts } from '#src/accounts/store.ts';
import { findCustomers } from '#src/customers/find-customer.ts';
import type { Tx } from '#src/db/database.ts';
import { sourceAccountOf } from '#src/transfers/initiate.ts';
import type { Batch } from './batch.ts';

/**
 * Holds the account, which may pay now; the rules are those of a single transfer.
 * @throws Failure customer_not_found, account_not_found, source_account_not_allowed, customer_disabled, account_restricted, name_mismatch
 */
export async function lockSource(tx: Tx, source: Pick<Batch, 'sourceAccountNumber' | 'customerId'>, sourceAccountName: string | null = null): Promise<Account> {
  const accounts = await lockAccounts(tx, [source.sourceAccountNumber]);
  const customers = await findCustomers(tx, source.customerId === null ? [] : [source.customerId]);
  return sourceAccountOf({ accounts, customers }, { ...source, sourceAccountName });
}
