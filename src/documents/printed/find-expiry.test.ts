import { describe, expect, test } from 'vitest';
import { findExpiry } from './find-expiry.ts';
import type { TextLine } from './match-number.ts';

/** A piece of print, 20 pixels high; the reader is sure of it unless it is said. */
const at = (left: number, top: number, text: string, confidence = 0.97): TextLine => ({ text, confidence, left, right: left + text.length * 10, top, bottom: top + 20 });
const found = (...lines: TextLine[]): string | null => findExpiry(lines)?.toISOString().slice(0, 10) ?? null;

const birth = at(0, 0, '12-05-1985');
const issue = [at(0, 40, 'ISS'), at(0, 64, '03-05-2024')] as const;

describe('the day a card ends is found', () => {
  test.each<[string, TextLine[]]>([
    ['below its label', [at(200, 40, 'EXP'), at(200, 64, '02-05-2029')]],
    ['beside its label', [at(200, 40, 'EXP.'), at(245, 41, '02/05/2029')]],
    ['in the line of its label', [at(200, 40, 'Exp: 02 May 2029')]],
    ['close behind it, as readers often have it', [at(200, 40, 'EXP:02MAY2029')]],
    ['under other words for it', [at(200, 40, 'Date of Expiry'), at(200, 64, '02-MAY-2029')]],
    ['on a card that says it twice', [at(200, 40, 'EXP 02-05-2029'), at(0, 200, 'VALID TILL 02-05-2029')]],
  ])('%s', (_, lines) => {
    expect(found(birth, ...issue, ...lines)).toBe('2029-05-02');
  });
});

describe('nothing is said of a card', () => {
  test.each<[string, TextLine[]]>([
    ['without a label', [birth, ...issue, at(200, 64, '02-05-2029')]],
    ['whose label has no day near it', [birth, ...issue, at(200, 40, 'EXP'), at(200, 400, '02-05-2029')]],
    ['whose day is none', [birth, ...issue, at(200, 40, 'EXP 31-02-2029')]],
    ['whose day was read with doubt', [birth, ...issue, at(200, 40, 'EXP 02-05-2019', 0.89)]],
    ['whose digits stand in a longer number', [birth, ...issue, at(200, 40, 'EXP 102-05-20291')]],
    ['that says two days', [birth, ...issue, at(200, 40, 'EXP 02-05-2029'), at(0, 200, 'VALID TILL 03-05-2029')]],
    ['that would end before it began: 2029 was read as 2019', [birth, ...issue, at(200, 40, 'EXP 02-05-2019')]],
    ['of which no day of issue was read', [birth, at(200, 40, 'EXP 02-05-2029')]],
    ['of which no other day was read', [at(200, 40, 'EXP 02-05-2029')]],
    ['that speaks of experience', [birth, ...issue, at(200, 40, 'EXPERIENCE 02-05-2029')]],
  ])('%s', (_, lines) => {
    expect(found(...lines)).toBeNull();
  });
});
