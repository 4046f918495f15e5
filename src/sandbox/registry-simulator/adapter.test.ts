import { describe, expect, test } from 'vitest';
import { describeIdentityProvider, type DocumentKind } from '#src/kyc/providers/identity-contract.ts';
import { compareNames } from '#src/lib/names.ts';
import fc from 'fast-check';
import { registrySimulator } from './adapter.ts';
import { decideDocument, decideLookUp, decideTax } from './registry.ts';
import { registryScenarios, scenarioOfDocument, scenarioOfNumber } from './scenarios.ts';

describeIdentityProvider('The registry simulator', async () => {
  const numbers: Record<DocumentKind, string> = {
    fine: 'A00000000', blurred: 'A00000001', other_number: 'A00000002', stranger: 'A00000009', faceless: 'A00000008', down: 'A00000005',
  };
  return {
    provider: registrySimulator(),
    document: (kind) => ({ documentNumber: numbers[kind], image: Buffer.from('picture') }),
    close: async () => undefined,
  };
});

const never = new AbortController().signal;
const claims = { firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma', dateOfBirth: '1990-01-15' };

describe('scenarios', () => {
  test('a header wins over a reserved number, and a name nobody knows is passed over', () => {
    expect(scenarioOfNumber('00000000001', 'dob_mismatch')).toBe('dob_mismatch');
    expect(scenarioOfNumber('00000000001', 'no_such_thing')).toBe('not_found');
    expect(scenarioOfNumber('00000000001', 'success')).toBe('success');
    expect(scenarioOfDocument('A00000005', 'document_unreadable')).toBe('document_unreadable');
  });

  test.each([
    ['00000000000', 'success'], ['00000000001', 'not_found'], ['00000000002', 'name_mismatch'], ['00000000003', 'dob_mismatch'], ['00000000004', 'watch_listed'],
    ['00000000005', 'provider_down'], ['00000000006', 'slow'], ['00000000007', 'name_partial_match'], ['00000000008', 'bvn_nin_mismatch'], ['00000000009', 'face_mismatch'],
    ['00000000091', 'not_found'], ['0000000001', 'not_found'], ['00000000-0001', 'not_found'], ['22200000001', 'success'], ['10000000001', 'success'],
  ])('the number %s means %s', (number, scenario) => {
    expect(scenarioOfNumber(number)).toBe(scenario);
  });

  test.each([
    ['A00000001', 'document_unreadable'], ['A00000002', 'document_mismatch'], ['A00000005', 'provider_down'], ['A00000008', 'no_face'], ['A00000009', 'face_mismatch'],
    ['A00000000', 'success'], ['A00000003', 'success'], ['AAA00000AA01', 'document_unreadable'], ['ZZ00000BB09', 'face_mismatch'], ['AAA00001AA01', null], ['A01234561', null],
  ])('the document %s means %s', (number, scenario) => {
    expect(scenarioOfDocument(number)).toBe(scenario);
  });

  test('each has a sentence', () => {
    expect(Object.keys(registryScenarios).length).toBe(13);
    for (const sentence of Object.values(registryScenarios)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

describe('records', () => {
  const name = fc.stringMatching(/^[A-Z][a-z]{1,11}$/);
  const number = fc.stringMatching(/^[1-9]\d{10}$/);

  test('whatever is claimed under an ordinary number matches', () => {
    fc.assert(fc.property(name, name, fc.option(name, { nil: undefined }), number, (firstName, lastName, otherName, bvn) => {
      const asked = { firstName, lastName, ...(otherName === undefined ? {} : { otherName }), dateOfBirth: '1990-01-15' };
      const { answer } = decideLookUp({ registry: 'bvn', number: bvn, claims: asked, reference: 'ref' });
      expect(answer.outcome === 'found' && compareNames(asked, answer.record).outcome).toBe('match');
    }));
  });

  test('the name scenarios give just their outcome, whatever the names', () => {
    fc.assert(fc.property(name, name, name, (firstName, lastName, otherName) => {
      const asked = { firstName, lastName, otherName, dateOfBirth: '1990-01-15' };
      for (const [scenario, outcome] of [['name_mismatch', 'mismatch'], ['name_partial_match', 'partial']] as const) {
        const { answer } = decideLookUp({ registry: 'nin', number: '70000000001', claims: asked, reference: 'ref', scenario });
        expect(answer.outcome === 'found' && compareNames(asked, answer.record).outcome).toBe(outcome);
      }
    }), { examples: [['Zenaida', 'Quillfeather', 'Zenaida']] });
  });

  test('another birth date is a real day, of 29 February too', () => {
    const { answer } = decideLookUp({ registry: 'bvn', number: '00000000003', claims: { ...claims, dateOfBirth: '1992-02-29' }, reference: 'ref' });
    expect(answer).toMatchObject({ record: { dateOfBirth: '1991-02-28' } });
  });

  test('a reserved NIN breaks the link of an ordinary BVN', () => {
    const { answer } = decideLookUp({ registry: 'bvn', number: '22200000001', linkedNin: '00000000008', claims, reference: 'ref' });
    expect(answer).toMatchObject({ outcome: 'found', record: { nin: '00000000009' } });
  });

  test('a document without a face is refused with or without a selfie, and a stranger matters only with one', () => {
    const decide = (documentNumber: string) => decideDocument({ docType: 'IP', documentNumber, image: Buffer.from('x'), reference: 'ref' }).answer;
    expect(decide('A00000008').outcome).toBe('no_face');
    expect(decide('A00000009')).toMatchObject({ outcome: 'read', face: null });
  });

  test('a phone number is never reserved', () => {
    expect(decideTax({ channel: 'PHONE', number: '+2340000000001', reference: 'ref' }).answer.outcome).toBe('found');
  });
});

test('slow takes three seconds by the timer it was given, and its timer is called off by an abort', async () => {
  const waits: { ms: number; done: () => void; cancelled: boolean }[] = [];
  const provider = registrySimulator((ms, done) => {
    const wait = { ms, done, cancelled: false };
    waits.push(wait);
    return () => {
      wait.cancelled = true;
    };
  });
  const asked = provider.lookUp({ registry: 'bvn', number: '00000000006', claims, reference: 'ref' }, never);
  expect(waits.map(({ ms }) => ms)).toEqual([3_000]);
  waits[0]?.done();
  expect((await asked).outcome).toBe('found');

  const controller = new AbortController();
  const given = provider.lookUp({ registry: 'bvn', number: '00000000006', claims, reference: 'ref' }, controller.signal);
  controller.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  expect(waits[1]?.cancelled).toBe(true);
});
