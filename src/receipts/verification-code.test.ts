import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCode, printedCode, verificationCode } from './verification-code.ts';

test('a code made of any ten bytes is read again as it is printed, in any case and with O, I and L', () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
    const code = verificationCode(bytes);
    expect(printedCode(code)).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(parseCode(printedCode(code))).toBe(code);
    expect(parseCode(` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `)).toBe(code);
  }));
});

test('different bytes make different codes', () => {
  const codes = Array.from({ length: 256 }, (_, byte) => verificationCode(Uint8Array.from([...Array<number>(9).fill(0), byte])));
  expect(new Set(codes).size).toBe(256);
});

test.each(['', 'ABCD', 'U'.repeat(16), '0'.repeat(17), '../../etc/passwd'])('%j is no code', (text) => {
  expect(parseCode(text)).toBeNull();
});
