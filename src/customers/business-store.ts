/** SQL of what a company has beyond its customer row. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { readById, sql } from '#src/db/sql.ts';
import type { Place } from '#src/organizations/keyring.ts';

export type BusinessRow = {
  customerId: string;
  rcNumber: string;
  taxId: string;
  sectorT24Code: string | null;
  industryT24Code: string | null;
  /** YYYY-MM-DD */
  dateOfIncorporation: string;
  countryOfResidence: string | null;
  stateOfResidence: string | null;
  stateOfRegistration: string | null;
  /** The customer's, under which the people are sealed. */
  keySealed: Buffer | null;
  peopleSealed: Buffer;
};

/** Writes the people of a company whose customer row is locked. */
export async function setPeople(tx: Tx, customerId: string, peopleSealed: Buffer): Promise<void> {
  const changed = await tx.execute(sql`update business_profile set people_sealed = ${peopleSealed} where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`);
  if (changed !== 1) throw new Error('A company has no profile.');
}

/** Where a company's people are sealed. */
export function peoplePlace(customerId: string): Place {
  return { table: 'business_profile', column: 'people_sealed', row: customerId };
}

/** False when the company has a profile already. */
export async function insertBusiness(tx: Tx, business: Omit<BusinessRow, 'keySealed'> & { rcKey: string }): Promise<boolean> {
  const added = await tx.execute(sql`
    insert into business_profile (
      tenant_id, customer_id, rc_number, rc_key, tax_id, sector_t24_code, industry_t24_code, date_of_incorporation,
      country_of_residence, state_of_residence, state_of_registration, people_sealed, created_at)
    values (
      ${tx.tenantId}, ${business.customerId}, ${business.rcNumber}, ${business.rcKey}, ${business.taxId}, ${business.sectorT24Code}, ${business.industryT24Code},
      ${business.dateOfIncorporation}::date, ${business.countryOfResidence}, ${business.stateOfResidence}, ${business.stateOfRegistration}, ${business.peopleSealed}, ${tx.now})
    on conflict (tenant_id, rc_key) do nothing`);
  return added === 1;
}

export async function findBusinessByRc(tx: ReadTx, rcKey: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ customerId: string }>(sql`
    select customer_id as "customerId" from business_profile where tenant_id = ${tx.tenantId} and rc_key = ${rcKey}`);
  return row?.customerId;
}

export async function loadBusinesses(tx: Asker, customerIds: readonly string[]): Promise<BusinessRow[]> {
  if (customerIds.length === 0) return [];
  // With the key in one statement: a customer may get one between two.
  return tx.rows<BusinessRow>(readById(tx, customerIds, 'customerId', (asked) => sql`
    select customer_id as "customerId", key_sealed as "keySealed", rc_number as "rcNumber", tax_id as "taxId", sector_t24_code as "sectorT24Code", industry_t24_code as "industryT24Code",
      date_of_incorporation as "dateOfIncorporation", country_of_residence as "countryOfResidence", state_of_residence as "stateOfResidence",
      state_of_registration as "stateOfRegistration", people_sealed as "peopleSealed"
    from business_profile join customer using (tenant_id, customer_id) join ${asked} on tenant_id = of_tenant and customer_id = of_id`));
}
