import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeMrz } from '#tests/support/documents/compose-mrz.ts';
import { checkDigit, checksOf, expiryOf, mrzFields } from './check-digits.ts';

const allHold = { documentNumber: true, birthDate: true, expiryDate: true, personalNumber: true, composite: true };
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const holder = fc.record({
  state: fc.constantFrom('NGA', 'GBR', 'UTO'), lastName: fc.stringMatching(/^[A-Z]{1,20}$/), firstName: fc.stringMatching(/^[A-Z]{1,12}( [A-Z]{1,12})?$/),
  number: fc.stringMatching(/^[A-Z][0-9]{8}$|^[A-Z0-9]{5,9}$/), birthDate: digits(6), sex: fc.constantFrom<('M' | 'F' | '<')[]>('M', 'F', '<'), expiryDate: digits(6),
}, { noNullPrototype: true });

describe('check digits', () => {
  test.each([['L898902C3', 6], ['740812', 2], ['120415', 9], ['ZE184226B<<<<<', 1], ['A01234567', 8], ['900115', 8], ['310520', 5], ['<<<<<<', 0]])('of %s is %i', (text, digit) => {
    expect(checkDigit(text)).toBe(digit);
  });

  test.each(['L898902C36UTO7408122F1204159ZE184226B<<<<<10', 'A012345678NGA9001158M3105205<<<<<<<<<<<<<<08', 'A012345678NGA9001158M3105205<<<<<<<<<<<<<<<8'])('all five hold in %s', (line) => {
    expect(checksOf(line)).toEqual(allHold);
  });

  test('hold in whatever is composed, and lines have 44 characters', () => {
    fc.assert(fc.property(holder, fc.option(digits(11), { nil: undefined }), (person, personalNumber) => {
      const lines = composeMrz(personalNumber === undefined ? person : { ...person, personalNumber });
      expect(lines.map(({ length }) => length)).toEqual([44, 44]);
      expect(checksOf(lines[1])).toEqual(allHold);
    }));
  });

  test('one digit changed anywhere in a field breaks that field and the composite', () => {
    const fields = Object.entries(mrzFields).filter(([name]) => name !== 'personalNumber');
    fc.assert(fc.property(holder, fc.constantFrom(...fields), fc.nat(), fc.integer({ min: 1, max: 9 }), (person, [name, { from, to }], place, by) => {
      const line = composeMrz({ ...person, number: 'A01234567' })[1];
      const at = from + (name === 'documentNumber' ? 1 + (place % 8) : place % (to - from));
      const changed = line.slice(0, at) + String((Number(line[at]) + by) % 10) + line.slice(at + 1);
      expect(checksOf(changed)).toMatchObject({ [name]: false, composite: false });
    }));
  });

  test('what is no character of the zone never holds', () => {
    expect(checksOf('Á012345678NGA9001158M3105205<<<<<<<<<<<<<<08').documentNumber).toBe(false);
    expect(checksOf('').documentNumber).toBe(false);
  });
});

test('an expiry date is a day of this century, or none', () => {
  const line = (date: string) => `A012345678NGA9001158M${date}5<<<<<<<<<<<<<<08`;
  expect(expiryOf(line('310520'))?.toISOString()).toBe('2031-05-20T00:00:00.000Z');
  expect([expiryOf(line('310231')), expiryOf(line('311301')), expiryOf(line('3O0520'))]).toEqual([null, null, null]);
});
