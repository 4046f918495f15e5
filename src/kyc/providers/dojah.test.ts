import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDojahStandIn } from './dojah-stand-in.ts';
import { dojahProvider } from './dojah.ts';
import { type Candidate, describeIdentityProvider, describeIdentityWire, type DocumentKind, specimen } from './identity-contract.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { StandIn } from './stand-in-server.ts';

const credentials = { appId: 'app-id-for-tests', secretKey: 'secret-for-tests' };

const pictures: Record<DocumentKind, string> = {
  fine: specimen.passport, blurred: 'blurred', other_number: 'B76543210', stranger: `${specimen.passport} stranger`, faceless: `${specimen.passport} faceless`, down: 'down',
};

async function start(): Promise<Candidate> {
  const standIn = await startDojahStandIn();
  const at = (baseUrl: string, timeoutMs?: number) => dojahProvider({ ...credentials, baseUrl, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  return {
    provider: at(standIn.baseUrl),
    lacks: ['taxes by phone', 'registers'],
    document: (kind) => ({ documentNumber: specimen.passport, image: Buffer.from(pictures[kind]) }),
    wire: { standIn, at },
    close: standIn.close,
  };
}

describeIdentityProvider('Dojah', start);
describeIdentityWire('Dojah', start);

describe('Dojah\'s own form', () => {
  let standIn: StandIn;
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
    ['a wrong secret', 401, '{"error":"Unauthorized"}'],
    ['a failing registry', 424, '{"error":"Service not available"}'],
    ['an entity without a birth date', 200, '{"entity":{"first_name":"TUNDE","last_name":"ADEYEMI"}}'],
    ['a birth date nobody can read', 200, '{"entity":{"first_name":"TUNDE","last_name":"ADEYEMI","date_of_birth":"soon"}}'],
    ['an entity without a name', 200, '{"entity":{"first_name":" ","last_name":"ADEYEMI","date_of_birth":"1990-01-15"}}'],
  ])('%s is trouble', async (_, status, body) => {
    standIn.answerNext(status, body);
    expect((await lookUp()).outcome).toBe('unavailable');
  });

  test('a refusal without a reason is no trouble of Dojah\'s: somebody else may know', async () => {
    standIn.answerNext(400, '{"error":"Bad request"}');
    expect((await lookUp()).outcome).toBe('unsupported');
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

  test.each(['RC123456', '123456'])('asks for the company %s by its digits, which is what its register is kept by', async (number) => {
    expect((await provider.lookUpTax({ channel: 'CAC', number, reference: 'ref' }, never)).outcome).toBe('found');
    expect(standIn.calls.at(-1)).toMatchObject({ path: '/api/v1/kyc/cac', query: { rc_number: '123456' } });
  });

  test('a tax record of the older form is read too', async () => {
    standIn.answerNext(200, JSON.stringify({ entity: { Search: '12345678-0001', Taxpayer_Name: 'SPECIMEN LTD', CAC_Reg_No: 'RC1', FIRSTIN: '', JITTIN: '1234567890', Tax_Office: 'MSTO' } }));
    expect(await provider.lookUpTax({ channel: 'TIN', number: '12345678-0001', reference: 'ref' }, never)).toMatchObject({ outcome: 'found', taxpayerName: 'SPECIMEN LTD', tin: '1234567890', rcNumber: 'RC1' });
  });
});
