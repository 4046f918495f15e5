/** Reads the text fields of a body into one spelling, and gathers what cannot be read: one refusal for each field. */
import { Failure, type Refusal } from '#src/errors.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { parseBirthDate } from '#src/lib/time.ts';
import type { Address } from './store.ts';

export type FieldReader = {
  /** The value of `text` at the JSON pointer `field`; null when it is blank or cannot be read. `form` says how it should be. */
  read<Value>(field: string, text: string | undefined, parse: (text: string) => Value | null, form: string): Value | null;
  /** The same for a field that must not be blank; '' when it is, and then `finish` throws. */
  need(field: string, text: string, parse: (text: string) => string | null, form: string): string;
  refuse(field: string, message: string): void;
  /** @throws Failure missing_field, invalid_field with every refusal so far */
  finish(): void;
};

export function createFieldReader(): FieldReader {
  const refusals: Refusal[] = [];
  const nameOf = (field: string): string => field.slice(1).replaceAll('/', '.');
  const refuse: FieldReader['refuse'] = (field, message) => {
    refusals.push({ code: 'invalid_field', field, message });
  };
  const read: FieldReader['read'] = (field, text, parse, form) => {
    const sent = blankToNull(text);
    const value = sent === null ? null : parse(sent);
    if (sent !== null && value === null) refuse(field, `${nameOf(field)} must be ${form}.`);
    return value;
  };
  return {
    read,
    refuse,
    need(field, text, parse, form) {
      if (blankToNull(text) === null) refusals.push({ code: 'missing_field', field, message: `${nameOf(field)} is required.` });
      return read(field, text, parse, form) ?? '';
    },
    finish() {
      const [first, ...others] = refusals;
      if (first !== undefined) throw new Failure([first, ...others]);
    },
  };
}

export const forms = {
  phone: 'a Nigerian mobile number, such as 08031234567',
  anyPhone: 'a phone number, such as 08031234567 or +447700900123',
  email: 'an e-mail address',
  gender: 'Male or Female',
  day: 'a day of the calendar, YYYY-MM-DD',
  country: 'an ISO 3166 country code, such as NGA',
} as const;

type AddressBody = Partial<Record<keyof Address, string | undefined>>;

export function readAddress(body: AddressBody): Address {
  return {
    address: blankToNull(body.address),
    street: blankToNull(body.street),
    localGovernment: blankToNull(body.localGovernment),
    city: blankToNull(body.city),
    country: blankToNull(body.country),
  };
}

export function blankToNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

export function parseEmail(text: string): string | null {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? text : null;
}

export function parseGender(text: string): 'Male' | 'Female' | null {
  const first = text.toLowerCase();
  if (first === 'male' || first === 'm') return 'Male';
  return first === 'female' || first === 'f' ? 'Female' : null;
}

export function parseDay(text: string): string | null {
  const parsed = parseBirthDate(text.trim());
  return parsed.ok ? parsed.day : null;
}

/** E.164: Nigerian in any form, others with their country code. */
export function parseAnyPhone(text: string): string | null {
  const plain = text.replace(/[\s().-]/g, '');
  return parseNigerianPhone(text) ?? (/^\+[1-9]\d{6,14}$/.test(plain) ? plain : null);
}
