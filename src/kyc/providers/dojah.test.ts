import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DojahStandIn, startDojahStandIn } from './dojah-stand-in.ts';
import { readDay } from './dojah-wire.ts';
import { dojahProvider } from './dojah.ts';
import { type Candidate, describeIdentityProvider, specimen } from './identity-contract.ts';
import type { IdentityProvider } from './identity-provider.ts';

const credentials = { appId: 'app-id-for-tests', secretKey: 'secret-for-tests' };

describeIdentityProvider('Dojah', async () => {
  const standIn = await startDojahStandIn();
  const pictures: Record<Parameters<Candidate['document']>[0], string> = {
    fine: specimen.passport, blurred: 'blurred', other_number: 'B76543210', stranger: `${specimen.passport} stranger`, faceless: `${specimen.passport} faceless`, down: 'down',
  };
  return {
    provider: dojahProvider({ ...credentials, baseUrl: `${standIn.baseUrl}/` }),
    document: (kind) => ({ documentNumber: specimen.passport, image: Buffer.from(pictures[kind]) }),
    close: standIn.close,
  };
});

describe('the wire', () => {
  let standIn: DojahStandIn;
  let provider: IdentityProvider;
  const never = new AbortController().signal;
  const claims = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
  const lookUp = () => provider.lookUp({ registry: 'bvn', number: specimen.bvn, claims, reference: 'ref' }, never);

  beforeAll(async () => {
    standIn = await startDojahStandIn();
    provider = dojahProvider({ ...credentials, baseUrl: standIn.baseUrl });
  });
  afterAll(() => standIn.close());

  test('carries the app id, and the secret without a scheme', async () => {
    await lookUp();
    expect(standIn.calls.at(-1)).toMatchObject({
      method: 'GET', path: '/api/v1/kyc/bvn/advance', query: { bvn: specimen.bvn }, headers: { appid: credentials.appId, authorization: credentials.secretKey }, body: null,
    });
  });

  test('carries pictures as bare base64', async () => {
    await provider.compareFace({ registry: 'nin', number: specimen.nin, picture: Buffer.from('face'), reference: 'ref' }, never);
    expect(standIn.calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/v1/kyc/nin/verify', body: { nin: specimen.nin, selfie_image: 'ZmFjZQ==' } });
    await provider.readDocument({ docType: 'IP', documentNumber: specimen.passport, image: Buffer.from(specimen.passport), selfie: Buffer.from('face'), reference: 'ref' }, never);
    expect(standIn.calls.slice(-2)).toMatchObject([
      { path: '/api/v1/document/analysis', body: { input_type: 'base64', imagefrontside: Buffer.from(specimen.passport).toString('base64') } },
      { path: '/api/v1/kyc/photoid/verify', body: { photoid_image: Buffer.from(specimen.passport).toString('base64'), selfie_image: 'ZmFjZQ==' } },
    ]);
  });

  test.each([
    ['a server error', 500, '{"error":"oops"}'],
    ['an empty wallet', 402, '{"error":"Your balance is low"}'],
    ['a wrong secret', 401, '{"error":"Unauthorized"}'],
    ['too many calls', 429, '{"error":"Too many requests"}'],
    ['a failing registry', 424, '{"error":"Service not available"}'],
    ['a refusal without a reason', 400, '{"error":"Bad request"}'],
    ['a page instead of JSON', 200, '<html>maintenance</html>'],
    ['no entity', 200, '{}'],
    ['an entity without a birth date', 200, '{"entity":{"first_name":"TUNDE","last_name":"ADEYEMI"}}'],
    ['a birth date nobody can read', 200, '{"entity":{"first_name":"TUNDE","last_name":"ADEYEMI","date_of_birth":"soon"}}'],
    ['more bytes than a record can have', 200, JSON.stringify({ entity: { image: 'A'.repeat(5_000_000) } })],
  ])('%s is trouble, never a verdict', async (_, status, body) => {
    standIn.answerNext(status, body);
    expect((await lookUp()).outcome).toBe('unavailable');
  });

  test('a redirect is not followed, so that the secret goes nowhere else', async () => {
    const before = standIn.calls.length;
    standIn.answerNext(302, '', { Location: `${standIn.baseUrl}/elsewhere` });
    expect((await lookUp()).outcome).toBe('unavailable');
    expect(standIn.calls.length).toBe(before + 1);
  });

  test('silence ends with the time-out', async () => {
    const hasty = dojahProvider({ ...credentials, baseUrl: standIn.baseUrl, timeoutMs: 50 });
    expect(await hasty.lookUp({ registry: 'bvn', number: '00000000006', claims, reference: 'ref' }, never)).toEqual({ outcome: 'unavailable', detail: 'timeout' });
  });

  test('a closed door is trouble', async () => {
    const gone = await startDojahStandIn();
    await gone.close();
    const nowhere = dojahProvider({ ...credentials, baseUrl: gone.baseUrl });
    expect(await nowhere.lookUp({ registry: 'bvn', number: specimen.bvn, claims, reference: 'ref' }, never)).toEqual({ outcome: 'unavailable', detail: 'connection failed' });
  });

  test('the older spellings of a NIN record are read too', async () => {
    standIn.answerNext(200, JSON.stringify({ entity: { firstname: 'TUNDE', surname: 'ADEYEMI', middlename: '', birthdate: '15-01-1990' } }));
    const answer = await provider.lookUp({ registry: 'nin', number: specimen.nin, claims, reference: 'ref' }, never);
    expect(answer).toMatchObject({ outcome: 'found', record: { firstName: 'TUNDE', lastName: 'ADEYEMI', otherName: null, dateOfBirth: '1990-01-15', nin: null } });
  });

  test('a registry without a photo is no mismatch', async () => {
    standIn.answerNext(200, JSON.stringify({ entity: { first_name: 'TUNDE', image: '' } }));
    expect((await provider.compareFace({ registry: 'bvn', number: specimen.bvn, picture: Buffer.from('face'), reference: 'ref' }, never)).outcome).toBe('no_photo');
  });

  test('a phone number cannot be looked up, and is not called unknown', async () => {
    expect((await provider.lookUpTax({ channel: 'PHONE', number: '+2348031234567', reference: 'ref' }, never)).outcome).toBe('unavailable');
  });
});

test.each([
  ['1990-01-15', '1990-01-15'], ['1990-01-15T00:00:00.000Z', '1990-01-15'], ['15-01-1990', '1990-01-15'], ['15/01/1990', '1990-01-15'], ['15-Jan-1990', '1990-01-15'],
  ['15-January-1990', '1990-01-15'], ['5-Sep-2000', '2000-09-05'], ['31-02-1990', null], ['15-Foo-1990', null], ['', null], ['15-01-90', null],
])('the day %j is read as %j', (written, day) => {
  expect(readDay(written)).toBe(day);
});
