/**
 * The alarm of duplicates over HTTP, by pictures alone, read for real: faces are left out, since eight drawn ones are not eight people to the model. Layout, paper and light are the same for all, which
 * is the hardest case.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalReader } from '#src/documents/local-reader.ts';
import type { DocumentReader, Likeness } from '#src/kyc/document-reader.ts';
import { drawnFace } from '#tests/support/documents/drawn-face.ts';
import { type Holder, holderOf, withOtherDigit } from '#tests/support/documents/holder.ts';
import { photograph } from '#tests/support/documents/photograph.ts';
import { phone } from '#tests/support/documents/pictures.ts';
import { drawSpecimen } from '#tests/support/documents/specimen.ts';
import { seededRandom } from '#tests/simulation/random.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { succeed } from './payer.ts';

const reader = createLocalReader({ size: 1, jobLimitMs: 150_000, startLimitMs: 150_000 });
const faceless = (likeness: Likeness): Likeness => ({ ...likeness, face: null });
const documents: DocumentReader = {
  ...reader,
  async read(question, signal) {
    const reading = await reader.read(question, signal);
    return reading.outcome === 'read' && reading.likeness !== null ? { ...reading, likeness: { document: faceless(reading.likeness.document), selfie: null } } : reading;
  },
};
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false, documents });
});
afterAll(async () => {
  await reader.close();
  await app.close();
});

const faces = [38, 2, 68, 11, 54, 59, 29, 35] as const;

async function check(holder: Holder, face: number, conditions = phone, light = 3): Promise<{ checkId: string; duplicateOf: string[] }> {
  const page = await drawSpecimen(holder, { seed: 3, photo: Buffer.from(drawnFace(face, { pose: 0, background: '#b9c4cf' })) });
  const docImage = (await photograph(page, conditions, light)).toString('base64');
  await succeed(app.call('POST', '/kyc/verify/document', { docType: holder.docType, documentNumber: holder.number, docImage }));
  const { json } = await succeed(app.call('GET', '/kyc/checks?page=1&pageSize=1'));
  const [newest] = Array.isArray(json.data) ? json.data : [];
  return newest;
}

test('licences of eight holders, photographed in the same light, raise no alarm; one of them photographed again under another number does', async () => {
  const holders = faces.map((_, at) => holderOf(at + 1, 'DR'));
  const checks = [];
  for (const [at, holder] of holders.entries()) checks.push(await check(holder, faces[at] ?? 0));
  expect(checks.map(({ duplicateOf }) => duplicateOf)).toEqual(faces.map(() => []));
  const [first] = holders;
  if (first === undefined) throw new Error('There is no holder.');
  const again = await check({ ...first, number: withOtherDigit(first.number, seededRandom(4)) }, faces[0], { ...phone, turn: -2, margin: 0.05, blur: 0.8 }, 7);
  expect(again.duplicateOf).toEqual([checks[0]?.checkId]);
}, 300_000);
