/** Where the OTPs of an account go: its own phone, or its customer's. */
import { findCustomers, openPhone } from '#src/customers/find-customer.ts';
import type { ReadTx } from '#src/db/database.ts';
import { expectPresent } from '#src/lib/assert.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { accountPhonePlace } from './open-account.ts';
import type { Account } from './store.ts';

/** E.164. Every account has one: the schema holds it to that. */
export async function accountPhone(tx: ReadTx, keys: TenantKeys, account: Account): Promise<string> {
  if (account.phoneSealed !== null) return keys.open(accountPhonePlace(account.accountNumber), account.phoneSealed);
  const customerId = expectPresent(account.customerId, 'customer of the account');
  const customer = expectPresent((await findCustomers(tx, [customerId])).get(customerId), 'customer');
  return openPhone(keys, customer);
}
