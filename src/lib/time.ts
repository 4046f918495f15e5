import { assert } from './assert.ts';

// Nigeria keeps UTC+1 all year (IANA zone Africa/Lagos, no daylight saving since 1919).
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TIME_OF_DAY = '00:00:00.000Z';

/** "yyMMddHHmmss" in Lagos: the time inside NIP session ids. */
export function lagosCompact(date: Date): string {
  return lagosText(date).slice(2, 19).replace(/\D/g, '');
}

/** "YYYY-MM-DDTHH:MM:SS" in Lagos, without an offset: the reference's form of timestamps. */
export function isoSeconds(date: Date): string {
  return lagosText(date).slice(0, 19);
}

/** The UTC day of the last instant that was written, and how that begins: instants that are written one after another are mostly of one day. */
let lastDay = { number: Number.NaN, text: '' };

const numbers = (digits: number): readonly string[] => Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, '0'));
const twoDigits = numbers(2);
const threeDigits = numbers(3);

/**
 * "YYYY-MM-DDTHH:MM:SS.sssZ": an exact instant in UTC, as `toISOString` writes it. That takes six times as long, which was a fifth of what a list costs the
 * program (docs/performance.md). @throws RangeError for an invalid date
 */
export function isoMillis(date: Date): string {
  const ms = date.getTime();
  const number = Math.floor(ms / DAY_MS);
  if (number !== lastDay.number) lastDay = { number, text: date.toISOString().slice(0, -TIME_OF_DAY.length) };
  const time = ms - number * DAY_MS;
  const hours = twoDigits[Math.floor(time / 3_600_000)];
  const minutes = twoDigits[Math.floor(time / 60_000) % 60];
  const seconds = twoDigits[Math.floor(time / 1000) % 60];
  return `${lastDay.text}${hours}:${minutes}:${seconds}.${threeDigits[time % 1000]}Z`;
}

/** The same of what may not have happened. */
export function isoMillisOrNull(date: Date | null): string | null {
  return date === null ? null : isoMillis(date);
}

/** "YYYY-MM-DD": the calendar day in Lagos. */
export function lagosDay(date: Date): string {
  return lagosText(date).slice(0, 10);
}

/** The first instant of the Lagos day that holds `date`. Daily limits count from it. */
export function lagosDayStart(date: Date): Date {
  const local = date.getTime() + LAGOS_OFFSET_MS;
  return new Date(local - modulo(local, DAY_MS) - LAGOS_OFFSET_MS);
}

/** The first instant of the next Lagos day: an exclusive end. */
export function lagosDayEnd(date: Date): Date {
  return new Date(lagosDayStart(date).getTime() + DAY_MS);
}

/** The first instant of a Lagos day given as "YYYY-MM-DD", or null when there is no such day. */
export function lagosDayStartOf(day: string): Date | null {
  return isCalendarDay(day) ? new Date(Date.parse(`${day}T00:00:00Z`) - LAGOS_OFFSET_MS) : null;
}

export type BirthDateResult = { ok: true; day: string } | { ok: false; reason: 'not_a_date' | 'no_such_day' };

/**
 * Reads a birth date: `YYYY-MM-DD`, or that with a time, whose hour does not matter and is never moved across midnight.
 * Accepts `T`, seconds, up to three decimals, and `Z` or `+01:00`. Only real calendar days pass. Never throws.
 */
export function parseBirthDate(text: string): BirthDateResult {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|\+01:00)?)?$/.exec(text);
  if (match === null) return { ok: false, reason: 'not_a_date' };
  const day = match[1] ?? '';
  return isCalendarDay(day) ? { ok: true, day } : { ok: false, reason: 'no_such_day' };
}

/**
 * Full years lived by someone born on `birth`, on the day `on`; both "YYYY-MM-DD". Born on 29 February, one ages on 1 March of common
 * years. Negative before birth. Throws AssertionFailure on malformed days.
 */
export function ageOn(birth: string, on: string): number {
  assert(isCalendarDay(birth) && isCalendarDay(on), 'ageOn takes days as YYYY-MM-DD');
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4));
  return on.slice(5) < birth.slice(5) ? years - 1 : years;
}

/**
 * A NIP session id: institution code (6 digits), Lagos time (12) and 12 digits the caller makes unique; 30 digits in all, kept as text.
 * Source: NIBSS NIP message specification. Throws AssertionFailure on parts of another form.
 */
export function nipSessionId(institutionCode6: string, date: Date, unique12: string): string {
  assert(/^\d{6}$/.test(institutionCode6), 'an institution code has 6 digits');
  assert(/^\d{12}$/.test(unique12), 'the unique part of a session id has 12 digits');
  return institutionCode6 + lagosCompact(date) + unique12;
}

/** Whether "YYYY-MM-DD" names a day of the calendar. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript rolls 30 February over to March: the day must come back as it went in.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function lagosText(date: Date): string {
  return isoMillis(new Date(date.getTime() + LAGOS_OFFSET_MS));
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
