import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Candidate, describeIdentityProvider, describeIdentityWire, specimen } from './identity-contract.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { premblyPaths } from './prembly-http.ts';
import { startPremblyStandIn } from './prembly-stand-in.ts';
import { premblyProvider } from './prembly.ts';
import type { StandIn } from './stand-in-server.ts';

const credentials = { appId: 'app-id-for-tests', apiKey: 'key-for-tests' };

async function start(): Promise<Candidate> {
  const standIn = await startPremblyStandIn();
  const at = (baseUrl: string, timeoutMs?: number) => premblyProvider({ ...credentials, baseUrl, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  return { provider: at(standIn.baseUrl), lacks: ['documents', 'face scores'], wire: { standIn, at }, close: standIn.close };
}

describeIdentityProvider('Prembly', start);
describeIdentityWire('Prembly', start);

describe('Prembly\'s own form', () => {
  let standIn: StandIn;
  let provider: IdentityProvider;
  const never = new AbortController().signal;
  const claims = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
  const lookUp = () => provider.lookUp({ registry: 'bvn', number: specimen.bvn, claims, reference: 'ref' }, never);
  const face = (registry: 'bvn' | 'nin' = 'bvn', number = specimen.bvn) => provider.compareFace({ registry, number, picture: Buffer.from('face'), reference: 'ref' }, never);

  beforeAll(async () => {
    standIn = await startPremblyStandIn();
    provider = premblyProvider({ ...credentials, baseUrl: standIn.baseUrl });
  });
  afterAll(() => standIn.close());

  test('carries app id and key in headers, the number in the body, and its own reference back', async () => {
    expect(await lookUp()).toMatchObject({ outcome: 'found', providerReference: 'prembly-reference-1' });
    expect(standIn.calls.at(-1)).toMatchObject({
      method: 'POST', path: '/api/v2/biometrics/merchant/data/verification/bvn', headers: { 'app-id': credentials.appId, 'x-api-key': credentials.apiKey }, body: { number: specimen.bvn },
    });
  });

  test('carries pictures as bare base64 behind the number', async () => {
    await face('nin', specimen.nin);
    expect(standIn.calls.at(-1)).toMatchObject({ path: premblyPaths.ninFace, body: { number: specimen.nin, image: 'ZmFjZQ==' } });
  });

  test.each([
    ['TIN', '12345678-0001', '12345678-0001'], ['CAC', 'RC123456', 'RC123456'], ['PHONE', '+2348031234567', '08031234567'],
  ] as const)('asks for taxes by number and channel: %s', async (channel, number, sent) => {
    expect(await provider.lookUpTax({ channel, number, reference: 'ref' }, never)).toMatchObject({ outcome: 'found', taxpayerName: 'SPECIMEN TRADING LIMITED', rcNumber: 'RC100000' });
    expect(standIn.calls.at(-1)).toMatchObject({ path: premblyPaths.tin, body: { number: sent, channel } });
  });

  test('a path that an operator replaced is the one that is asked', async () => {
    const moved = premblyProvider({ ...credentials, baseUrl: standIn.baseUrl, paths: { nin: '/identitypass/verification/vnin' } });
    expect((await moved.lookUp({ registry: 'nin', number: specimen.nin, claims, reference: 'ref' }, never)).outcome).toBe('unavailable');
    expect(standIn.calls.at(-1)?.path).toBe('/identitypass/verification/vnin');
    expect((await moved.lookUp({ registry: 'bvn', number: specimen.bvn, claims, reference: 'ref' }, never)).outcome).toBe('found');
  });

  test.each([
    ['a record not found', 200, '{"status":false,"detail":"Record not found","response_code":"01"}', 'not_found'],
    ['the same with another status', 404, '{"status":false,"message":"BVN does not exist","response_code":"03"}', 'not_found'],
    ['a registry that is away', 200, '{"status":false,"detail":"Service unavailable","response_code":"02"}', 'unavailable'],
    ['a number that is refused', 400, '{"status":false,"detail":"Enter a valid BVN","response_code":"03"}', 'unsupported'],
    ['a success without its code', 200, '{"status":true,"detail":"ok","data":{"firstName":"TUNDE","lastName":"ADEYEMI","dateOfBirth":"15-Jan-1990"}}', 'unsupported'],
    ['a success without a record', 200, '{"status":true,"detail":"ok","response_code":"00","data":null}', 'unavailable'],
    ['a wrong key', 401, '{"status":false,"detail":"Unauthorized","response_code":"03"}', 'unavailable'],
    ['a path that is not there', 404, '{"detail":"Not found."}', 'unavailable'],
  ] as const)('%s: %i is %s', async (_, status, body, outcome) => {
    standIn.answerNext(status, body);
    expect((await lookUp()).outcome).toBe(outcome);
  });

  test('a record under an older name is read too', async () => {
    const body = { status: true, detail: 'ok', response_code: '00', bvn_data: { first_name: 'TUNDE', last_name: 'ADEYEMI', date_of_birth: '15/01/1990', watch_listed: 'NO' } };
    standIn.answerNext(200, JSON.stringify(body));
    expect(await lookUp()).toMatchObject({ outcome: 'found', record: { firstName: 'TUNDE', dateOfBirth: '1990-01-15' }, providerReference: 'ref' });
  });

  test('a picture without a face is told from another person, and a record without a comparison from both', async () => {
    expect((await face('bvn', '00000000007')).outcome).toBe('no_face');
    expect(await face('bvn', '00000000009')).toMatchObject({ outcome: 'compared', matched: false, score: 12.4, threshold: null });
    standIn.answerNext(200, JSON.stringify({ status: true, response_code: '00', data: { firstName: 'TUNDE' } }));
    expect((await face()).outcome).toBe('unavailable');
    standIn.answerNext(200, JSON.stringify({ status: true, response_code: '00', data: { firstName: 'TUNDE' }, face_data: { status: true, confidence: '97.5' } }));
    expect(await face()).toMatchObject({ outcome: 'compared', matched: true, score: 97.5 });
  });
});
