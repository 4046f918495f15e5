/** Naira and moments as people here write them. */

/** `₦1,234,567.89` from naira as the API sends them: a number with at most two decimals, or its text. */
export function naira(amount: number | string): string {
  return nairaFormat.format(amount as number);
}

/** Adds naira as the API sends them, in whole kobo. */
export function sumNaira(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

const nairaFormat = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', currencyDisplay: 'narrowSymbol' });
const countFormat = new Intl.NumberFormat('en-NG');
const momentFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
const instantFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const exactFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', dateStyle: 'full', timeStyle: 'medium' });
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'short', year: 'numeric' });

export const count = (value: number): string => countFormat.format(value);
export const moment = (iso: string): string => momentFormat.format(new Date(iso));
export const day = (iso: string): string => dayFormat.format(new Date(iso));
/** Where a minute is too long. */
export const second = (iso: string): string => instantFormat.format(new Date(iso));
/** The time of day alone where it is today's. */
export const clockTime = (iso: string): string => (day(iso) === day(new Date().toISOString()) ? clockFormat.format(new Date(iso)) : moment(iso));
/** To the millisecond: for what happens within a second. */
export const instant = (iso: string): string => `${second(iso)}.${iso.slice(20, 23)}`;
/** For the hover: Lagos to the second, and UTC to the millisecond. */
export const exactMoment = (iso: string): string => `${exactFormat.format(new Date(iso))} in Lagos · ${iso}`;

/** `2026-12-01T09:00`, as a field for date and time has it, read on the clock of Lagos, which knows no summer time; null for what is no time. */
export function lagosInstant(text: string): string | null {
  const at = new Date(`${text}:00+01:00`);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

/** What somebody is called, without the characters that turn the direction of what is written after them (UAX #9): for headings and sentences. */
export const straight = (name: string): string => name.replaceAll(/\p{Bidi_Control}/gu, '');

/** `transfer:read` → `Transfer read`; `SUCCESS` → `Success`. */
export function words(code: string): string {
  const text = code.replaceAll(/[_:.-]+/g, ' ').toLowerCase();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
