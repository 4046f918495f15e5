import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNaira, MAX_AMOUNT_KOBO, MAX_EXACT_NUMBER_KOBO, nairaNumber, nairaText, parseNaira } from './money.ts';

const anyAmount = fc.bigInt({ min: 1n, max: MAX_AMOUNT_KOBO });

describe('reading naira', () => {
  it.each([
    [1, 100n], [0.01, 1n], [0.1, 10n], [1250.5, 125050n], [1.15, 115n], [4.35, 435n], [1e21 / 1e9, 10n ** 14n], [1e13, 10n ** 15n],
    ['1', 100n], ['1250.00', 125000n], ['0.5', 50n], ['007.10', 710n], ['10000000000000', 10n ** 15n],
  ])('%j is exactly %s kobo', (input, kobo) => {
    expect(parseNaira(input)).toEqual({ ok: true, kobo });
  });

  it.each([
    [0, 'not_positive'], [-0, 'not_positive'], [-5, 'not_positive'], ['-5', 'not_positive'], ['0', 'not_positive'], ['0.00', 'not_positive'],
    [0.001, 'too_many_decimals'], [1e-7, 'too_many_decimals'], [5e-324, 'too_many_decimals'], [0.1 + 0.2, 'too_many_decimals'],
    ['1.234', 'too_many_decimals'], ['1.000', 'too_many_decimals'],
    [1e21, 'too_large'], [1.5e300, 'too_large'], [1e13 + 1, 'too_large'], ['10000000000000.01', 'too_large'],
    [Number.NaN, 'not_a_number'], [Number.POSITIVE_INFINITY, 'not_a_number'], [Number.NEGATIVE_INFINITY, 'not_a_number'],
    ['', 'not_a_number'], [' 1', 'not_a_number'], ['1 ', 'not_a_number'], ['1\n', 'not_a_number'], ['+1', 'not_a_number'], ['1,000', 'not_a_number'],
    ['1e3', 'not_a_number'], ['.5', 'not_a_number'], ['5.', 'not_a_number'], ['0x10', 'not_a_number'], ['NaN', 'not_a_number'], ['١٢', 'not_a_number'],
    ['-', 'not_a_number'], ['--5', 'not_a_number'],
  ])('%j is refused as %s', (input, reason) => {
    expect(parseNaira(input)).toEqual({ ok: false, reason });
  });

  it('refuses a megabyte of digits without making a number of it', () => {
    expect(parseNaira('9'.repeat(1_000_000))).toEqual({ ok: false, reason: 'too_large' });
  });

  it('reads back every amount it writes, as text and as a number', () => {
    fc.assert(fc.property(anyAmount, (kobo) => {
      expect(parseNaira(nairaText(kobo))).toEqual({ ok: true, kobo });
      expect(parseNaira(nairaNumber(kobo))).toEqual({ ok: true, kobo });
    }));
  });

  it('never throws and never gives an amount outside the limits', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.double()), (input) => {
      const result = parseNaira(input);
      if (result.ok) expect(result.kobo > 0n && result.kobo <= MAX_AMOUNT_KOBO).toBe(true);
    }));
  });
});

describe('writing naira', () => {
  it.each([
    [0n, '0.00', 'NGN 0.00'], [5n, '0.05', 'NGN 0.05'], [125000n, '1250.00', 'NGN 1,250.00'], [99999n, '999.99', 'NGN 999.99'],
    [123456789012n, '1234567890.12', 'NGN 1,234,567,890.12'], [-125050n, '-1250.50', '-NGN 1,250.50'],
  ])('%s kobo', (kobo, text, formatted) => {
    expect(nairaText(kobo)).toBe(text);
    expect(formatNaira(kobo)).toBe(formatted);
  });

  it('gives a JSON number whose text is the exact amount, up to the stated limit', () => {
    fc.assert(fc.property(fc.bigInt({ min: -MAX_EXACT_NUMBER_KOBO, max: MAX_EXACT_NUMBER_KOBO }), (kobo) => {
      const [whole = '', decimals = ''] = JSON.stringify(nairaNumber(kobo)).split('.');
      expect(BigInt(whole.replace('-', '') + decimals.padEnd(2, '0'))).toBe(kobo < 0n ? -kobo : kobo);
    }));
  });

  it('refuses to write an amount that a number would round', () => {
    expect(() => nairaNumber(MAX_EXACT_NUMBER_KOBO + 1n)).toThrow('too large');
  });
});
