import { randomBytes } from 'node:crypto';
import { assert } from './assert.ts';

export type Environment = 'sandbox' | 'live';

/** Everything random or unique the program makes. All of it comes from the random source and clock given to `createIds`. */
export type Ids = {
  /** `trf` → `trf_0198c2…`: a UUIDv7 (RFC 9562) as 32 lower-case hex digits. Ids of one process sort in the order they were made. */
  newId(prefix: string): string;
  /** 10 digits, not starting with 0, uniform: not guessable from its neighbours. */
  customerId(): string;
  /** 9 digits for `makeNuban`, uniform, but never eight leading zeros: those account numbers are the sandbox's scenarios. */
  nubanSerial(): string;
  /** 6 digits, uniform. */
  otpCode(): string;
  /** `at` → `at_` and 43 base64url characters: 256 random bits. */
  token(prefix: string): string;
  /** `ot_test_` or `ot_live_` and 24 of a–z and 0–9. */
  clientId(environment: Environment): string;
  /** `sk_test_` or `sk_live_` and 43 base64url characters: 256 random bits. */
  clientSecret(environment: Environment): string;
  /** `whsec_` and the base64 of 32 random bytes, the form of the Standard Webhooks specification. */
  webhookSecret(): string;
  /** `length` random digits, uniform, leading zeros allowed. */
  uniqueDigits(length: number): string;
  /** `length` random bytes. */
  bytes(length: number): Buffer;
};

const POOL_BYTES = 8192;
const ALPHABET_36 = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The least id that `newId` makes with this prefix at a moment or later: for finding rows by when they were made, along the index of their ids. */
export function firstIdAt(prefix: string, at: Date | number): string {
  return `${prefix}_${Math.max(0, Number(at)).toString(16).padStart(12, '0')}`;
}

/** When an id of `newId` was made, to the millisecond. */
export function madeAt(id: string): Date {
  const digits = id.indexOf('_') + 1;
  return new Date(Number.parseInt(id.slice(digits, digits + 12), 16));
}

/** The ids of a real process: the operating system's randomness and clock. */
export function systemIds(): Ids {
  return createIds(randomBytes, Date.now);
}

/** Ids from a given source of randomness (`random(n)` gives n bytes) and clock (milliseconds since 1970). */
export function createIds(random: (length: number) => Uint8Array, nowMs: () => number): Ids {
  const bytes = pooled(random);
  const uuid = uuidV7(bytes, nowMs);
  const digits = (length: number): string => randomDigits(bytes, length);
  const secret = (): string => bytes(32).toString('base64url');

  return {
    newId: (prefix) => `${prefix}_${uuid()}`,
    customerId: () => String(below(bytes, 9_000_000_000) + 1_000_000_000),
    nubanSerial: () => String(below(bytes, 999_999_990) + 10).padStart(9, '0'),
    otpCode: () => digits(6),
    token: (prefix) => `${prefix}_${secret()}`,
    clientId: (environment) => `ot_${word(environment)}_${randomWord(bytes, 24)}`,
    clientSecret: (environment) => `sk_${word(environment)}_${secret()}`,
    webhookSecret: () => `whsec_${bytes(32).toString('base64')}`,
    uniqueDigits: digits,
    bytes,
  };
}

const word = (environment: Environment): string => (environment === 'live' ? 'live' : 'test');

/** Asks the source for 8 KB at a time: one call of the operating system serves hundreds of ids. Spent bytes are wiped. */
function pooled(random: (length: number) => Uint8Array): (length: number) => Buffer {
  let pool = Buffer.alloc(0);
  let at = 0;
  return (length) => {
    if (length > POOL_BYTES) return Buffer.from(random(length));
    if (at + length > pool.length) {
      pool = Buffer.from(random(POOL_BYTES));
      assert(pool.length === POOL_BYTES, 'the random source gave too few bytes');
      at = 0;
    }
    const taken = Buffer.from(pool.subarray(at, at + length));
    pool.fill(0, at, at + length);
    at += length;
    return taken;
  };
}

/**
 * UUIDv7 with the 12 bits behind the version as a counter within the millisecond (RFC 9562 §6.2, method 1). The counter starts in its
 * lower half; when it overflows, or when the clock steps back, time is borrowed from the future, so order never breaks.
 */
function uuidV7(bytes: (length: number) => Buffer, nowMs: () => number): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const value = bytes(16);
    const now = nowMs();
    if (now > lastMs) {
      lastMs = now;
      counter = value.readUInt16BE(6) & 0x7ff;
    } else if (++counter > 0xfff) {
      lastMs++;
      counter = value.readUInt16BE(6) & 0x7ff;
    }
    value.writeUIntBE(lastMs, 0, 6);
    value.writeUInt16BE(0x7000 | counter, 6);
    value.writeUInt8((value.readUInt8(8) & 0x3f) | 0x80, 8);
    return value.toString('hex');
  };
}

/** Uniform in 0 … limit-1. Draws above the largest multiple of the limit are thrown away: a plain remainder would favour small values. */
function below(bytes: (length: number) => Buffer, limit: number): number {
  const width = limit <= 2 ** 16 ? 4 : 6;
  const range = 2 ** (8 * width);
  const fair = range - (range % limit);
  // For the limits used here a draw fails less than once in 250, so 64 failures in a row mean a broken source.
  for (let attempt = 0; attempt < 64; attempt++) {
    const draw = bytes(width).readUIntBE(0, width);
    if (draw < fair) return draw % limit;
  }
  assert(false, 'the random source keeps giving the same bytes');
}

function randomDigits(bytes: (length: number) => Buffer, length: number): string {
  let text = '';
  while (text.length < length) {
    const chunk = Math.min(12, length - text.length);
    text += String(below(bytes, 10 ** chunk)).padStart(chunk, '0');
  }
  return text;
}

function randomWord(bytes: (length: number) => Buffer, length: number): string {
  let text = '';
  while (text.length < length) text += ALPHABET_36.charAt(below(bytes, ALPHABET_36.length));
  return text;
}
