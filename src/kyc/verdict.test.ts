import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { questionOf } from './ask-provider.ts';
import type { RegistryAnswer, RegistryRecord } from './providers/identity-provider.ts';
import { failureOf, judgeBoth, judgeDocument, judgeFace, judgePhoto, judgeRegistry, type Verdict } from './verdict.ts';

const claims = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
const record: RegistryRecord = { firstName: 'TUNDE', lastName: 'ADEYEMI', otherName: 'CHUKWUMA', dateOfBirth: '1990-01-15', watchListed: false, nin: '70000000001' };
const found = (changes: Partial<RegistryRecord> = {}): RegistryAnswer => ({ outcome: 'found', record: { ...record, ...changes }, providerReference: 'ref' });
const judge = (answer: RegistryAnswer, linkedNin?: string): Verdict =>
  judgeRegistry(claims, answer, { numberField: '/bvn', birthDateField: '/dob', ...(linkedNin === undefined ? {} : { linkedNin }) });
const codes = (verdict: Verdict): string[] => verdict.refusals.map(({ code }) => code);

describe('a registry record', () => {
  test('passes when names and birth date agree, whatever else it holds', () => {
    expect(judge(found())).toEqual({
      outcome: 'passed', fields: { firstName: true, lastName: true, otherName: null, dateOfBirth: true }, score: 100, threshold: 100, answeredBy: null, providerReference: 'ref', refusals: [],
    });
    expect(failureOf(judge(found()))).toBeNull();
  });

  test('names both reasons when names and birth date differ', () => {
    expect(codes(judge(found({ lastName: 'OKAFOR', dateOfBirth: '1991-01-15' })))).toEqual(['name_mismatch', 'dob_mismatch']);
  });

  test('tells about the watch list and the linked NIN only to who knows names and birth date', () => {
    expect(codes(judge(found({ watchListed: true })))).toEqual(['blocked']);
    expect(codes(judge(found({ watchListed: true, lastName: 'OKAFOR' })))).toEqual(['name_mismatch']);
    expect(codes(judge(found({ watchListed: true, dateOfBirth: '1991-01-15' })))).toEqual(['dob_mismatch']);
    expect(codes(judge(found({ lastName: 'OKAFOR' }), '70000000002'))).toEqual(['name_mismatch']);
  });

  test('is linked, not linked, or silent about it', () => {
    expect(codes(judge(found(), '70000000002'))).toEqual(['bvn_nin_mismatch']);
    expect(judge(found(), '70000000001')).toMatchObject({ outcome: 'passed', fields: { linkedNin: true } });
    expect(judge(found({ nin: null }), '70000000002')).toMatchObject({ outcome: 'passed', fields: { linkedNin: null } });
  });

  test('never shows in a refusal, whatever it holds', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{4,9}$/);
    const day = fc.date({ min: new Date('1930-01-01'), max: new Date('1985-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
    fc.assert(fc.property(name, name, name, day, fc.boolean(), (firstName, lastName, otherName, dateOfBirth, watchListed) => {
      const said = JSON.stringify(judge(found({ firstName, lastName, otherName, dateOfBirth, watchListed, nin: '99999999999' }), '70000000001').refusals);
      for (const secret of [dateOfBirth, '99999999999']) expect(said).not.toContain(secret);
      for (const secret of [firstName, lastName, otherName]) expect(said.split(/\W+/)).not.toContain(secret);
    }));
  });
});

describe('two records of one person', () => {
  const down = judge({ outcome: 'unavailable', detail: 'timeout' });
  const missing = judge({ outcome: 'not_found', providerReference: null });

  test('pass together', () => {
    expect(judgeBoth(judge(found()), judge(found()))).toMatchObject({ outcome: 'passed', score: 100, fields: { 'bvn.firstName': true, 'nin.dateOfBirth': true } });
  });

  test('fail with the first reason, but trouble of a provider goes before every verdict', () => {
    expect(judgeBoth(judge(found()), missing).outcome).toBe('record_not_found');
    expect(judgeBoth(missing, judge(found({ lastName: 'OKAFOR' }))).outcome).toBe('record_not_found');
    expect(judgeBoth(missing, down).outcome).toBe('provider_unavailable');
    expect(judgeBoth(down, judge(found())).outcome).toBe('provider_unavailable');
  });
});

test('a face is judged by the provider, and a missing photo is no mismatch', () => {
  const compared = { outcome: 'compared', score: 80, threshold: 90, providerReference: 'ref' } as const;
  expect(judgeFace({ ...compared, matched: false }, '/livePicture')).toMatchObject({ outcome: 'face_mismatch', score: 80, threshold: 90, fields: { face: false } });
  expect(judgeFace({ ...compared, matched: true }, '/livePicture').outcome).toBe('passed');
  expect(judgeFace({ outcome: 'no_photo', providerReference: null }, '/livePicture').outcome).toBe('record_not_found');
  expect(judgeFace({ outcome: 'unavailable', detail: 'timeout' }, '/livePicture').outcome).toBe('provider_unavailable');
});

describe('a photo of the registry, compared here', () => {
  const shown = { providerReference: 'ref', answeredBy: 'qoreid' };
  const compared = (distance: number, verdict: 'pass' | 'review' | 'fail') => judgePhoto({ outcome: 'compared', verdict, distance, score: 1 - distance, engine: {} }, shown, '/livePicture');

  test('passes, and says who showed the photo', () => {
    expect(compared(0.31, 'pass')).toEqual({ outcome: 'passed', fields: { face: true }, score: 69, threshold: 50, answeredBy: 'qoreid', providerReference: 'ref', refusals: [] });
  });

  test('too close to call is no match, and somebody has to look', () => {
    expect(compared(0.56, 'review')).toMatchObject({ outcome: 'review', fields: { face: null }, score: 44, refusals: [{ field: '/livePicture', details: { review: 'pending' } }] });
    expect(compared(1.2, 'fail')).toMatchObject({ outcome: 'face_mismatch', score: 0, refusals: [{ code: 'face_mismatch', field: '/livePicture' }] });
    expect(compared(1.2, 'fail').refusals[0]).not.toHaveProperty('details');
  });

  test('a live picture without one face is the caller\'s; a photo without one is as good as none', () => {
    const hint = 'Take the picture alone.';
    expect(judgePhoto({ outcome: 'several_faces', picture: 'second', hint }, shown, '/livePicture').refusals).toEqual([{ code: 'no_face_detected', field: '/livePicture', fix: hint }]);
    expect(judgePhoto({ outcome: 'refused', picture: 'second', reason: 'too_small', hint }, shown, '/livePicture').outcome).toBe('no_face_detected');
    expect(judgePhoto({ outcome: 'no_face', picture: 'first', hint }, shown, '/livePicture').outcome).toBe('record_not_found');
    expect(judgePhoto({ outcome: 'refused', picture: 'first', reason: 'damaged', hint }, shown, '/livePicture').outcome).toBe('record_not_found');
  });

  test('an engine that is busy or away decides nothing', () => {
    expect(judgePhoto({ outcome: 'busy', retryAfterSeconds: 3 }, shown, '/livePicture').outcome).toBe('provider_unavailable');
    expect(judgePhoto({ outcome: 'unavailable', detail: 'x' }, shown, '/livePicture').outcome).toBe('provider_unavailable');
  });
});

test('a document of another number with another face says both', () => {
  const verdict = judgeDocument({ outcome: 'read', numberMatches: false, face: { matched: false, score: 10, threshold: 90 }, providerReference: 'ref' }, true);
  expect(codes(verdict)).toEqual(['document_mismatch', 'face_mismatch']);
});

describe('the question', () => {
  const unused = async (): Promise<never> => {
    throw new Error('not asked');
  };
  const provider = { name: 'real', lookUp: unused, compareFace: unused, readDocument: unused, lookUpTax: unused };
  const caller = { tenantId: 'ten_a', organizationId: 'org_a', environment: 'live', credentialId: 'crd_a', scopes: [] } as const;
  const request = { caller, requestId: 'r-1', operation: 'validateBvn', body: {}, params: {}, query: {}, headers: { 'x-scenario': 'anything' }, ip: '127.0.0.1' };

  test('to a real provider carries no scenario, whatever the header says', () => {
    expect(questionOf(provider, request)).toEqual({ reference: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  test('has the same reference whenever a request is repeated, and another for another request or tenant', () => {
    const reference = questionOf(provider, request).reference;
    expect(questionOf(provider, { ...request }).reference).toBe(reference);
    expect(questionOf(provider, { ...request, requestId: 'r-2' }).reference).not.toBe(reference);
    expect(questionOf(provider, { ...request, caller: { ...caller, tenantId: 'ten_b' } }).reference).not.toBe(reference);
  });
});
