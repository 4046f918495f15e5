import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeRegistry } from '#src/kyc/verdict.ts';
import { type Candidate, describeIdentityProvider, describeIdentityWire, specimen } from './identity-contract.ts';
import type { Claims, IdentityProvider } from './identity-provider.ts';
import { qoreIdCredentials, type QoreIdStandIn, specimenPhoto, startQoreIdStandIn } from './qoreid-stand-in.ts';
import { qoreIdProvider } from './qoreid.ts';

const fixedNow = () => 0;

async function start(): Promise<Candidate> {
  const standIn = await startQoreIdStandIn();
  const at = (baseUrl: string, timeoutMs?: number) => qoreIdProvider({ ...qoreIdCredentials, baseUrl, ...(timeoutMs === undefined ? {} : { timeoutMs }) }, fixedNow);
  return { provider: at(standIn.baseUrl), lacks: ['watch list', 'linked NIN', 'face comparison', 'documents', 'taxes'], wire: { standIn, at }, close: standIn.close };
}

describeIdentityProvider('QoreID', start);
describeIdentityWire('QoreID', start);

describe('QoreID\'s own form', () => {
  let standIn: QoreIdStandIn;
  let provider: IdentityProvider;
  let nowMs = 0;
  const never = new AbortController().signal;
  const claims: Claims = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
  const lookUp = (asked: Claims = claims) => provider.lookUp({ registry: 'bvn', number: specimen.bvn, claims: asked, reference: 'ref' }, never);
  const tokens = () => standIn.calls.filter(({ path }) => path === '/token').length;

  beforeAll(async () => {
    standIn = await startQoreIdStandIn();
    provider = qoreIdProvider({ ...qoreIdCredentials, baseUrl: standIn.baseUrl }, () => nowMs);
  });
  afterAll(() => standIn.close());

  test('fetches one token for many callers, and asks with it until shortly before its end', async () => {
    const answers = await Promise.all([lookUp(), lookUp(), lookUp()]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['found', 'found', 'found']);
    expect(tokens()).toBe(1);
    nowMs = 7_000_000;
    await lookUp();
    expect(tokens()).toBe(1);
    nowMs = 7_081_000;
    await lookUp();
    expect(tokens()).toBe(2);
  });

  test('sends the question behind the number, with the names and the day', async () => {
    await lookUp({ ...claims, otherName: 'Chukwuma' });
    expect(standIn.calls.at(-1)).toMatchObject({
      method: 'POST', path: `/v1/ng/identities/bvn-basic/${specimen.bvn}`, headers: { authorization: 'Bearer token-2' },
      body: { firstname: 'Tunde', lastname: 'Adeyemi', middlename: 'Chukwuma', dob: '1990-01-15' },
    });
  });

  test('a token that ended early is replaced once, and the question asked again', async () => {
    standIn.endTokens();
    const before = tokens();
    expect((await lookUp()).outcome).toBe('found');
    expect(tokens()).toBe(before + 1);
    standIn.answerNext(401, '{"statusCode":401,"message":"Unauthorized"}');
    standIn.answerNext(401, '{"statusCode":401,"message":"Unauthorized"}');
    expect(await lookUp()).toEqual({ outcome: 'unavailable', detail: 'http 401' });
  });

  test('wrong credentials are trouble, and are not kept', async () => {
    const wrong = qoreIdProvider({ ...qoreIdCredentials, secret: 'wrong', baseUrl: standIn.baseUrl }, fixedNow);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await wrong.lookUp({ registry: 'nin', number: specimen.nin, claims, reference: 'ref' }, never)).toEqual({ outcome: 'unavailable', detail: 'token http 401' });
    }
  });

  const reply = (summary: unknown, status: string, more: Record<string, unknown> = {}) => JSON.stringify({ id: 7, summary, status: { state: 'complete', status }, ...more });
  const judged = async (asked: Claims, body: string): Promise<string> => {
    standIn.answerNext(200, body);
    return judgeRegistry(asked, await lookUp(asked), { numberField: '/bvn', birthDateField: '/dob' }).outcome;
  };

  test.each([
    ['every field equal', { status: 'EXACT_MATCH', fieldMatches: { firstname: true, lastname: true, dob: true } }, 'passed'],
    ['names in the other order', { status: 'TRANSPOSED_MATCH', fieldMatches: { firstname: false, lastname: false, dob: true } }, 'passed'],
    ['one name of two', { status: 'NO_MATCH', fieldMatches: { firstname: true, lastname: false } }, 'name_mismatch'],
    ['another day', { status: 'PARTIAL_MATCH', fieldMatches: { firstname: true, lastname: true, dob: false } }, 'dob_mismatch'],
    ['a day that was not compared', { status: 'EXACT_MATCH', fieldMatches: { firstname: true, lastname: true } }, 'provider_unavailable'],
    ['no fields at all', { status: 'NO_MATCH' }, 'provider_unavailable'],
  ])('without a record, %s counts as it should', async (_, check, outcome) => {
    expect(await judged(claims, reply({ bvn_match_check: check }, 'verified'))).toBe(outcome);
  });

  test('without a record, another name that was not compared has not passed', async () => {
    const check = (fieldMatches: Record<string, boolean>) => reply({ bvn_check: { status: 'NO_MATCH', fieldMatches } }, 'id_mismatch');
    const asked = { ...claims, otherName: 'Chukwuma' };
    expect(await judged(asked, check({ firstname: true, lastname: true, dob: true }))).toBe('provider_unavailable');
    expect(await judged(asked, check({ firstname: true, lastname: true, middlename: false, dob: true }))).toBe('name_partial_match');
    expect(await judged(asked, check({ firstname: true, lastname: true, dob: false }))).toBe('dob_mismatch');
  });

  test('with a record the house judges, whatever QoreID made of it', async () => {
    const bvn = { firstname: 'ADEYEMI', lastname: 'TUNDE', birthdate: '15-01-1990' };
    expect(await judged(claims, reply({ bvn_check: { status: 'NO_MATCH' } }, 'id_mismatch', { bvn }))).toBe('passed');
    expect(await judged({ ...claims, firstName: 'Bola' }, reply({ bvn_check: { status: 'EXACT_MATCH' } }, 'verified', { bvn }))).toBe('name_mismatch');
  });

  test.each([
    ['still running', { id: 7, summary: {}, status: { state: 'in_progress', status: 'pending' } }],
    ['a record nobody can read', { id: 7, summary: {}, status: { state: 'complete', status: 'verified' }, bvn: { firstname: 'TUNDE' } }],
  ])('%s is trouble', async (_, body) => {
    standIn.answerNext(200, JSON.stringify(body));
    expect((await lookUp()).outcome).toBe('unavailable');
  });

  test.each([
    [404, 'The ID provided was not found', 'not_found'], [404, 'Cannot POST /v1/ng', 'unavailable'], [400, 'Insufficient data', 'unsupported'], [500, 'not found', 'unavailable'],
  ] as const)('%i %s is %s', async (status, message, outcome) => {
    standIn.answerNext(status, JSON.stringify({ statusCode: status, message }));
    expect((await lookUp()).outcome).toBe(outcome);
  });

  test('shows the photo of the NIN where it is known, none where there is none, and none to a stranger', async () => {
    const show = (number: string, more: { nin?: string; claims?: Claims } = { claims }) => provider.compareFace({ registry: 'bvn', number, picture: Buffer.from('face'), reference: 'ref', ...more }, never);
    expect(await show(specimen.bvn, { claims, nin: specimen.nin })).toEqual({ outcome: 'photo', photo: Buffer.from(specimenPhoto, 'base64'), providerReference: '1607' });
    expect(standIn.calls.at(-1)?.path).toBe(`/v1/ng/identities/nin/${specimen.nin}`);
    expect((await show('00000000009')).outcome).toBe('no_photo');
    expect((await show('00000000002')).outcome).toBe('unsupported');
    expect((await show(specimen.bvn, {})).outcome).toBe('unsupported');
  });
});
