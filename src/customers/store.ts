/** SQL of customers. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { idsOf, joinable, readById, sql } from '#src/db/sql.ts';
import { addWords, replaceWords } from './search-store.ts';
import { wordsOf } from './search-words.ts';
import { tallyCustomer } from './tally-store.ts';

export type CustomerStatus = 'Active' | 'Inactive';

export type CustomerClass = 'INDIVIDUAL' | 'BUSINESS';

export type Address = { address: string | null; street: string | null; localGovernment: string | null; city: string | null; country: string | null };

export type CustomerRow = {
  customerId: string;
  classType: CustomerClass;
  status: CustomerStatus;
  /** The company's name; null for a person. Of a company, the names and the BVN are its first director's. */
  businessName: string | null;
  firstName: string;
  lastName: string;
  otherName: string | null;
  email: string | null;
  salutation: string | null;
  gender: string | null;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  nationality: string | null;
  address: Address;
  /** The customer's own key, wrapped by the tenant's, for the sealed columns; null: they are under the tenant's. */
  keySealed: Buffer | null;
  bvnSealed: Buffer;
  ninSealed: Buffer | null;
  ninIndex: Buffer | null;
  phoneSealed: Buffer;
  nextOfKinSealed: Buffer | null;
  faceChecked: boolean;
  /** Of a company: shareholders who hold more than 95 % together have passed. */
  ownersKnown: boolean;
  kycTier: number;
  version: number;
  createdAt: Date;
  /** Since when nothing of the person stands here any more. */
  erasedAt: Date | null;
};

export type NewCustomer = Omit<CustomerRow, 'erasedAt' | 'classType' | 'status' | 'faceChecked' | 'kycTier' | 'version' | 'createdAt'> & {
  /** Null for a company, whose first director may have other profiles. */
  bvnIndex: Buffer | null;
  phoneIndex: Buffer;
};

