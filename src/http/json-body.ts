/** Turns the bytes of a body into a JSON object, refusing what two parsers could read in two ways. */
import { isUtf8 } from 'node:buffer';
import { fail } from '#src/errors.ts';
import { pointerTo } from './json-pointer.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export type JsonBody = {
  value: JsonObject;
  /** Pointers to numbers a double cannot hold. NaN stands in their place; no answer may accept them. */
  inexact: readonly string[];
};

const maxDepth = 32;
const usualKeys = 1_000;

/**
 * A number that may lose digits: an exponent, or 16 or more characters, where a value can begin.
 * Digits inside strings follow a quote, so that long session ids do not count. False alarms only cost time.
 */
const suspiciousNumber = /[:[,]\s*-?(?:[0-9.]{16,}|[0-9.]+[eE])/;

/**
 * Parses strict UTF-8 JSON: one object, at most 32 deep and `maxKeys` keys. Of a repeated key the last counts.
 * Throws `invalid_json` for bad bytes or syntax, and `invalid_field` for `__proto__`, `constructor.prototype`,
 * NUL characters and lone surrogates, naming the place.
 */
export function parseJsonBody(bytes: Uint8Array, maxKeys = usualKeys): JsonBody {
  if (!isUtf8(bytes)) throw fail('invalid_json', { message: 'The body is not valid UTF-8.' });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const value = parse(text);
  if (!isObject(value)) throw fail('invalid_json', { message: 'The body is not a JSON object.' });
  // Without an escape no string can hold NUL (JSON forbids it raw) or a lone surrogate (UTF-8 cannot carry it).
  inspect(value, { checkText: text.includes('\\u'), keys: 0, maxKeys }, '', 1);
  if (!suspiciousNumber.test(text)) return { value, inexact: [] };
  return markInexact(text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold personal data.
    throw fail('invalid_json');
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inspect(node: unknown, seen: { checkText: boolean; keys: number; maxKeys: number }, at: string, depth: number): void {
  if (typeof node === 'string') {
    if (seen.checkText) refuseBadText(node, at);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (depth > maxDepth) throw fail('invalid_json', { message: `The body is nested deeper than ${maxDepth} levels.` });
  if (Array.isArray(node)) {
    for (let i = 0; i < node.length; i += 1) inspect(node[i], seen, pointerTo(at, i), depth + 1);
    return;
  }
  for (const [key, child] of Object.entries(node)) {
    seen.keys += 1;
    if (seen.keys > seen.maxKeys) throw fail('invalid_json', { message: `The body has more than ${seen.maxKeys} keys.` });
    refuseBadKey(key, child, at);
    if (seen.checkText) refuseBadText(key, at === '' ? null : at);
    // Only what can hold a refusal needs its pointer built.
    if (typeof child === 'object' || (seen.checkText && typeof child === 'string')) {
      inspect(child, seen, pointerTo(at, key), depth + 1);
    }
  }
}

function refuseBadKey(key: string, child: unknown, at: string): void {
  if (key === '__proto__' || (key === 'constructor' && isObject(child) && Object.hasOwn(child, 'prototype'))) {
    throw fail('invalid_field', { field: pointerTo(at, key), message: `${key} is not accepted as a key.` });
  }
}

/** Throws `invalid_field` when the text holds a NUL character or half of a surrogate pair. */
export function refuseBadText(text: string, field: string | null): void {
  if (!text.includes('\0') && text.isWellFormed()) return;
  throw fail('invalid_field', { ...(field === null ? {} : { field }), message: 'The text holds a character that is not allowed (NUL or a lone surrogate).' });
}

/** Parses again, this time looking at each number's own text. The depth is known to be small here. */
function markInexact(text: string): JsonBody {
  let found = false;
  const value: unknown = JSON.parse(text, (_key, node: unknown, context?: { source?: string }) => {
    if (typeof node !== 'number' || context?.source === undefined || isExact(context.source, node)) return node;
    found = true;
    return Number.NaN;
  });
  if (!isObject(value)) throw fail('invalid_json');
  const inexact: string[] = [];
  if (found) collectNaN(value, '', inexact);
  return { value, inexact };
}

function collectNaN(node: unknown, at: string, into: string[]): void {
  if (Number.isNaN(node)) into.push(at);
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node)) collectNaN(child, pointerTo(at, key), into);
}

/** Does the double's shortest decimal text denote the very number that was written? */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const written = normalForm(source);
  const kept = normalForm(String(value));
  return written.digits === kept.digits && (written.digits === '' || written.exponent === kept.exponent);
}

/** digits × 10^exponent without leading or trailing zeros; zero has no digits. The sign is never lost. */
function normalForm(decimal: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = decimal.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { digits, exponent: Number(power) - fraction.length + (all.length - digits.length) };
}
