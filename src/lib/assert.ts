/** Our own mistake: a state the program promised never to reach. Answers 500 and is never a caller's fault. */
export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure';
}

/** Throws AssertionFailure with `message` unless `condition` is true. Stays on in production. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}

/** Ends a switch over a union: a forgotten case fails the type check, and fails loudly if it still arrives. */
export function assertNever(value: never): never {
  throw new AssertionFailure(`unexpected case: ${String(value)}`);
}

/** The only element of `rows`. Throws AssertionFailure when there are none or several. */
export function expectOne<T>(rows: readonly T[], what = 'row'): T {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length > 0) throw new AssertionFailure(`expected one ${what}, got ${rows.length}`);
  return first;
}

/** The value itself, once it is known to be there. Throws AssertionFailure on undefined and null. */
export function expectPresent<T>(value: T | undefined | null, what = 'value'): T {
  if (value === undefined || value === null) throw new AssertionFailure(`expected ${what} to be present`);
  return value;
}

/** True for objects that are neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` as a record. Throws AssertionFailure otherwise; for data this program wrote or ships. */
export function readRecord(value: unknown, what = 'value'): Record<string, unknown> {
  if (!isRecord(value)) throw new AssertionFailure(`${what} is not an object`);
  return value;
}

/** `value` as an array. Throws AssertionFailure otherwise. */
export function readArray(value: unknown, what = 'value'): readonly unknown[] {
  if (!Array.isArray(value)) throw new AssertionFailure(`${what} is not an array`);
  return value;
}

/** The text under `key`. Throws AssertionFailure when it is missing or not a string. */
export function readString(record: Record<string, unknown>, key: string): string {
  const value = record[key];
  if (typeof value !== 'string') throw new AssertionFailure(`${key} is not a string`);
  return value;
}

/** The text under `key`, or null when it is absent or null. Throws AssertionFailure on other types. */
export function readNullableString(record: Record<string, unknown>, key: string): string | null {
  const value = record[key] ?? null;
  if (value !== null && typeof value !== 'string') throw new AssertionFailure(`${key} is neither a string nor null`);
  return value;
}

/** The number under `key`. Throws AssertionFailure when it is missing, not a number or not finite. */
export function readNumber(record: Record<string, unknown>, key: string): number {
  const value = record[key];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new AssertionFailure(`${key} is not a number`);
  return value;
}

/** The boolean under `key`. Throws AssertionFailure when it is missing or of another type. */
export function readBoolean(record: Record<string, unknown>, key: string): boolean {
  const value = record[key];
  if (typeof value !== 'boolean') throw new AssertionFailure(`${key} is not a boolean`);
  return value;
}

/**
 * The integer under `key` as a bigint, from a bigint, a safe integer or its decimal text (as PostgreSQL drivers give it).
 * Throws AssertionFailure on anything else.
 */
export function readBigint(record: Record<string, unknown>, key: string): bigint {
  const value = record[key];
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  throw new AssertionFailure(`${key} is not an integer`);
}

/** The instant under `key`, from a Date or ISO text. Throws AssertionFailure when it is missing or no instant. */
export function readDate(record: Record<string, unknown>, key: string): Date {
  const value = record[key];
  const date = value instanceof Date ? value : typeof value === 'string' ? new Date(value) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) throw new AssertionFailure(`${key} is not a date`);
  return date;
}
