import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isBvn, isNin, looksLikeLicenceNumber, maskNumber, parseCompanyNumber, parseLicenceNumber, parsePassportNumber, parseTaxNumber, parseVirtualNin,
} from './identifiers.ts';

describe('identity numbers', () => {
  it.each([['22200000001', true], ['2220000000', false], ['222000000011', false], ['2220000000a', false], ['٢٢٢٠٠٠٠٠٠٠١', false], ['', false]])(
    'BVN and NIN are 11 digits: %j %s', (text, fits) => {
      expect(isBvn(text)).toBe(fits);
      expect(isNin(text)).toBe(fits);
    });

  it('reads a virtual NIN with or without its display hyphens', () => {
    expect(parseVirtualNin('ab012345678901yz')).toBe('AB012345678901YZ');
    expect(parseVirtualNin('AB-0123-4567-8901-YZ')).toBe('AB012345678901YZ');
    expect(parseVirtualNin('AB01234567890YZ')).toBeNull();
    expect(parseVirtualNin('-'.repeat(100))).toBeNull();
  });

  it('tells the three tax numbers apart', () => {
    expect(parseTaxNumber('12345678-0001')).toEqual({ kind: 'firs', value: '12345678-0001' });
    expect(parseTaxNumber('1234567890')).toEqual({ kind: 'jtb', value: '1234567890' });
    expect(parseTaxNumber('1234567890123')).toEqual({ kind: 'tax_id', value: '1234567890123' });
    expect(parseTaxNumber('123456780001')).toBeNull();
  });

  it('reads company numbers with any register, or none', () => {
    expect(parseCompanyNumber('RC123456')).toEqual({ register: 'RC', digits: '123456' });
    expect(parseCompanyNumber('bn-12')).toEqual({ register: 'BN', digits: '12' });
    expect(parseCompanyNumber('0012345')).toEqual({ register: null, digits: '0012345' });
    expect(parseCompanyNumber('XX123')).toBeNull();
    expect(parseCompanyNumber('RC12345678901')).toBeNull();
  });

  it('reads passports in both shapes', () => {
    expect(parsePassportNumber('a01234567')).toBe('A01234567');
    expect(parsePassportNumber('AB1234567')).toBe('AB1234567');
    expect(parsePassportNumber('ABC123456')).toBeNull();
    expect(parsePassportNumber('A0123456')).toBeNull();
  });

  it('accepts unusual licence numbers and only says that they are unusual', () => {
    expect(parseLicenceNumber('abc 12345-ab12')).toBe('ABC12345AB12');
    expect(looksLikeLicenceNumber('ABC12345AB12')).toBe(true);
    expect(parseLicenceNumber('LAG000123456')).toBe('LAG000123456');
    expect(looksLikeLicenceNumber('LAG000123456')).toBe(false);
    expect(parseLicenceNumber('?')).toBeNull();
  });
});

describe('masking', () => {
  it.each([['22212345901', '222*****901'], ['1234567890', '123****890'], ['123456789', '1*******9'], ['1234567', '1*****7'], ['123456', '******'], ['', '']])(
    '%j shows as %j', (text, masked) => {
      expect(maskNumber(text)).toBe(masked);
    });

  it('keeps the length and never shows more than six characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const masked = Array.from(maskNumber(text));
      expect(masked).toHaveLength(Array.from(text).length);
      expect(masked.filter((character) => character !== '*').length).toBeLessThanOrEqual(6);
    }));
  });
});
