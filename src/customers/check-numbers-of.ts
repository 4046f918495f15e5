/** The numbers by which checks about a customer are found, where their callers named nobody. */
import type { ReadTx } from '#src/db/database.ts';
import type { CheckNumbers } from '#src/kyc/check-numbers.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { parseLicenceNumber, parsePassportNumber } from '#src/lib/identifiers.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { loadBusinesses } from './business-store.ts';
import { openPeople } from './company-people.ts';
import { numbersOf } from './erase-customer.ts';
import { openPhone } from './find-customer.ts';
import { type CustomerRow, findBvnsOfOthers } from './store.ts';

/**
 * A person's BVN, NIN and phone; of a company those of its people, past ones too, with their documents. A director who is a customer here in their own right keeps what was asked
 * about them alone. Nothing of an erased customer.
 */
export async function checkNumbersOf(tx: ReadTx, keys: TenantKeys, customer: CustomerRow): Promise<CheckNumbers> {
  if (customer.erasedAt !== null) return {};
  if (customer.classType === 'BUSINESS') return peopleNumbers(tx, keys, customer);
  const { bvn, nin } = numbersOf(keys, customer);
  return { bvn: [bvn], nin: nin === null ? [] : [nin], tax: [`PHONE ${openPhone(keys, customer)}`] };
}

async function peopleNumbers(tx: ReadTx, keys: TenantKeys, { customerId }: CustomerRow): Promise<CheckNumbers> {
  const { directors, shareholders, former } = openPeople(keys, expectPresent((await loadBusinesses(tx, [customerId]))[0], 'business profile'));
  const everybody = [...directors, ...shareholders, ...former].map(({ bvn, idDocumentNumber }) => ({ bvn, idDocumentNumber, bvnIndex: keys.index('customer.bvn', bvn) }));
  const customers = await findBvnsOfOthers(tx, customerId, everybody.map(({ bvnIndex }) => bvnIndex));
  const people = everybody.filter(({ bvnIndex }) => !customers.some((known) => known.equals(bvnIndex)));
  return { bvn: people.map(({ bvn }) => bvn), document: people.flatMap(({ idDocumentNumber }) => (idDocumentNumber === null ? [] : documentSubjects(idDocumentNumber))) };
}

/** What kind of document a number is of is free text in a profile: it is looked for as each kind it can be. */
function documentSubjects(number: string): string[] {
  const [passport, licence] = [parsePassportNumber(number), parseLicenceNumber(number)];
  return [...(passport === null ? [] : [`IP ${passport}`]), ...(licence === null ? [] : [`DR ${licence}`])];
}
