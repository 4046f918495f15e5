/** What a caller is told, over HTTP, for each way a reading can end. The reader is simulated at its port. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { DocumentCheck, DocumentReading } from './document-reader.ts';

let app: TestApp;
let next: DocumentReading;
let asked = 0;
beforeAll(async () => {
  const unused = async (): Promise<never> => Promise.reject(new Error('no route under test compares faces'));
  app = await startTestApp({
    worker: false,
    live: true,
    documents: {
      read: async () => {
        asked += 1;
        return next;
      },
      compareFaces: unused,
      close: async () => undefined,
    },
  });
});
afterAll(() => app.close());

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const body = { docType: 'IP', docImage: picture, documentNumber: 'A01234567' };

function readingOf(verdict: 'pass' | 'review' | 'fail', ...checks: DocumentCheck[]): DocumentReading {
  return { outcome: 'read', verdict, checks, score: 0.44, engine: { faces: 'specimen 1', faceMatch: 0.5 }, likeness: { document: { face: new Float32Array(128).fill(0.25), pictureHash: 'feedfacefeedface' }, selfie: null } };
}

async function verify(reading: DocumentReading, headers: Record<string, string> = {}, sent: Record<string, unknown> = body) {
  next = reading;
  return app.call('POST', '/kyc/verify/document', sent, headers);
}

async function newestCheck(): Promise<Record<string, unknown>> {
  const { json } = await app.call('GET', '/kyc/checks?page=1&pageSize=1');
  const [check]: unknown[] = Array.isArray(json.data) ? json.data : [];
  return isRecord(check) ? check : {};
}

const firstError = (json: Record<string, unknown>): unknown => (Array.isArray(json['errors']) ? json['errors'][0] : null);

test('a pass answers the empty object, and the record keeps how it was judged and nothing of the likeness', async () => {
  const reply = await verify(readingOf('pass', { id: 'number_in_mrz', status: 'pass', score: 1 }, { id: 'number_printed', status: 'pass', score: 1 }));
  expect([reply.status, reply.json.data]).toEqual([200, {}]);
  const check = await newestCheck();
  expect(check).toMatchObject({ kind: 'document', outcome: 'passed', provider: 'local', fields: { documentNumber: true, face: null }, reading: { verdict: 'pass', engine: { faces: 'specimen 1', faceMatch: 0.5 } } });
  expect(JSON.stringify(check) + app.logLines.join('')).not.toMatch(/feedface|0\.25/);
});

describe('a refusal', () => {
  test.each<[DocumentCheck, string, string]>([
    [{ id: 'mrz_present', status: 'fail', hint: 'Hint.' }, 'document_unreadable', '/docImage'], [{ id: 'mrz_composite', status: 'fail', hint: 'Hint.' }, 'document_unreadable', '/docImage'],
    [{ id: 'number_printed', status: 'not_readable', hint: 'Hint.' }, 'document_unreadable', '/docImage'], [{ id: 'number_printed', status: 'fail', hint: 'Hint.' }, 'document_mismatch', '/documentNumber'],
    [{ id: 'number_in_mrz', status: 'fail', hint: 'Hint.' }, 'document_mismatch', '/documentNumber'], [{ id: 'not_expired', status: 'fail', hint: 'Hint.' }, 'document_mismatch', '/docImage'], [{ id: 'expiry_printed', status: 'fail', hint: 'Hint.' }, 'document_mismatch', '/docImage'],
    [{ id: 'face_in_document', status: 'fail', hint: 'Hint.' }, 'no_face_detected', '/docImage'], [{ id: 'face_in_selfie', status: 'fail', hint: 'Hint.' }, 'no_face_detected', '/selfieImage'],
    [{ id: 'face_match', status: 'fail', hint: 'Hint.' }, 'face_mismatch', '/selfieImage'],
  ])('for %o is %s at %s, with its hint', async (check, code, field) => {
    const reply = await verify(readingOf('fail', check));
    expect(reply.status).toBe(422);
    expect(firstError(reply.json)).toMatchObject({ code, field, fix: 'Hint.', retryable: false, details: { checks: [check] } });
    expect(await newestCheck()).toMatchObject({ outcome: code, reading: { verdict: 'fail' } });
  });

  test('names each code once, in the order of the checks', async () => {
    const reply = await verify(readingOf('fail', { id: 'number_in_mrz', status: 'fail', hint: 'One.' }, { id: 'number_printed', status: 'fail', hint: 'Two.' }, { id: 'face_match', status: 'fail', hint: 'Three.' }));
    expect(reply.codes).toEqual(['document_mismatch', 'face_mismatch']);
    expect(firstError(reply.json)).toMatchObject({ fix: 'One. Two.' });
  });

  test('of a picture that was not looked at names the reason', async () => {
    const reply = await verify({ outcome: 'refused', picture: 'selfie', reason: 'animated', hint: 'Send a still picture.' });
    expect(firstError(reply.json)).toMatchObject({ code: 'no_face_detected', field: '/selfieImage', details: { reason: 'animated' } });
    expect((await verify({ outcome: 'refused', picture: 'document', reason: 'deep_colour', hint: 'Hint.' })).codes).toEqual(['document_unreadable']);
  });
});

test.each<[DocumentCheck, string]>([
  [{ id: 'face_match', status: 'review', score: 0.44, hint: 'Hint.' }, 'face_mismatch'], [{ id: 'mrz_present', status: 'review', score: 0.8, hint: 'Hint.' }, 'document_unreadable'],
])('too close to call is no success: %o is %s, pending, and names its record', async (check, code) => {
  const reply = await verify(readingOf('review', check));
  const record = await newestCheck();
  expect(firstError(reply.json)).toMatchObject({ code, details: { review: 'pending', checkId: record['checkId'] } });
  expect(record).toMatchObject({ outcome: 'review', reading: { verdict: 'review', checks: [{ id: check.id, status: 'review' }] } });
});

test('a full queue is 503 with Retry-After, leaves no record, and the same request may come again', async () => {
  const before = await newestCheck();
  const headers = { requestId: 'document-busy' };
  const busy = await verify({ outcome: 'busy', retryAfterSeconds: 7 }, headers);
  expect([busy.status, busy.codes, busy.headers.get('retry-after')]).toEqual([503, ['service_unavailable'], '7']);
  expect(await newestCheck()).toEqual(before);
  expect((await verify(readingOf('pass'), headers)).status).toBe(200);
});

test('a machine that cannot read is provider_unavailable, and the caller learns nothing about it', async () => {
  const reply = await verify({ outcome: 'unavailable', detail: 'Cannot find package onnxruntime-node' });
  expect([reply.status, reply.codes]).toEqual([503, ['provider_unavailable']]);
  expect(reply.text).not.toContain('onnxruntime');
  expect(app.logLines.join('')).toContain('onnxruntime');
});

test('a named or reserved result is brought about without a look at the picture', async () => {
  const before = asked;
  expect((await verify(readingOf('pass'), { 'X-Scenario': 'document_mismatch' })).codes).toEqual(['document_mismatch']);
  expect((await verify(readingOf('pass'), {}, { ...body, documentNumber: 'A00000001' })).codes).toEqual(['document_unreadable']);
  expect((await verify(readingOf('fail', { id: 'face_match', status: 'fail' }), { 'X-Scenario': 'success' })).status).toBe(200);
  expect(asked).toBe(before);
});

test('live reads here too, where the provider brings nothing about', async () => {
  const live = await app.addTenant({ environment: 'live' });
  next = readingOf('pass');
  const before = asked;
  expect((await live.call('POST', '/kyc/verify/document', body)).status).toBe(200);
  expect(asked).toBe(before + 1);
});

test('a licence whose expiry was not read passes, and its record says so', async () => {
  const licence = { docType: 'DR', docImage: picture, documentNumber: 'ABC12345AB12' };
  expect((await verify(readingOf('pass', { id: 'number_printed', status: 'pass', score: 1 }, { id: 'expiry_printed', status: 'not_readable', hint: 'Hint.' }), {}, licence)).status).toBe(200);
  expect(await newestCheck()).toMatchObject({ outcome: 'passed', reading: { checks: [{ id: 'number_printed', status: 'pass' }, { id: 'expiry_printed', status: 'not_readable' }] } });
  const refused = await verify(readingOf('fail', { id: 'number_printed', status: 'fail', hint: 'Other.' }, { id: 'expiry_printed', status: 'not_readable', hint: 'Not read.' }), {}, licence);
  expect(refused.codes).toEqual(['document_mismatch']);
  expect(firstError(refused.json)).toMatchObject({ field: '/documentNumber', fix: 'Other.' });
});
