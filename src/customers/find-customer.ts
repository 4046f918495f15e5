/** What other features may know about customers. */
import type { ReadTx } from '#src/db/database.ts';
import type { Place } from '#src/organizations/keyring.ts';
import { loadCustomersBriefly } from './store.ts';

export type CustomerBrief = {
  customerId: string;
  status: 'Active' | 'Inactive';
  /** "First Other Last", or the company's name. */
  fullName: string;
  kycTier: number;
  /** Open it at `customerPhonePlace`: an E.164 number. */
  phoneSealed: Buffer;
};

/** The tenant's customers among these ids, by id; one query for any number of them. */
export async function findCustomers(tx: ReadTx, customerIds: readonly string[]): Promise<Map<string, CustomerBrief>> {
  const rows = await loadCustomersBriefly(tx, customerIds);
  return new Map(rows.map(({ businessName, firstName, otherName, lastName, ...row }) => [
    row.customerId,
    { ...row, fullName: businessName ?? [firstName, otherName, lastName].filter((name) => name !== null).join(' ') },
  ]));
}

/** Where a customer's phone number is sealed. */
export function customerPhonePlace(customerId: string): Place {
  return customerPlace('phone_sealed', customerId);
}

/** Where a customer's sealed column stands. */
export function customerPlace(column: 'bvn_sealed' | 'nin_sealed' | 'phone_sealed' | 'next_of_kin_sealed', customerId: string): Place {
  return { table: 'customer', column, row: customerId };
}
