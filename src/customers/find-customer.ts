/** What other features may know about customers. */
import type { Asker, ReadTx } from '#src/db/database.ts';
import type { Place, Sealer, TenantKeys } from '#src/organizations/keyring.ts';
import { loadCustomersBriefly, selectErased } from './store.ts';

export type CustomerBrief = {
  customerId: string;
  status: 'Active' | 'Inactive';
  /** "First Other Last", or the company's name. */
  fullName: string;
  kycTier: number;
  /** For `customerSealer`. */
  keySealed: Buffer | null;
  /** An E.164 number; `openPhone` opens it. */
  phoneSealed: Buffer;
};

/** The tenant's customers among these ids, by id; one query for any number of them. */
export async function findCustomers(tx: Asker, customerIds: readonly string[]): Promise<Map<string, CustomerBrief>> {
  const rows = await loadCustomersBriefly(tx, customerIds);
  return new Map(rows.map(({ businessName, firstName, otherName, lastName, ...row }) => [
    row.customerId,
    { ...row, fullName: businessName ?? [firstName, otherName, lastName].filter((name) => name !== null).join(' ') },
  ]));
}

/** Those of these customers who were erased. Nobody is asked where there are none. */
export async function findErased(tx: ReadTx, customerIds: readonly string[]): Promise<Set<string>> {
  return new Set(customerIds.length === 0 ? [] : await selectErased(tx, customerIds));
}

/** Seals and opens what is a customer's: under the customer's own key, or under the tenant's while it has none. */
export function customerSealer(keys: TenantKeys, { customerId, keySealed }: { customerId: string; keySealed: Buffer | null }): Sealer {
  return keySealed === null ? keys : keys.inner(customerPlace('key_sealed', customerId), keySealed);
}

/** The customer's phone number, E.164. */
export function openPhone(keys: TenantKeys, customer: Pick<CustomerBrief, 'customerId' | 'keySealed' | 'phoneSealed'>): string {
  return customerSealer(keys, customer).open(customerPlace('phone_sealed', customer.customerId), customer.phoneSealed);
}

/** Where a customer's sealed column stands. */
export function customerPlace(column: 'key_sealed' | 'bvn_sealed' | 'nin_sealed' | 'phone_sealed' | 'next_of_kin_sealed', customerId: string): Place {
  return { table: 'customer', column, row: customerId };
}
