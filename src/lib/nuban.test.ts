import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit, isValidNuban, makeNuban } from './nuban.ts';

describe('NUBAN check digits', () => {
  it.each([
    ['011', '0000014579'], ['011', '0000000220'], ['50547', '0000214579'], ['044', '0010246780'], ['221', '0054556411'],
    ['057', '1012854016'], ['058', '0108024071'], ['033', '1018044721'], ['070', '5600026567'], ['214', '2828744017'],
    ['50515', '5522116946'], ['999991', '8106136519'], ['011', '0000000017'],
    ['50211', '2000000013'], ['51318', '0000000012'], ['044', '1234567895'], ['058', '9999999990'], ['304', '0000000016'], ['50515', '0000000001'],
  ])('bank %s accepts %s, and would make it', (code, account) => {
    expect(isValidNuban(code, account)).toBe(true);
    expect(makeNuban(code, account.slice(0, 9))).toBe(account);
  });

  it.each([
    ['123', '1234567890'], ['011', '0000000010'], ['011', '000000001'], ['011', '00000000170'], ['011', '000000001x'],
    ['', '0000000017'], ['01', '0000000017'], ['0011', '0000000017'], ['MFB50094', '0000000017'], ['011', '٠٠٠٠٠٠٠٠١٧'],
  ])('bank %j refuses %s', (code, account) => {
    expect(isValidNuban(code, account)).toBe(false);
  });

  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

  it('catches every single wrong digit', () => {
    fc.assert(fc.property(fc.oneof(digits(3), digits(5)), digits(9), fc.nat(9), fc.integer({ min: 1, max: 9 }), (code, serial, at, shift) => {
      const account = makeNuban(code, serial);
      const wrong = (Number(account[at]) + shift) % 10;
      expect(isValidNuban(code, account.slice(0, at) + wrong + account.slice(at + 1))).toBe(false);
    }));
  });

  it('gives deposit money banks the same digit as the 12-digit form of 2010', () => {
    fc.assert(fc.property(digits(3), digits(9), (code, serial) => {
      const sum = [...code + serial].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 3][at % 3] ?? 0), 0);
      expect(checkDigit(code, serial)).toBe((10 - (sum % 10)) % 10);
    }));
  });

  it('treats a malformed code or serial as our own mistake when making a number', () => {
    expect(() => makeNuban('12', '000000001')).toThrow('bank code');
    expect(() => makeNuban('011', '1')).toThrow('serial');
  });
});
