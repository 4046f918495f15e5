/** The whole engine in a process of its own, on drawn specimens: slow, so few. What the parts decide is proved beside them. */
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { DocumentQuestion, DocumentReading } from '#src/kyc/document-reader.ts';
import { type Holder, holderOf, lastingFiveYears, withOtherDigit, zoneOf } from '#tests/support/documents/holder.ts';
import { documentOf, phone, selfieOf, selfieOfTwo, somebody, somebodyElse } from '#tests/support/documents/pictures.ts';
import { seededRandom } from '#tests/simulation/random.ts';
import { createLocalReader } from './local-reader.ts';

// Other work may have the machine; the limit of a check is proved in pool.test.ts.
const reader = createLocalReader({ size: 1, jobLimitMs: 150_000, startLimitMs: 150_000, now: () => new Date('2026-06-01T12:00:00Z') });
afterAll(() => reader.close());
const slow = 180_000;

const passport = holderOf(11, 'IP');
const licence = holderOf(11, 'DR');

const read = (question: Partial<DocumentQuestion> & { image: Buffer }, holder: Holder = passport) =>
  reader.read({ docType: holder.docType, documentNumber: holder.number, ...question }, AbortSignal.timeout(slow));

/** Ids of what did not pass, with their status. */
function open(reading: DocumentReading): Record<string, string> {
  if (reading.outcome !== 'read') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return Object.fromEntries(reading.checks.filter(({ status }) => status !== 'pass').map(({ id, status }) => [id, status]));
}

test('a passport photographed by phone and another picture of its holder are consistent', async () => {
  const reading = await read({ image: await documentOf(passport), selfie: await selfieOf(somebody) });
  expect(open(reading)).toEqual({});
  expect(reading).toMatchObject({ verdict: 'pass', engine: { faceMatch: 0.5 }, likeness: { document: { pictureHash: expect.stringMatching(/^p2:[0-9a-f]{320}$/) } } });
  expect(reading.outcome === 'read' && reading.likeness?.selfie).toMatchObject({ face: { length: 128 }, pictureHash: expect.stringMatching(/^s2:[0-9a-f]{320}$/) });
  expect(JSON.stringify(reading.outcome === 'read' ? reading.checks : null)).not.toContain(passport.number);
}, slow);

test('a selfie of somebody else is not, and one digit altered is another number', async () => {
  const wrong = withOtherDigit(passport.number, seededRandom(4));
  const reading = await read({ documentNumber: wrong, image: await documentOf(passport), selfie: await selfieOf(somebodyElse) });
  expect(open(reading)).toEqual({ number_in_mrz: 'fail', number_printed: 'fail', face_match: 'fail' });
}, slow);

test('an expired passport with a wrong check digit, upside down, is told as both', async () => {
  const past = { ...passport, expiry: { year: 2024, month: 3, day: 1 } };
  const [first, second] = zoneOf(past);
  const broken = second.slice(0, 19) + String((Number(second[19]) + 1) % 10) + second.slice(20);
  const reading = await read({ image: await documentOf(past, { zone: [first, broken], conditions: { ...phone, turn: 178 } }) });
  expect(open(reading)).toEqual({ mrz_birth_date: 'fail', mrz_composite: 'fail', not_expired: 'fail' });
}, slow);

test('a licence lying on its side is turned and read; the copied photo in place of a selfie is noticed', async () => {
  const reading = await read({ image: await documentOf(licence, { conditions: { turn: 90 } }), selfie: await selfieOf(somebody, 0) }, licence);
  expect(open(reading)).toEqual({ selfie_is_another_photo: 'review' });
  expect(reading).toMatchObject({ verdict: 'review' });
}, slow);

