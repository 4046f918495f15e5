import { hash } from 'node:crypto';
import { isoMillis } from '#src/lib/time.ts';
import { assert, isRecord } from './assert.ts';

// Deeper than any body this API reads; a bound keeps a hostile one from exhausting the stack.
const MAX_DEPTH = 200;

/**
 * One text for equal values: object keys sorted by UTF-16 code unit, no white space, undefined members dropped (null inside arrays),
 * bigints as their decimal text in quotes, dates as ISO text. Equal values give equal text whatever their key order.
 *
 * Throws AssertionFailure on what JSON cannot carry (NaN, functions, symbols, bytes, maps) and on values nested deeper than 200.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/** SHA-256 of UTF-8 text or bytes: 32 bytes. */
export function sha256(input: string | Uint8Array): Buffer {
  return hash('sha256', input, 'buffer');
}

function write(value: unknown, depth: number): string {
  assert(depth <= MAX_DEPTH, 'value is nested too deeply for canonical JSON');
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value === 'number') {
    assert(Number.isFinite(value), 'canonical JSON has no NaN or infinity');
    return JSON.stringify(value);
  }
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (value instanceof Date) return JSON.stringify(isoMillis(value));
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  assert(isRecord(value) && isPlain(value), 'canonical JSON takes plain objects only');
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${write(member, depth + 1)}`);
  }
  return `{${members.join(',')}}`;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
