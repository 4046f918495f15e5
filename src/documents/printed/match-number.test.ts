import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldedNumber, matchNumber, type TextLine } from './match-number.ts';

/** Lines one under the other. */
const lines = (...texts: string[]): TextLine[] => texts.map((text, index) => ({ text, confidence: 0.95, left: 0, right: text.length * 10, top: index * 40, bottom: index * 40 + 20 }));
const level = (wanted: string, ...texts: string[]) => matchNumber(lines(...texts), wanted).level;

describe('a number is found', () => {
  test.each([['A01234567', 'Passport No A01234567'], ['A01234567', 'a 0123 4567'], ['AB-1234', 'AB1234'], ['ABC12345AB12', 'L/NO:ABC12345AB12']])('%s in %s', (wanted, text) => {
    expect(level(wanted, 'SURNAME', text)).toBe('exact');
  });

  test('where look-alikes were taken for each other, and that is said', () => {
    expect(level('A01234567', 'AO1234567')).toBe('folded');
    expect(level('BIS12345OZ99', 'B1512345029G')).toBe('near');
  });

  test('in two to four pieces of one line, but not in pieces of two', () => {
    const at = (left: number, top: number, text: string): TextLine => ({ text, confidence: left === 0 ? 0.99 : 0.7, left, right: left + 60, top, bottom: top + 20 });
    expect(matchNumber([at(0, 0, 'PSW 46'), at(70, 2, '672'), at(140, 1, 'KE93')], 'PSW46672KE93')).toEqual({ level: 'exact', confidence: 0.7 });
    expect(matchNumber([at(0, 0, 'PSW 46'), at(70, 60, '672KE93')], 'PSW46672KE93').level).toBe('none');
    expect(matchNumber([at(0, 0, 'PSW 46'), at(400, 0, '672KE93')], 'PSW46672KE93').level).toBe('none');
  });
});

describe('a number is not found', () => {
  test('a short one inside a longer text, only alone', () => {
    expect(level('123456', 'ABC123456XYZ')).toBe('none');
    expect(level('123456', '123456')).toBe('exact');
  });

  test('in the lines of the zone, which are judged by their check digits', () => {
    expect(level('A01234567', 'A012345678NGA9001158M3105205<<<<<<<<<<<<<<08')).toBe('none');
  });

  test('with one digit altered it is near, with two it is none', () => {
    expect(level('A01234567', 'A01234577')).toBe('near');
    expect(level('A01234567', 'A01239577')).toBe('none');
  });

  test('never by accident: a number that folds differently is neither exact nor folded', () => {
    const number = fc.stringMatching(/^[A-Z]{1,3}[0-9]{7,9}$/);
    fc.assert(fc.property(number, number, (printed, wanted) => {
      const found = level(wanted, `NO ${printed}`);
      if (!foldedNumber(`NO ${printed}`).includes(foldedNumber(wanted))) expect(['near', 'none']).toContain(found);
      else expect(['exact', 'folded']).toContain(found);
    }));
  });
});
