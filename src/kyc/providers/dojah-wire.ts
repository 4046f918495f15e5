/** What Dojah's entities hold, and how it spells it. Null where an entity lacks what we need. */
import { z } from 'zod';
import { isCalendarDay } from '#src/lib/time.ts';
import type { FaceComparison, RegistryRecord } from './identity-provider.ts';

/** Dojah's own rule: 90 and above is a match. */
export const dojahFaceThreshold = 90;

const text = z.string().nullish();

// Two generations of names for the same things; both are still answered.
const personEntity = z.object({
  first_name: text, firstname: text, last_name: text, surname: text, middle_name: text, middlename: text,
  date_of_birth: text, birthdate: text, birth_date: text, nin: text,
  watch_listed: z.union([z.string(), z.boolean(), z.number()]).nullish(),
});

export function readPerson(entity: unknown): RegistryRecord | null {
  const parsed = personEntity.safeParse(entity);
  if (!parsed.success) return null;
  const person = parsed.data;
  const firstName = person.first_name ?? person.firstname;
  const lastName = person.last_name ?? person.surname;
  const dateOfBirth = readDay(person.date_of_birth ?? person.birthdate ?? person.birth_date ?? '');
  if (firstName == null || lastName == null || dateOfBirth === null) return null;
  const nin = person.nin?.trim() ?? '';
  return {
    firstName,
    lastName,
    otherName: blankToNull(person.middle_name ?? person.middlename),
    dateOfBirth,
    watchListed: isYes(person.watch_listed),
    nin: /^\d{11}$/.test(nin) ? nin : null,
  };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `1990-01-15`, `15-01-1990`, `15/01/1990`, `15-Jan-1990`, `15-January-1990` → `1990-01-15`; null for anything else. */
export function readDay(written: string): string | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(written)?.[1];
  if (iso !== undefined) return isCalendarDay(iso) ? iso : null;
  const match = /^(\d{1,2})[-/ ](\d{1,2}|[A-Za-z]{3,9})[-/ ](\d{4})$/.exec(written);
  if (match === null) return null;
  const [, day = '', month = '', year = ''] = match;
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const result = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(result) ? result : null;
}

const comparison = z.object({ confidence_value: z.coerce.number().min(0).max(100), match: z.boolean() });
const selfieEntity = z.object({ selfie_verification: comparison.nullish(), image: text, photo: text });
const photoIdEntity = z.object({ selfie: comparison });

/** A selfie held against a registry's photo; `no_photo` when there was none to compare with. */
export function readSelfieVerification(entity: unknown): FaceComparison | 'no_photo' | null {
  const parsed = selfieEntity.safeParse(entity);
  if (!parsed.success) return null;
  const { selfie_verification: compared, image, photo } = parsed.data;
  if (compared != null) return toComparison(compared);
  return blankToNull(image ?? photo) === null ? 'no_photo' : null;
}

export function readPhotoIdSelfie(entity: unknown): FaceComparison | null {
  const parsed = photoIdEntity.safeParse(entity);
  return parsed.success ? toComparison(parsed.data.selfie) : null;
}

function toComparison({ confidence_value: score, match: matched }: z.output<typeof comparison>): FaceComparison {
  return { matched, score, threshold: dojahFaceThreshold };
}

const analysisEntity = z.object({
  status: z.object({ overall_status: z.number() }),
  text_data: z.array(z.object({ field_key: text, status: z.number().nullish(), value: text })).nullish(),
});

/** The number a document carries; `unreadable` when Dojah does not vouch for the document or read no number. */
export function readDocumentNumber(entity: unknown): { number: string } | 'unreadable' | null {
  const parsed = analysisEntity.safeParse(entity);
  if (!parsed.success) return null;
  const field = parsed.data.text_data?.find(({ field_key: key, status, value }) => key === 'document_number' && status === 1 && blankToNull(value) !== null);
  return parsed.data.status.overall_status === 1 && field?.value != null ? { number: field.value } : 'unreadable';
}

// The older form has keys such as Taxpayer_Name: read without regard to case.
const taxEntity = z.record(z.string(), z.unknown()).transform((entity) => Object.fromEntries(Object.entries(entity).map(([key, value]) => [key.toLowerCase(), value])))
  .pipe(z.object({ taxpayer_name: text, company_name: text, firstin: text, jittin: text, cac_reg_number: text, cac_reg_no: text, rc_number: z.union([z.string(), z.number()]).nullish() }));

export function readTaxpayer(entity: unknown): { taxpayerName: string; tin: string | null; rcNumber: string | null } | null {
  const parsed = taxEntity.safeParse(entity);
  if (!parsed.success) return null;
  const tax = parsed.data;
  const taxpayerName = blankToNull(tax.taxpayer_name ?? tax.company_name);
  if (taxpayerName === null) return null;
  return {
    taxpayerName,
    tin: blankToNull(tax.firstin) ?? blankToNull(tax.jittin),
    rcNumber: blankToNull(tax.cac_reg_number ?? tax.cac_reg_no ?? tax.rc_number?.toString()),
  };
}

function blankToNull(value: string | null | undefined): string | null {
  return value == null || value.trim() === '' ? null : value.trim();
}

function isYes(value: string | boolean | number | null | undefined): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(yes|y|true|1)$/i.test(value.trim()));
}
