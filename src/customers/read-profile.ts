/** The body of a new profile, parsed and in one spelling. */
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { parseCountryCode } from '#src/lib/country-codes.ts';
import { blankToNull, createFieldReader, type FieldReader, forms, parseAnyPhone, parseDay, parseEmail, parseGender, readAddress } from './field-reader.ts';
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

/** @throws Failure missing_field, invalid_field with one entry for each field that cannot be read */
export function readProfile(body: CreateCustomerBody): Profile {
  const reader = createFieldReader();
  const profile = {
    firstName: body.firstName,
    lastName: body.lastName,
    otherName: blankToNull(body.otherName),
    email: reader.read('/email', body.email, parseEmail, forms.email),
    phone: reader.need('/phone', body.phone, parseNigerianPhone, forms.phone),
    salutation: blankToNull(body.salutation),
    gender: reader.read('/gender', body.gender, parseGender, forms.gender),
    dateOfBirth: reader.need('/dateOfBirth', body.dateOfBirth, parseDay, forms.day),
    bvn: body.bvn,
    nin: blankToNull(body.nin),
    nationality: reader.read('/nationality', body.nationality, parseCountryCode, forms.country),
    address: readAddress(body.address ?? {}),
    nextOfKin: body.nextOfKin === undefined ? null : readNextOfKin(reader, body.nextOfKin),
  };
  reader.finish();
  return profile;
}

export function readNextOfKin(reader: FieldReader, kin: NonNullable<CreateCustomerBody['nextOfKin']>): NextOfKin {
  return {
    firstname: blankToNull(kin.firstName),
    lastName: blankToNull(kin.lastName),
    gender: reader.read('/nextOfKin/gender', kin.gender, parseGender, forms.gender),
    email: reader.read('/nextOfKin/email', kin.email, parseEmail, forms.email),
    phone: reader.read('/nextOfKin/phone', kin.phone, parseAnyPhone, forms.anyPhone),
    relationship: blankToNull(kin.relationship),
    ...readAddress(kin),
  };
}
