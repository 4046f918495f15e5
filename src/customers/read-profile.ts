/** The body of a new profile, parsed and in one spelling. */
import { Failure, type Refusal } from '#src/errors.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { parseBirthDate } from '#src/lib/time.ts';
import { parseCountryCode } from './country-codes.ts';
import type { Address } from './store.ts';
import type { CreateCustomerBody, NextOfKin } from './wire.ts';

export type Profile = {
  firstName: string;
  lastName: string;
  otherName: string | null;
  email: string | null;
  /** E.164 */
  phone: string;
  salutation: string | null;
  gender: 'Male' | 'Female' | null;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  bvn: string;
  nin: string | null;
  /** ISO 3166 alpha-3 */
  nationality: string | null;
  address: Address;
  nextOfKin: NextOfKin | null;
};

/** @throws Failure invalid_field with one entry for each field that cannot be read */
export function readProfile(body: CreateCustomerBody): Profile {
  const refusals: Refusal[] = [];
  const read = <Value>(field: string, text: string | undefined, parse: (text: string) => Value | null, form: string): Value | null => {
    const sent = blankToNull(text);
    const value = sent === null ? null : parse(sent);
    if (sent !== null && value === null) refusals.push({ code: 'invalid_field', field, message: `${field.slice(1).replaceAll('/', '.')} must be ${form}.` });
    return value;
  };
  const kin = body.nextOfKin;
  const profile = {
    firstName: body.firstName,
    lastName: body.lastName,
    otherName: blankToNull(body.otherName),
    email: read('/email', body.email, parseEmail, 'an e-mail address'),
    phone: read('/phone', body.phone, parseNigerianPhone, 'a Nigerian mobile number, such as 08031234567') ?? '',
    salutation: blankToNull(body.salutation),
    gender: read('/gender', body.gender, parseGender, 'Male or Female'),
    dateOfBirth: read('/dateOfBirth', body.dateOfBirth, parseDay, 'a day of the calendar, YYYY-MM-DD') ?? '',
    bvn: body.bvn,
    nin: blankToNull(body.nin),
    nationality: read('/nationality', body.nationality, parseCountryCode, 'an ISO 3166 country code, such as NGA'),
    address: readAddress(body.address ?? {}),
    nextOfKin: kin === undefined ? null : {
      firstname: blankToNull(kin.firstName),
      lastName: blankToNull(kin.lastName),
      gender: read('/nextOfKin/gender', kin.gender, parseGender, 'Male or Female'),
      email: read('/nextOfKin/email', kin.email, parseEmail, 'an e-mail address'),
      phone: read('/nextOfKin/phone', kin.phone, parseAnyPhone, 'a phone number, such as 08031234567 or +447700900123'),
      relationship: blankToNull(kin.relationship),
      ...readAddress(kin),
    },
  };
  // A phone or a birth date of nothing but blanks counts as missing.
  for (const field of ['phone', 'dateOfBirth'] as const) {
    if (blankToNull(body[field]) === null) refusals.push({ code: 'missing_field', field: `/${field}`, message: `${field} is required.` });
  }
  const [first, ...others] = refusals;
  if (first !== undefined) throw new Failure([first, ...others]);
  return profile;
}

type AddressBody = Partial<Record<keyof Address, string | undefined>>;

function readAddress(body: AddressBody): Address {
  return {
    address: blankToNull(body.address),
    street: blankToNull(body.street),
    localGovernment: blankToNull(body.localGovernment),
    city: blankToNull(body.city),
    country: blankToNull(body.country),
  };
}

function blankToNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

function parseEmail(text: string): string | null {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? text : null;
}

function parseGender(text: string): 'Male' | 'Female' | null {
  const first = text.toLowerCase();
  if (first === 'male' || first === 'm') return 'Male';
  return first === 'female' || first === 'f' ? 'Female' : null;
}

function parseDay(text: string): string | null {
  const parsed = parseBirthDate(text.trim());
  return parsed.ok ? parsed.day : null;
}

/** E.164: Nigerian in any form, others with their country code. */
function parseAnyPhone(text: string): string | null {
  const plain = text.replace(/[\s().-]/g, '');
  return parseNigerianPhone(text) ?? (/^\+[1-9]\d{6,14}$/.test(plain) ? plain : null);
}
