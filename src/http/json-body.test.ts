import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '#src/errors.ts';
import { parseJsonBody } from './json-body.ts';

function refusal(text: string | Uint8Array): [string, string | null] | 'accepted' {
  try {
    parseJsonBody(typeof text === 'string' ? Buffer.from(text) : text);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.code, error.refusals[0].field];
  }
}

const nested = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
const keyed = (keys: number) => `{${Array.from({ length: keys }, (_, i) => `"k${i}":1`).join()}}`;

test('what JSON can say, arrives as it was said', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string().filter((key) => !key.includes('\0') && key !== '__proto__'), fc.jsonValue({ maxDepth: 5, noUnicodeString: true })), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\\u0000|__proto__|constructor/.test(text));
      expect(parseJsonBody(Buffer.from(text)).value).toEqual(JSON.parse(text));
    }),
  );
});

describe('bytes and syntax', () => {
  test.each([
    ['broken', '{"a":'],
    ['trailing comma', '{"a":1,}'],
    ['comment', '{"a":1}//x'],
    ['byte order mark', '\uFEFF{"a":1}'],
    ['array', '[1]'],
    ['text', '"a"'],
    ['null', 'null'],
    ['NaN', '{"a":NaN}'],
    ['raw NUL', '{"a":"\0"}'],
  ])('%s is invalid_json', (_name, text) => {
    expect(refusal(text)).toEqual(['invalid_json', null]);
  });

  test.each([[[0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]], [[0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]], [[0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]]])(
    'bytes that are not UTF-8 are invalid_json: %s',
    (bytes) => {
      expect(refusal(Uint8Array.from(bytes))).toEqual(['invalid_json', null]);
    },
  );
});

describe('size', () => {
  test('32 levels are read, 33 are not, and a very deep body harms nothing', () => {
    expect(refusal(nested(32))).toBe('accepted');
    expect(refusal(nested(33))).toEqual(['invalid_json', null]);
    expect(refusal(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual(['invalid_json', null]);
    expect(refusal(`{"a":1e400,"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual(['invalid_json', null]);
  });

  test('1,000 keys are read, 1,001 are not', () => {
    expect(refusal(keyed(1_000))).toBe('accepted');
    expect(refusal(keyed(1_001))).toEqual(['invalid_json', null]);
  });
});

describe('keys and text', () => {
  test.each([
    ['{"__proto__":{"admin":true}}', '/__proto__'],
    ['{"a":{"__pro\\u0074o__":1}}', '/a/__proto__'],
    ['{"a":[{"constructor":{"prototype":{"x":1}}}]}', '/a/0/constructor'],
    ['{"a":"x\\u0000y"}', '/a'],
    ['{"a":{"b":["ok","\\ud800"]}}', '/a/b/1'],
    ['{"a":{"x\\u0000":1}}', '/a'],
  ])('%s is refused at %s', (text, field) => {
    expect(refusal(text)).toEqual(['invalid_field', field]);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  test('a field may be named constructor, and a surrogate pair is a character', () => {
    expect(refusal('{"constructor":"Builder","face":"\\ud83d\\ude00"}')).toBe('accepted');
  });

  test('of a repeated key the last counts', () => {
    expect(parseJsonBody(Buffer.from('{"a":1,"a":2}')).value).toEqual({ a: 2 });
  });
});

describe('numbers', () => {
  test.each(['1000', '1000.00', '0.1', '1e3', '1E+3', '-0', '0.0', '1234567890.12', '123e-2', '0.30000000000000004', '1e21', '100000000000000000000'])('%s keeps its digits', (text) => {
    expect(parseJsonBody(Buffer.from(`{"a":[${text}]}`))).toEqual({ value: { a: [Number(text)] }, inexact: [] });
  });

  test.each(['1000.000000000000001', '1e400', '-1e400', '1e-400', '12345678901234567890', '9007199254740993', '9007199254740993e-1', '0.1000000000000000055'])('%s becomes NaN, never another number', (text) => {
    const { value, inexact } = parseJsonBody(Buffer.from(`{"x":"1e400","a":{"b": ${text}}}`));
    expect(value).toEqual({ x: '1e400', a: { b: Number.NaN } });
    expect(inexact).toEqual(['/a/b']);
  });

  test('a whole number is kept exactly or marked', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 25n }), (number) => {
        const { value, inexact } = parseJsonBody(Buffer.from(`{"a":${number}}`));
        // The shortest text of the double is what a reader of the stored value would see.
        if (inexact.length === 0) expect(Number(value['a']).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 0 })).toBe(String(number));
        if (number <= BigInt(Number.MAX_SAFE_INTEGER)) expect(inexact).toEqual([]);
      }),
    );
  });

  test('a long number in a text is left alone', () => {
    expect(parseJsonBody(Buffer.from('{"sessionId":"000015251121030000123456789012"}')).inexact).toEqual([]);
  });
});
