import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256 } from './canonical.ts';

describe('canonical JSON', () => {
  it('sorts keys at every level, drops undefined and writes bigints as text', () => {
    expect(canonicalJson({ b: [1, { d: null, c: undefined, a: 10n }], a: 'x' })).toBe('{"a":"x","b":[1,{"a":"10","d":null}]}');
    expect(canonicalJson([undefined, new Date(0)])).toBe('[null,"1970-01-01T00:00:00.000Z"]');
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
  });

  it('gives equal text for equal values in any key order, and the text parses back', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }));
  });

  it.each([[Number.NaN], [() => 1], [Symbol('x')], [new Map()], [new Uint8Array(2)]])('refuses %s', (value) => {
    expect(() => canonicalJson({ value })).toThrow();
  });

  it('refuses a value that would exhaust the stack', () => {
    expect(() => canonicalJson(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toThrow('nested too deeply');
  });
});

it('sha256 gives the published digest of "abc", from text and from bytes', () => {
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256('abc').toString('hex')).toBe(digest);
  expect(sha256(Buffer.from('abc')).toString('hex')).toBe(digest);
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toReversed().map(([key, member]) => [key, reversed(member)]));
}
