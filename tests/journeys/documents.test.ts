/** A document over HTTP, read for real in a process of its own, while the program goes on answering. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalReader } from '#src/documents/local-reader.ts';
import { holderOf } from '#tests/support/documents/holder.ts';
import { documentOf, selfieOf, somebody, somebodyElse } from '#tests/support/documents/pictures.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const reader = createLocalReader({ size: 1, jobLimitMs: 150_000, startLimitMs: 150_000 });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ documents: reader });
});
afterAll(async () => {
  await reader.close();
  await app.close();
});

test('a licence and its holder pass, a stranger does not, and meanwhile other requests are answered', async () => {
  const licence = holderOf(23, 'DR');
  const docImage = (await documentOf(licence)).toString('base64');
  const body = { docType: 'DR', documentNumber: licence.number, docImage };
  let done = false;
  const passed = app.call('POST', '/kyc/verify/document', { ...body, selfieImage: (await selfieOf(somebody)).toString('base64') }).finally(() => {
    done = true;
  });
  let answered = 0;
  while (!done) {
    expect((await app.call('GET', '/transfer/banks')).status).toBe(200);
    answered += done ? 0 : 1;
    // Within the rate that a credential has, however quick the machine.
    await pause(20);
  }
  expect((await passed).json).toEqual({ statusCode: '00', message: 'Document, number and selfie are consistent', data: {}, errors: [] });
  expect(answered).toBeGreaterThan(10);

  const refused = await app.call('POST', '/kyc/verify/document', { ...body, selfieImage: (await selfieOf(somebodyElse)).toString('base64') });
  expect(refused.codes).toEqual(['face_mismatch']);
  expect(refused.text + app.logLines.join('')).not.toContain(licence.number);
  const checks = await app.call('GET', '/kyc/checks?page=1&pageSize=10&kind=document_face');
  expect(checks.json.data).toMatchObject([{ outcome: 'face_mismatch', provider: 'local', reading: { verdict: 'fail' } }, { outcome: 'passed', reading: { verdict: 'pass' } }]);
}, 180_000);
