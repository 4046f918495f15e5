/** What several providers spell the same way in their records. */
import { z } from 'zod';
import type { RegistryRecord } from './identity-provider.ts';
import { readDay } from './registry-day.ts';

const text = z.string().nullish();

/** `first_name`, `firstName` and `FIRSTNAME` are one key: providers, and generations of one provider, differ in nothing else. */
const plainKeys = z.record(z.string(), z.unknown())
  .transform((record) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key.replace(/[^A-Za-z0-9]/g, '').toLowerCase(), value])));

const personRecord = plainKeys.pipe(z.object({
  firstname: text, lastname: text, surname: text, middlename: text, othername: text, othernames: text, dateofbirth: text, birthdate: text, dob: text, nin: text,
  watchlisted: z.union([z.string(), z.boolean(), z.number()]).nullish(),
}));

/** The person of a registry's record; null where it lacks a name or a readable date of birth. */
export function readPerson(record: unknown): RegistryRecord | null {
  const parsed = personRecord.safeParse(record);
  if (!parsed.success) return null;
  const person = parsed.data;
  const firstName = blankToNull(person.firstname);
  const lastName = blankToNull(person.lastname ?? person.surname);
  const dateOfBirth = readDay(person.dateofbirth ?? person.birthdate ?? person.dob ?? '');
  if (firstName === null || lastName === null || dateOfBirth === null) return null;
  return {
    firstName,
    lastName,
    otherName: blankToNull(person.middlename ?? person.othername ?? person.othernames),
    dateOfBirth,
    watchListed: isYes(person.watchlisted),
    nin: readNin(person.nin),
  };
}

const taxRecord = plainKeys.pipe(z.object({
  taxpayername: text, companyname: text, firstin: text, jittin: text, cacregnumber: text, cacregno: text, rcnumber: z.union([z.string(), z.number()]).nullish(),
}));

export type Taxpayer = { taxpayerName: string; tin: string | null; rcNumber: string | null };

/** A taxpayer or company; null without a name. */
export function readTaxpayer(record: unknown): Taxpayer | null {
  const parsed = taxRecord.safeParse(record);
  if (!parsed.success) return null;
  const tax = parsed.data;
  const taxpayerName = blankToNull(tax.taxpayername ?? tax.companyname);
  if (taxpayerName === null) return null;
  return {
    taxpayerName,
    tin: blankToNull(tax.firstin) ?? blankToNull(tax.jittin),
    rcNumber: blankToNull(tax.cacregnumber ?? tax.cacregno ?? tax.rcnumber?.toString()),
  };
}

export function blankToNull(value: string | null | undefined): string | null {
  return value == null || value.trim() === '' ? null : value.trim();
}

function isYes(value: string | boolean | number | null | undefined): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(yes|y|true|1)$/i.test(value.trim()));
}

/** A NIN where the text is one; registries write a blank, "N/A" or a mask for none. */
function readNin(value: string | null | undefined): string | null {
  const nin = value?.trim() ?? '';
  return /^\d{11}$/.test(nin) ? nin : null;
}

/** A document number as compared: upper case, letters and digits alone. */
export function plainNumber(documentNumber: string): string {
  return documentNumber.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