/** Adds a customer: a person, or a company where `businessName` is given. False when the customerId or the BVN is taken already. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<boolean> {
  const added = await tx.execute(sql`
    insert into customer (
      tenant_id, customer_id, class_type, status, business_name, owners_known, first_name, last_name, other_name, email, salutation, gender, date_of_birth, nationality,
      address, key_sealed, bvn_sealed, bvn_index, nin_sealed, nin_index, phone_sealed, phone_index, next_of_kin_sealed, kyc_tier, created_at, updated_at)
    values (
      ${tx.tenantId}, ${customer.customerId}, ${customer.businessName === null ? 'INDIVIDUAL' : 'BUSINESS'}, 'Active', ${customer.businessName}, ${customer.ownersKnown}, ${customer.firstName}, ${customer.lastName}, ${customer.otherName}, ${customer.email},
      ${customer.salutation}, ${customer.gender}, ${customer.dateOfBirth}::date, ${customer.nationality}, ${JSON.stringify(customer.address)}::jsonb,
      ${customer.keySealed}, ${customer.bvnSealed}, ${customer.bvnIndex}, ${customer.ninSealed}, ${customer.ninIndex}, ${customer.phoneSealed}, ${customer.phoneIndex},
      ${customer.nextOfKinSealed}, ${firstTier(customer)}, ${tx.now}, ${tx.now})
    on conflict do nothing`);
  if (added !== 1) return false;
  await addWords(tx, { customerId: customer.customerId, createdAt: tx.now }, searchableWords(customer));
  const classType = customer.businessName === null ? 'INDIVIDUAL' : 'BUSINESS';
  await tallyCustomer(tx, { customerId: customer.customerId, createdAt: tx.now }, null, { classType, status: 'Active', kycTier: firstTier(customer) });
  return true;
}

function firstTier({ ninIndex, ownersKnown }: NewCustomer): 1 | 2 {
  return ninIndex !== null || ownersKnown ? 2 : 1;
}

function searchableWords({ businessName, firstName, otherName, lastName, email }: Pick<CustomerRow, 'businessName' | 'firstName' | 'otherName' | 'lastName' | 'email'>): string[] {
  return wordsOf([businessName, firstName, otherName, lastName, email]);
}

export async function findCustomerByBvn(tx: ReadTx, bvnIndex: Buffer): Promise<string | undefined> {
  const [row] = await tx.rows<{ customerId: string }>(sql`
    select customer_id as "customerId" from customer where tenant_id = ${tx.tenantId} and bvn_index = ${bvnIndex}`);
  return row?.customerId;
}

/** Those of these customers who were erased. */
export async function selectErased(tx: ReadTx, customerIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select customer_id as id from customer where tenant_id = ${tx.tenantId} and customer_id = any(${[...customerIds]}::text[]) and erased_at is not null`);
  return rows.map(({ id }) => id);
}

/** People whose BVN or NIN has one of these indexes; nobody shares a BVN, and a NIN hardly. */
export async function findCustomersByIndexes(tx: ReadTx, { bvnIndex, ninIndex }: { bvnIndex: Buffer; ninIndex: Buffer }): Promise<string[]> {
  const rows = await tx.rows<{ customerId: string }>(sql`
    select customer_id as "customerId" from customer where tenant_id = ${tx.tenantId} and bvn_index = ${bvnIndex}
    union select customer_id from customer where tenant_id = ${tx.tenantId} and nin_index = ${ninIndex} limit 10`);
  return rows.map(({ customerId }) => customerId);
}

/** Those of these indexes under which somebody else is a customer. */
export async function findBvnsOfOthers(tx: ReadTx, customerId: string, bvnIndexes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await tx.rows<{ index: Buffer }>(sql`
    select bvn_index as index from customer where tenant_id = ${tx.tenantId} and bvn_index = any(${[...bvnIndexes]}::bytea[]) and customer_id <> ${customerId}`);
  return rows.map(({ index }) => index);
}

/** Of the table customer. */
export const customerColumns = sql`
  customer_id as "customerId", class_type as "classType", status, business_name as "businessName", owners_known as "ownersKnown", first_name as "firstName", last_name as "lastName", other_name as "otherName",
  email, salutation, gender, date_of_birth as "dateOfBirth", nationality, address, key_sealed as "keySealed", bvn_sealed as "bvnSealed", nin_sealed as "ninSealed",
  nin_index as "ninIndex", phone_sealed as "phoneSealed", next_of_kin_sealed as "nextOfKinSealed", face_checked as "faceChecked",
  kyc_tier as "kycTier", version, created_at as "createdAt", erased_at as "erasedAt"`;

export async function findCustomer(tx: Asker, customerId: string): Promise<CustomerRow | undefined> {
  const [row] = await tx.rows<CustomerRow>(readById(tx, [customerId], 'customerId', (asked) => sql`
    select ${customerColumns} from customer join ${asked} on tenant_id = of_tenant and customer_id = of_id`));
  return row;
}

/** The customer, kept from changing until the transaction ends. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<CustomerRow | undefined> {
  const [row] = await tx.rows<CustomerRow>(sql`
    select ${customerColumns} from customer where tenant_id = ${tx.tenantId} and customer_id = ${customerId} for update`);
  return row;
}

/** Ids of customers who were not erased. */
export async function findUnerased(tx: ReadTx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select customer_id as id from customer where tenant_id = ${tx.tenantId} and erased_at is null order by customer_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** From one status to the other. @throws when the customer did not have the status it leaves. */
export async function setStatus(tx: Tx, customer: CustomerRow, status: CustomerStatus): Promise<void> {
  expectChange(await tx.execute(sql`
    update customer set status = ${status}, version = version + 1, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and customer_id = ${customer.customerId} and status = ${customer.status} and version = ${customer.version}`));
  await tallyCustomer(tx, customer, customer, { ...customer, status });
}

export async function setNin(tx: Tx, customer: CustomerRow, ninSealed: Buffer, ninIndex: Buffer): Promise<void> {
  expectChange(await tx.execute(sql`
    update customer set nin_sealed = ${ninSealed}, nin_index = ${ninIndex}, kyc_tier = kyc_tier + 1, version = version + 1, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and customer_id = ${customer.customerId} and nin_index is null and version = ${customer.version}`));
  await tallyCustomer(tx, customer, customer, { ...customer, kycTier: customer.kycTier + 1 });
}

export async function setFaceChecked(tx: Tx, customer: CustomerRow): Promise<void> {
  expectChange(await tx.execute(sql`
    update customer set face_checked = true, kyc_tier = kyc_tier + 1, version = version + 1, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and customer_id = ${customer.customerId} and not face_checked and version = ${customer.version}`));
  await tallyCustomer(tx, customer, customer, { ...customer, kycTier: customer.kycTier + 1 });
}

export type ContactColumns = Pick<CustomerRow, 'email' | 'salutation' | 'address' | 'phoneSealed' | 'nextOfKinSealed'> & { phoneIndex: Buffer | null };

/** Writes all contact columns; `phoneIndex` null leaves the phone's index as it is. */
export async function setContact(tx: Tx, customer: CustomerRow, contact: ContactColumns): Promise<void> {
  expectChange(await tx.execute(sql`
    update customer set email = ${contact.email}, salutation = ${contact.salutation}, address = ${JSON.stringify(contact.address)}::jsonb,
      phone_sealed = ${contact.phoneSealed}, phone_index = coalesce(${contact.phoneIndex}, phone_index), next_of_kin_sealed = ${contact.nextOfKinSealed},
      version = version + 1, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and customer_id = ${customer.customerId} and version = ${customer.version}`));
  if (contact.email !== customer.email) await replaceWords(tx, customer, searchableWords({ ...customer, email: contact.email }));
}

export type CompanyColumns = Pick<CustomerRow, 'firstName' | 'lastName' | 'otherName' | 'salutation' | 'gender' | 'dateOfBirth' | 'nationality' | 'bvnSealed' | 'ownersKnown' | 'faceChecked'>;

/** Writes what a company's row takes from its people: its first director, and what adds to its tier. Answers the tier. */
export async function setCompany(tx: Tx, customer: CustomerRow, company: CompanyColumns): Promise<number> {
  const kycTier = 1 + Number(company.ownersKnown) + Number(company.faceChecked);
  expectChange(await tx.execute(sql`
    update customer set first_name = ${company.firstName}, last_name = ${company.lastName}, other_name = ${company.otherName}, salutation = ${company.salutation}, gender = ${company.gender},
      date_of_birth = ${company.dateOfBirth}::date, nationality = ${company.nationality}, bvn_sealed = ${company.bvnSealed}, owners_known = ${company.ownersKnown},
      face_checked = ${company.faceChecked}, kyc_tier = ${kycTier}, version = version + 1, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and customer_id = ${customer.customerId} and class_type = 'BUSINESS' and version = ${customer.version}`));
  if (kycTier !== customer.kycTier) await tallyCustomer(tx, customer, customer, { ...customer, kycTier });
  await replaceWords(tx, customer, searchableWords({ ...customer, ...company }));
  return kycTier;
}

export function expectChange(touched: number): void {
  if (touched !== 1) throw new Error('A locked customer was not in the state it was read in.');
}

export type CustomerBriefRow = { customerId: string; status: CustomerStatus; businessName: string | null; firstName: string; otherName: string | null; lastName: string; kycTier: number; keySealed: Buffer | null; phoneSealed: Buffer };

export async function loadCustomersBriefly(tx: Asker, customerIds: readonly string[]): Promise<CustomerBriefRow[]> {
  if (customerIds.length === 0) return [];
  return tx.rows<CustomerBriefRow>(joinable(sql`
    select customer_id as "customerId", status, business_name as "businessName", first_name as "firstName", other_name as "otherName", last_name as "lastName",
      kyc_tier as "kycTier", key_sealed as "keySealed", phone_sealed as "phoneSealed", tenant_id as "tenantId"
    from customer join ${idsOf(tx, customerIds)} on tenant_id = of_tenant and customer_id = of_id`));
}
