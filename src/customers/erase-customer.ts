/** What an erasure does to a customer's own rows. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { peoplePlace } from './business-store.ts';
import type { StoredPeople } from './business-wire.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { type CustomerRow, expectChange } from './store.ts';

/** A date column needs a day; nobody who lives was born on this one. */
export const erasedBirthDate = '1900-01-01';

const nowhere = { address: null, street: null, localGovernment: null, city: null, country: null };
const nobody = {
  firstName: '', lastName: '', otherName: null, bvn: '', dateOfBirth: erasedBirthDate, salutation: null, gender: null, nationality: null, idDocumentType: null, idDocumentNumber: null,
  politicalAffiliationRelationship: null,
};
const noPeople: StoredPeople = { directors: [nobody], shareholders: [], former: [] };

/** The numbers that checks were made about, in clear, for finding what else is about the customer. Read them before the key is gone. */
export function numbersOf(keys: TenantKeys, customer: CustomerRow): { bvn: string; nin: string | null } {
  const own = customerSealer(keys, customer);
  const { customerId, bvnSealed, ninSealed } = customer;
  return { bvn: own.open(customerPlace('bvn_sealed', customerId), bvnSealed), nin: ninSealed === null ? null : own.open(customerPlace('nin_sealed', customerId), ninSealed) };
}

/**
 * Destroys the customer's key and blanks what stood in clear: a locked customer, once. The tier and the dates stay, and the numbers of customers; a company
 * keeps its own name and numbers, which are no person's. Blind indexes become indexes of the customerId, so that the person may come again as a new customer.
 */
export async function eraseCustomer(tx: Tx, keys: TenantKeys, customer: CustomerRow): Promise<void> {
  const { customerId } = customer;
  const sealed = (column: Parameters<typeof customerPlace>[0]): Buffer => keys.seal(customerPlace(column, customerId), '');
  const index = (column: string): Buffer => keys.index(column, `erased ${customerId}`);
  expectChange(await tx.execute(sql`
    update customer set key_sealed = null, erased_at = ${tx.now}, first_name = '', last_name = '', other_name = null, email = null, salutation = null, gender = null,
      date_of_birth = ${erasedBirthDate}::date, nationality = null, address = ${JSON.stringify(nowhere)}::jsonb, bvn_sealed = ${sealed('bvn_sealed')}, phone_sealed = ${sealed('phone_sealed')},
      phone_index = ${index('customer.phone')}, next_of_kin_sealed = null,
      bvn_index = case when bvn_index is null then null else ${index('customer.bvn')}::bytea end,
      nin_index = case when nin_index is null then null else ${index('customer.nin')}::bytea end,
      nin_sealed = case when nin_sealed is null then null else ${sealed('nin_sealed')}::bytea end,
      version = version + 1, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and customer_id = ${customerId} and version = ${customer.version} and erased_at is null`));
  await tx.execute(sql`delete from customer_word where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`);
  const people = keys.seal(peoplePlace(customerId), JSON.stringify(noPeople));
  await tx.execute(sql`update business_profile set people_sealed = ${people} where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`);
}
