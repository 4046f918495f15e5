import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPhone, parseNigerianPhone } from './phone.ts';

describe('Nigerian phone numbers', () => {
  it.each([
    ['08030000012'], ['8030000012'], ['2348030000012'], ['+2348030000012'], ['+23408030000012'], ['23408030000012'], ['002348030000012'],
    ['0803 000 0012'], ['+234 (0) 803-000-0012'], [' 0803.000.0012 '], ['(0803) 0000012'],
  ])('%j is +2348030000012', (text) => {
    expect(parseNigerianPhone(text)).toBe('+2348030000012');
  });

  it.each([
    [''], ['0803000001'], ['080300000123'], ['06030000012'], ['+448030000012'], ['0803000001x'], ['٠٨٠٣٠٠٠٠٠١٢'], ['++2348030000012']
  ])('%j is refused', (text) => {
    expect(parseNigerianPhone(text)).toBeNull();
  });

  it('refuses a very long text', () => {
    expect(parseNigerianPhone('0'.repeat(100_000))).toBeNull();
  });

  it('gives the same number for every spelling, and its own output again', () => {
    fc.assert(fc.property(fc.stringMatching(/^[789]\d{9}$/), fc.constantFrom('', '0', '234', '+234', '2340', '+2340', '00234'), (local, prefix) => {
      expect(parseNigerianPhone(prefix + local)).toBe(`+234${local}`);
      expect(parseNigerianPhone(`+234${local}`)).toBe(`+234${local}`);
    }));
  });

  it('shows five digits of ten at most when masked', () => {
    expect(maskPhone('0803 000 0012')).toBe('+23480*****012');
    expect(maskPhone('12345')).toBe('*****');
  });
});
