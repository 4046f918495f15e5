/** Customers as the reference shows them: people, and companies in its flat form. */
import type { Context } from '#src/context.ts';
import type { ReadOpening, ReadTx } from '#src/db/database.ts';
import { findRejectedChecks, type RejectedCheck } from '#src/kyc/find-checks.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { maskNumber } from '#src/lib/identifiers.ts';
import { isoMillis, lagosDay } from '#src/lib/time.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { type BusinessRow, loadBusinesses } from './business-store.ts';
import { openPeople, shownPerson } from './company-people.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { requirementsOf, tierChecks } from './requirements.ts';
import { type CustomerRow, findCustomer } from './store.ts';
import { type NextOfKin, nextOfKinRecord } from './wire.ts';

/** A customer with what stands in other tables. */
export type WholeCustomer = { customer: CustomerRow; business: BusinessRow | null; rejected: readonly RejectedCheck[]; /** The policy of the day wants a person's NIN before the face. */ ninFirst: boolean };

/** Adds to the rows what their records show beside them; two more queries for any number of rows. */
export async function completeCustomers(ctx: Pick<Context, 'policyOn'>, tx: ReadTx, customers: readonly CustomerRow[]): Promise<WholeCustomer[]> {
  const [rejected, businesses] = await Promise.all([findRejectedChecks(tx, customers.map(({ customerId }) => customerId), tierChecks), findBusinesses(tx, customers)]);
  return together(ctx, tx, { customers, rejected, businesses });
}

/** One customer whole, asked for in one turn, which travels with the transaction's beginning; so also what only a company has. */
export async function findWholeCustomer(ctx: Pick<Context, 'policyOn'>, opening: ReadOpening, customerId: string): Promise<WholeCustomer | undefined> {
  const ids = [customerId];
  const [customer, rejected, businesses, tx] = await Promise.all([findCustomer(opening, customerId), findRejectedChecks(opening, ids, tierChecks), loadBusinesses(opening, ids), opening.begun]);
  return customer === undefined ? undefined : together(ctx, tx, { customers: [customer], rejected, businesses })[0];
}

function findBusinesses(tx: ReadTx, customers: readonly CustomerRow[]): Promise<BusinessRow[]> {
  return loadBusinesses(tx, customers.filter(({ classType }) => classType === 'BUSINESS').map(({ customerId }) => customerId));
}

type Parts = { customers: readonly CustomerRow[]; rejected: ReadonlyMap<string, RejectedCheck[]>; businesses: readonly BusinessRow[] };

function together(ctx: Pick<Context, 'policyOn'>, { now }: ReadTx, { customers, rejected, businesses }: Parts): WholeCustomer[] {
  const { tier2NeedsNin } = ctx.policyOn(lagosDay(now));
  const businessOf = new Map(businesses.map((business) => [business.customerId, business]));
  return customers.map((customer) => ({ customer, business: businessOf.get(customer.customerId) ?? null, rejected: rejected.get(customer.customerId) ?? [], ninFirst: tier2NeedsNin }));
}

export type RecordOptions = {
  /** Personal numbers are masked unless this is true. */
  unmasked: boolean;
  /** In a list a company has `customerNumber` in place of `customerId`. */
  inList: boolean;
};

const noNextOfKin: NextOfKin = {
  firstname: null, lastName: null, gender: null, email: null, phone: null, relationship: null,
  address: null, street: null, localGovernment: null, city: null, country: null,
};

export function toCustomerRecord({ customer, business, rejected, ninFirst }: WholeCustomer, keys: TenantKeys, { unmasked, inList }: RecordOptions): Record<string, unknown> {
  const { customerId, ninSealed, nextOfKinSealed, address } = customer;
  const shown = unmasked ? (number: string): string => number : maskNumber;
  const own = customerSealer(keys, customer);
  const open = (column: Parameters<typeof customerPlace>[0], sealed: Buffer): string => own.open(customerPlace(column, customerId), sealed);
  const common = {
    firstName: customer.firstName,
    otherName: customer.otherName,
    surname: customer.lastName,
    email: customer.email,
    phone: open('phone_sealed', customer.phoneSealed),
    salutation: customer.salutation,
    gender: customer.gender,
    dateOfBirth: `${customer.dateOfBirth}T00:00:00`,
    bvn: shown(open('bvn_sealed', customer.bvnSealed)),
    nationality: customer.nationality,
    classType: customer.classType,
    status: customer.status,
    kycTier: String(customer.kycTier),
    address: { address: address.address, street: address.street, localGovernment: address.localGovernment, city: address.city, country: address.country },
    requirements: requirementsOf(customer, rejected, ninFirst),
    dateAdded: isoMillis(customer.createdAt),
  };
  if (customer.classType === 'BUSINESS') {
    const company = businessFields(customer, expectPresent(business, 'business profile'), keys, shown);
    return { ...(inList ? {} : { customerId }), customerNumber: customerId, ...common, ...company };
  }
  return {
    customerId,
    ...common,
    nin: ninSealed === null ? null : shown(open('nin_sealed', ninSealed)),
    nextOfKin: nextOfKinSealed === null ? noNextOfKin : nextOfKinRecord.parse(JSON.parse(open('next_of_kin_sealed', nextOfKinSealed))),
  };
}

function businessFields(customer: CustomerRow, business: BusinessRow, keys: TenantKeys, shown: (number: string) => string): Record<string, unknown> {
  const people = openPeople(keys, business);
  const directors = people.directors.map((person) => shownPerson(person, shown));
  const shareholders = people.shareholders.map((person) => shownPerson(person, shown));
  const director = expectPresent(directors[0], 'director');
  const shareholder = shareholders[0];
  return {
    businessName: customer.businessName,
    sectorT24Code: business.sectorT24Code,
    industryT24Code: business.industryT24Code,
    countryOfResidence: business.countryOfResidence,
    dateOfIncorporation: `${business.dateOfIncorporation}T00:00:00`,
    taxId: business.taxId,
    stateOfResidence: business.stateOfResidence,
    stateOfRegistration: business.stateOfRegistration,
    rcNumber: business.rcNumber,
    directorFullName: [director.firstName, director.otherName, director.lastName].filter((name) => name !== null).join(' '),
    directorBvn: director.bvn,
    directorIdDocumentType: director.idDocumentType,
    directorIdDocumentNumber: director.idDocumentNumber,
    directorPoliticalAffiliationRelationship: director.politicalAffiliationRelationship,
    shareholderShareholderBvn: shareholder?.bvn ?? null,
    shareholderPercentShareholder: shareholder?.percentShareholder ?? null,
    shareholderIdDocumentType: shareholder?.idDocumentType ?? null,
    shareholderIdDocumentNumber: shareholder?.idDocumentNumber ?? null,
    shareholderPoliticalAffiliationRelationship: shareholder?.politicalAffiliationRelationship ?? null,
    customerRole: null,
    directors,
    shareholders,
  };
}
