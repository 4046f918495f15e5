/** The body of a new business profile, parsed and in one spelling. */
import { parseCompanyNumber, parseTaxNumber } from '#src/lib/identifiers.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import type { CreateBusinessBody, DirectorBody, People, Person } from './business-wire.ts';
import { parseShare, wholeTenThousandths } from './company-rules.ts';
import { parseCountryCode } from '#src/lib/country-codes.ts';
import { blankToNull, createFieldReader, type FieldReader, forms, parseDay, parseEmail, parseGender, readAddress } from './field-reader.ts';
import type { Address } from './store.ts';

export type Business = {
  businessName: string;
  /** As registered: `RC123456`. */
  rcNumber: string;
  /** The same without leading zeros: what a company has one profile by. */
  rcKey: string;
  taxId: string;
  sectorT24Code: string | null;
  industryT24Code: string | null;
  /** YYYY-MM-DD */
  dateOfIncorporation: string;
  /** ISO 3166 alpha-3 */
  countryOfResidence: string | null;
  stateOfResidence: string | null;
  stateOfRegistration: string | null;
  email: string | null;
  /** E.164 */
  phone: string;
  address: Address;
  people: People;
  /** What the listed shareholders hold together, in ten-thousandths of a percent. */
  heldTenThousandths: number;
};

/** @throws Failure missing_field, invalid_field with one entry for each field that cannot be read */
export function readBusiness(body: CreateBusinessBody): Business {
  const reader = createFieldReader();
  const company = parseCompanyNumber(body.rcNumber);
  if (company === null) reader.refuse('/rcNumber', 'rcNumber must be a company registration number, such as RC123456.');
  const register = company?.register ?? 'RC';
  const digits = company?.digits ?? '';
  const shares = (body.shareholders ?? []).map(({ percentShareholder }, at) => readPercent(reader, `/shareholders/${at}/percentShareholder`, percentShareholder));
  const heldTenThousandths = shares.reduce((sum, share) => sum + share, 0);
  if (heldTenThousandths > wholeTenThousandths) reader.refuse('/shareholders', 'The shareholders hold more than 100 percent together.');
  const business = {
    businessName: body.businessName,
    rcNumber: `${register}${digits}`,
    rcKey: `${register}${digits.replace(/^0+(?=\d)/, '')}`,
    taxId: reader.need('/taxId', body.taxId, (text) => parseTaxNumber(text)?.value ?? null, 'a tax number: 12345678-0001, 10 digits or 13 digits'),
    sectorT24Code: blankToNull(body.sectorT24Code),
    industryT24Code: blankToNull(body.industryT24Code),
    dateOfIncorporation: reader.need('/dateOfIncorporation', body.dateOfIncorporation, parseDay, forms.day),
    countryOfResidence: reader.read('/countryOfResidence', body.countryOfResidence, parseCountryCode, forms.country),
    stateOfResidence: blankToNull(body.stateOfResidence),
    stateOfRegistration: blankToNull(body.stateOfRegistration),
    email: reader.read('/email', body.email, parseEmail, forms.email),
    phone: reader.need('/phone', body.phone, parseNigerianPhone, forms.phone),
    address: readAddress(body.address ?? {}),
    people: {
      directors: body.directors.map((person, at) => readPerson(reader, `/directors/${at}`, person)),
      shareholders: (body.shareholders ?? []).map((person, at) => ({ ...readPerson(reader, `/shareholders/${at}`, person), percentShareholder: shareText(shares[at] ?? 0) })),
    },
    heldTenThousandths,
  };
  for (const list of ['directors', 'shareholders'] as const) refuseTwice(reader, `/${list}`, business.people[list]);
  reader.finish();
  return business;
}

/** `at` is the JSON pointer of the person; '' where the body is one person. */
export function readPerson(reader: FieldReader, at: string, body: DirectorBody): Person {
  return {
    firstName: body.firstName,
    lastName: body.lastName,
    otherName: blankToNull(body.otherName),
    bvn: body.bvn,
    dateOfBirth: reader.need(`${at}/dateOfBirth`, body.dateOfBirth, parseDay, forms.day),
    salutation: blankToNull(body.salutation),
    gender: reader.read(`${at}/gender`, body.gender, parseGender, forms.gender),
    nationality: reader.read(`${at}/nationality`, body.nationality, parseCountryCode, forms.country),
    idDocumentType: blankToNull(body.idDocumentType),
    idDocumentNumber: blankToNull(body.idDocumentNumber),
    politicalAffiliationRelationship: blankToNull(body.politicalAffiliationRelationship),
  };
}

/** In ten-thousandths of a percent. */
export function readPercent(reader: FieldReader, field: string, sent: number | string): number {
  const share = parseShare(sent);
  if (share !== null) return share;
  reader.refuse(field, `${field.slice(1).replaceAll('/', '.')} must be above 0 and at most 100, with at most 4 decimals.`);
  return 0;
}

/** As it is kept: `62.5`. */
export const shareText = (tenThousandths: number): string => String(tenThousandths / 10_000);

function refuseTwice(reader: FieldReader, list: string, people: readonly Person[]): void {
  people.forEach(({ bvn }, at) => {
    if (people.findIndex((other) => other.bvn === bvn) < at) reader.refuse(`${list}/${at}/bvn`, 'This BVN is in the list twice.');
  });
}
