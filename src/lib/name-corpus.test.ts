/** A corpus of invented names as Nigerians write them, with the result the rule must give: what the guide to names promises. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNames } from './names.ts';

type Pair = { expected: string; firstName: string; lastName: string; otherName: string; record: string; shows: string };

const [, ...lines] = readFileSync(new URL('name-corpus.tsv', import.meta.url), 'utf8').trimEnd().split('\n');
const pairs = lines.map((line): Pair => {
  const [expected = '', firstName = '', lastName = '', otherName = '', record = '', shows = ''] = line.split('\t');
  return { expected, firstName, lastName, otherName, record, shows };
});

test('has two hundred pairs and more, of each outcome many, and none twice', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(200);
  for (const outcome of ['match', 'partial', 'mismatch']) expect(pairs.filter(({ expected }) => expected === outcome).length).toBeGreaterThanOrEqual(15);
  expect(new Set(lines).size).toBe(lines.length);
});

test.each(pairs)('$expected: $firstName | $lastName | $otherName in $record ($shows)', ({ expected, firstName, lastName, otherName, record }) => {
  expect(compareNames({ firstName, lastName, otherName }, { names: record }).outcome).toBe(expected);
});

describe('of any names', () => {
  const name = fc.stringMatching(/^[a-z]{3,9}$/);
  const marks = ['\u0301', '\u0300', '\u0323', '\u0304'];
  const dressed = (text: string, seed: number): string => Array.from(text, (letter, at) => ((seed >> (at % 16)) & 1 ? letter.toUpperCase() : letter) + ((seed >> (at % 13)) & 2 ? marks[(seed + at) % 4] : '')).join('');
  const outcome = (firstName: string, lastName: string, record: string) => compareNames({ firstName, lastName }, { names: record }).outcome;

  test('order of the record, case and accents change nothing', () => {
    fc.assert(fc.property(name, name, fc.array(name, { minLength: 1, maxLength: 5 }), fc.nat(), (first, last, record, seed) => {
      const plain = outcome(first, last, record.join(' '));
      expect(outcome(first, last, record.toReversed().join(' '))).toBe(plain);
      expect(outcome(dressed(first, seed), dressed(last, seed + 7), record.map((word, at) => dressed(word, seed + at)).join(' '))).toBe(plain);
      expect(outcome(last, first, record.join(' '))).toBe(plain);
    }));
  });

  test('names with nothing in common never match, and are no partial match either', () => {
    const ours = fc.stringMatching(/^[a-m]{3,9}$/);
    const theirs = fc.stringMatching(/^[n-z]{3,9}$/);
    fc.assert(fc.property(ours, ours, fc.array(theirs, { maxLength: 5 }), (first, last, record) => {
      expect(outcome(first, last, record.join(' '))).toBe('mismatch');
    }));
  });

  test('a record never vouches for more names than it has', () => {
    const part = fc.constantFrom('ade', 'bola', 'mary', 'ann');
    const word = fc.array(part, { minLength: 1, maxLength: 2 }).map((list) => list.join('-'));
    const letters = (words: readonly string[]): number => words.join('').replaceAll('-', '').length;
    fc.assert(fc.property(word, word, fc.array(word, { minLength: 1, maxLength: 3 }), (first, last, record) => {
      if (outcome(first, last, record.join(' ')) === 'match') expect(letters([first, last])).toBeLessThanOrEqual(letters(record));
    }));
  });
});
