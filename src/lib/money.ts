import { assert } from './assert.ts';

/** An amount in kobo; 100 kobo are one naira. The only form of money inside the program. */
export type Kobo = bigint;

export type NairaFailure = 'not_a_number' | 'too_many_decimals' | 'not_positive' | 'too_large';
export type NairaResult = { ok: true; kobo: Kobo } | { ok: false; reason: NairaFailure };

/** The largest amount a single command may carry: ten trillion naira. */
export const MAX_AMOUNT_KOBO: Kobo = 10n ** 15n;

/** The largest amount whose naira value a JSON number still carries to the exact kobo: beyond, a double's step exceeds 0.01. */
export const MAX_EXACT_NUMBER_KOBO: Kobo = 7n * 10n ** 15n;

const MAX_KOBO_DIGITS = MAX_AMOUNT_KOBO.toString().length;

/**
 * Reads a positive naira amount into exact kobo.
 *
 * A number is read by its shortest decimal text, the one its sender wrote, so no binary rounding enters; a string must be plain
 * decimal digits with an optional point. More than two decimal places are refused, even zeros. Never throws.
 */
export function parseNaira(input: number | string): NairaResult {
  if (typeof input === 'number') {
    if (!Number.isFinite(input)) return { ok: false, reason: 'not_a_number' };
    if (input <= 0) return { ok: false, reason: 'not_positive' };
    return parseDecimal(plainDecimal(String(input)));
  }
  if (/^-\d+(\.\d+)?$/.test(input)) return { ok: false, reason: 'not_positive' };
  return parseDecimal(input);
}

/**
 * The amount as a JSON number of naira, whose text is the exact decimal value.
 * Throws AssertionFailure beyond MAX_EXACT_NUMBER_KOBO, where a double could show another kobo.
 */
export function nairaNumber(kobo: Kobo): number {
  assert(kobo <= MAX_EXACT_NUMBER_KOBO && kobo >= -MAX_EXACT_NUMBER_KOBO, 'amount too large for an exact JSON number');
  return Number(kobo) / 100;
}

/** "1250.00": naira with exactly two decimals and no grouping. */
export function nairaText(kobo: Kobo): string {
  const { sign, naira, rest } = split(kobo);
  return `${sign}${naira}.${rest}`;
}

/** "NGN 1,250.00": for people. Negative amounts read "-NGN 1,250.00". */
export function formatNaira(kobo: Kobo): string {
  const { sign, naira, rest } = split(kobo);
  return `${sign}NGN ${naira.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}

function parseDecimal(text: string): NairaResult {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return { ok: false, reason: 'not_a_number' };
  const decimals = match[2] ?? '';
  if (decimals.length > 2) return { ok: false, reason: 'too_many_decimals' };
  const digits = ((match[1] ?? '') + decimals.padEnd(2, '0')).replace(/^0+/, '');
  if (digits === '') return { ok: false, reason: 'not_positive' };
  // The length is looked at first, so that a megabyte of digits never becomes a bigint.
  if (digits.length > MAX_KOBO_DIGITS) return { ok: false, reason: 'too_large' };
  const kobo = BigInt(digits);
  return kobo > MAX_AMOUNT_KOBO ? { ok: false, reason: 'too_large' } : { ok: true, kobo };
}

/** Writes "1.5e-7" or "1e+21" without exponent. A double has at most 17 digits and |exponent| <= 324, so the text stays short. */
function plainDecimal(text: string): string {
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const digits = (match[1] ?? '') + (match[2] ?? '');
  const point = 1 + Number(match[3]);
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return digits.length > point ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits.padEnd(point, '0');
}

function split(kobo: Kobo): { sign: string; naira: string; rest: string } {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0');
  return { sign: kobo < 0n ? '-' : '', naira: digits.slice(0, -2), rest: digits.slice(-2) };
}