test('a licence that has expired is told as that, and one whose day cannot be told is not', async () => {
  const past = lastingFiveYears(licence, 2025);
  expect(open(await read({ image: await documentOf(past, { conditions: phone }) }, past))).toEqual({ expiry_printed: 'fail' });
  const odd = { ...past, issue: { ...past.issue, year: 2005 } };
  const reading = await read({ image: await documentOf(odd) }, odd);
  expect([open(reading), reading]).toMatchObject([{ expiry_printed: 'not_readable' }, { verdict: 'pass' }]);
}, slow);

test('a licence without a face is refused as that; a selfie with two or none as that, before the document is read', async () => {
  const faceless = await documentOf(licence, { face: null });
  expect(open(await read({ image: faceless, selfie: await selfieOf(somebody) }, licence))).toEqual({ face_in_document: 'fail' });
  for (const selfie of [await selfieOfTwo(), faceless]) {
    const reading = await read({ image: faceless, selfie }, licence);
    expect(reading).toMatchObject({ verdict: 'fail', score: null, likeness: null });
    expect(reading.outcome === 'read' && reading.checks.map(({ id, status }) => [id, status])).toEqual([['image_readable', 'pass'], ['selfie_readable', 'pass'], ['face_in_selfie', 'fail']]);
  }
}, slow);

test.each([['dark', { light: 0.12 }, /too dark/], ['blurred beyond reading', { blur: 8 }, /blurred/]] as const)('a genuine document whose picture is %s is the picture\'s fault, never another number', async (_, conditions, hint) => {
  for (const holder of [licence, passport]) {
    const reading = await read({ image: await documentOf(holder, { conditions }) }, holder);
    expect(open(reading)).toMatchObject({ image_readable: 'review' });
    const number = reading.outcome === 'read' ? reading.checks.find(({ id }) => id === 'number_printed') : undefined;
    expect(number?.status).not.toBe('fail');
    if (number?.status === 'not_readable') expect(number.hint).toMatch(hint);
    expect(reading).not.toMatchObject({ verdict: 'pass' });
  }
}, slow);

test('a picture of nothing says so, without guessing at a number', async () => {
  const empty = await sharp({ create: { width: 1000, height: 700, channels: 3, background: '#888' } }).jpeg().toBuffer();
  expect(open(await read({ image: empty }))).toMatchObject({ mrz_present: 'fail', number_printed: 'not_readable', face_in_document: 'fail' });
}, slow);

test('two pictures of one person are alike, of two are not, and a live picture shows one face', async () => {
  const compare = (a: Buffer, b: Buffer) => reader.compareFaces(a, b, AbortSignal.timeout(slow));
  const photo = await selfieOf(somebody, 0);
  expect(await compare(photo, await selfieOf(somebody))).toMatchObject({ outcome: 'compared', verdict: 'pass' });
  expect(await compare(photo, await selfieOf(somebodyElse))).toMatchObject({ outcome: 'compared', verdict: 'fail' });
  expect(await compare(photo, await selfieOfTwo())).toMatchObject({ outcome: 'several_faces', picture: 'second' });
}, slow);

test('a process killed during a check costs that check, and the next one is read', async () => {
  const image = await documentOf(licence);
  const lost = read({ image }, licence);
  await expect.poll(() => reader.processIds().length, { timeout: slow }).toBe(1);
  for (const pid of reader.processIds()) process.kill(pid, 'SIGKILL');
  expect(await lost).toMatchObject({ outcome: 'unavailable' });
  expect(open(await read({ image }, licence))).toEqual({});
}, slow);

test('pictures no decoder may see are refused before there is a process, and damaged ones by name', async () => {
  const fresh = createLocalReader({ size: 1 });
  const ask = (image: Uint8Array) => fresh.read({ docType: 'IP', documentNumber: 'A01234567', image }, AbortSignal.timeout(slow));
  expect(await ask(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({ outcome: 'refused', reason: 'unknown_format' });
  expect(await ask(await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } }).png().toBuffer())).toMatchObject({ outcome: 'refused', reason: 'too_small' });
  expect(fresh.processIds()).toEqual([]);
  await fresh.close();
}, slow);
