/** The people of a company: how they are named, opened, shown, and written back with all that follows from them. */
import type { Context } from '#src/context.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { expectPresent } from '#src/lib/assert.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { type BusinessRow, loadBusinesses, peoplePlace, setPeople } from './business-store.ts';
import { peopleRecord, type Person, type StoredPeople } from './business-wire.ts';
import { areOwnersKnown, type CompanyRole } from './company-rules.ts';
import { customerEvents } from './customer-events.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { type CustomerRow, findCustomer, lockCustomer, setCompany } from './store.ts';

export type Company = { customer: CustomerRow; people: StoredPeople };

/** @throws Failure customer_not_found, for people too */
export async function findCompany(tx: ReadTx, keys: TenantKeys, customerId: string): Promise<Company> {
  return completed(tx, keys, await findCustomer(tx, customerId));
}

/** The same, kept from changing until the transaction ends. */
export async function lockCompany(tx: Tx, keys: TenantKeys, customerId: string): Promise<Company> {
  return completed(tx, keys, await lockCustomer(tx, customerId));
}

async function completed(tx: ReadTx, keys: TenantKeys, customer: CustomerRow | undefined): Promise<Company> {
  if (customer === undefined || customer.classType !== 'BUSINESS') throw fail('customer_not_found', { message: 'No such company.', fix: 'Check the customerId; it comes from POST /customer/profile/business.' });
  return { customer, people: openPeople(keys, expectPresent((await loadBusinesses(tx, [customer.customerId]))[0], 'business profile')) };
}

export function openPeople(keys: TenantKeys, business: Pick<BusinessRow, 'customerId' | 'keySealed' | 'peopleSealed'>): StoredPeople {
  return peopleRecord.parse(JSON.parse(customerSealer(keys, business).open(peoplePlace(business.customerId), business.peopleSealed)));
}

/** A person as read back: `shown` masks the numbers, or leaves them. */
export function shownPerson<Kind extends Person>(person: Kind, shown: (number: string) => string): Kind {
  return { ...person, bvn: shown(person.bvn), dateOfBirth: `${person.dateOfBirth}T00:00:00`, idDocumentNumber: person.idDocumentNumber === null ? null : shown(person.idDocumentNumber) };
}

/** A person's name in one list of one company: a keyed hash, since a list has a BVN once. Who comes back has it again. */
export function personIdOf(keys: TenantKeys, customerId: string, role: CompanyRole, { bvn }: Pick<Person, 'bvn'>): string {
  return `per_${keys.index('business_profile.person', `${customerId} ${role} ${bvn}`).toString('hex').slice(0, 32)}`;
}

/**
 * Writes the people of a locked company, and what follows: the first director stands in the company's row, and the face that was
 * matched was the first director's, so that it goes with them; the owners are known or not; the tier is what is left. Answers the tier.
 */
export async function savePeople(ctx: Context, tx: Tx, keys: TenantKeys, { customer, people: before }: Company, people: StoredPeople): Promise<number> {
  const { customerId } = customer;
  const own = customerSealer(keys, customer);
  await setPeople(tx, customerId, own.seal(peoplePlace(customerId), JSON.stringify(people)));
  const contact = expectPresent(people.directors[0], 'director');
  const isNew = contact.bvn !== expectPresent(before.directors[0], 'director').bvn;
  const { firstName, lastName, otherName, salutation, gender, dateOfBirth, nationality, bvn } = contact;
  const kycTier = await setCompany(tx, customer, {
    ...customer,
    ...(isNew ? { firstName, lastName, otherName, salutation, gender, dateOfBirth, nationality, bvnSealed: own.seal(customerPlace('bvn_sealed', customerId), bvn), faceChecked: false } : {}),
    ownersKnown: areOwnersKnown(people),
  });
  const sequence = customer.version + 1;
  const tiers = { kycTier: String(kycTier), previousKycTier: String(customer.kycTier) };
  await emit(tx, ctx.ids, [
    ...customerEvents('BUSINESS', { kind: 'customer.updated', subject: customerId, sequence, data: { customerId } }),
    ...(kycTier === customer.kycTier ? [] : customerEvents('BUSINESS', { kind: 'customer.tier_changed', subject: customerId, sequence, data: { customerId, ...tiers } })),
  ]);
  return kycTier;
}
