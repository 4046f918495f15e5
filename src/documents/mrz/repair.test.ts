import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksOf } from './check-digits.ts';
import type { Choice, ReadLine } from './read-line.ts';
import { mostRepairs, preferDigits, repairLine } from './repair.ts';

const right = 'A012345678NGA9001158M3105205<<<<<<<<<<<<<<08';

/** A line read as `text`, with second choices at some cells, `cost` worse than the first. */
function readAs(text: string, seconds: Readonly<Record<number, string>>, cost = 0.02): ReadLine {
  const cells = [...text].map((character, cell): Choice[] => {
    const second = seconds[cell];
    return second === undefined ? [{ character, fit: 0.95 }] : [{ character, fit: 0.95 }, { character: second, fit: 0.95 - cost }];
  });
  return { text, cells, score: 0.95 };
}

const changed = (text: string, changes: Readonly<Record<number, string>>): string => [...text].map((character, cell) => changes[cell] ?? character).join('');

describe('a repair', () => {
  test('leaves a line alone whose digits hold, whatever else it might have been', () => {
    fc.assert(fc.property(fc.dictionary(fc.integer({ min: 0, max: 43 }).map(String), fc.constantFrom(...'0123456789ABCXYZ')), (seconds) => {
      expect(repairLine(readAs(right, seconds))).toEqual({ text: right, repairs: 0 });
    }));
  });

  test('takes the close second choice that makes the digit hold, wherever one character of a field was misread', () => {
    const places = [1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26];
    fc.assert(fc.property(fc.constantFrom(...places), fc.integer({ min: 1, max: 9 }), (cell, by) => {
      const misread = changed(right, { [cell]: String((Number(right[cell]) + by) % 10) });
      expect(repairLine(readAs(misread, { [cell]: right[cell] ?? '' }))).toEqual({ text: right, repairs: 1 });
    }));
  });

  test('does not reach for a character that fits clearly worse', () => {
    const misread = changed(right, { 4: '9' });
    expect(repairLine(readAs(misread, { 4: '3' }, 0.2))).toEqual({ text: misread, repairs: 0 });
  });

  test(`changes at most ${mostRepairs} characters, or none: more is guessing`, () => {
    const wrong = { 4: '9', 15: '7', 22: '8' };
    const misread = changed(right, wrong);
    const seconds = Object.fromEntries(Object.keys(wrong).map((cell) => [cell, right[Number(cell)] ?? '']));
    expect(repairLine(readAs(misread, seconds))).toEqual({ text: misread, repairs: 0 });
  });

  test('whatever it changes, the field then holds', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 8 }), fc.constantFrom(...'0123456789'), fc.dictionary(fc.integer({ min: 0, max: 8 }).map(String), fc.constantFrom(...'0123456789')), (cell, misreading, seconds) => {
      const { text, repairs } = repairLine(readAs(changed(right, { [cell]: misreading }), seconds));
      expect(repairs === 0 || checksOf(text).documentNumber).toBe(true);
    }));
  });
});

describe('look-alikes', () => {
  test('a digit wins over its letter where both fit alike', () => {
    expect(preferDigits(readAs(changed(right, { 1: 'O' }), { 1: '0' })).text).toBe(right);
  });

  test('but not where that breaks a number whose digit held', () => {
    const withLetter = 'OA12345677NGA';
    const line = readAs(withLetter.padEnd(44, '<'), { 0: '0' });
    const held = checksOf(line.text).documentNumber;
    expect(preferDigits(line).text).toBe(held ? line.text : `0${line.text.slice(1)}`);
  });
});
