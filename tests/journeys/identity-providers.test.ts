import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import type { DocumentReader, FaceReading } from '#src/kyc/document-reader.ts';
import { startDojahStandIn } from '#src/kyc/providers/dojah-stand-in.ts';
import { dojahProvider } from '#src/kyc/providers/dojah.ts';
import { failover } from '#src/kyc/providers/failover.ts';
import { specimen } from '#src/kyc/providers/identity-contract.ts';
import { startPremblyStandIn } from '#src/kyc/providers/prembly-stand-in.ts';
import { premblyProvider } from '#src/kyc/providers/prembly.ts';
import { qoreIdCredentials, specimenPhoto, startQoreIdStandIn } from '#src/kyc/providers/qoreid-stand-in.ts';
import { qoreIdProvider } from '#src/kyc/providers/qoreid.ts';
import type { StandIn } from '#src/kyc/providers/stand-in-server.ts';
import { readAgreement } from '#src/kyc/shadow.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';

const nowMs = (): number => performance.now();
const options = { deadlineMs: 8_000, reserveMs: 2_000, circuit: { opensAfter: 3, restMs: 60_000, restMaxMs: 60_000 }, nowMs };
const { firstName, lastName, otherName, dateOfBirth, bvn, nin } = specimen;
const person = { firstName, lastName, otherName, dateOfBirth };

async function newestCheck(tenant: TestTenant): Promise<unknown> {
  const { json } = await tenant.call('GET', '/kyc/checks?page=1&pageSize=1');
  return Array.isArray(json.data) ? json.data[0] : undefined;
}

describe('Dojah with Prembly behind it, and QoreID in the shadow', () => {
  let dojah: StandIn;
  let prembly: StandIn;
  let qoreid: StandIn;
  let app: TestApp;
  let live: TestTenant;

  beforeAll(async () => {
    [dojah, prembly, qoreid] = await Promise.all([startDojahStandIn(), startPremblyStandIn(), startQoreIdStandIn()]);
    app = await startTestApp({
      live: {
        identity: failover([dojahProvider({ appId: 'a', secretKey: 's', baseUrl: dojah.baseUrl }), premblyProvider({ appId: 'a', apiKey: 'k', baseUrl: prembly.baseUrl })], options),
        identityShadow: qoreIdProvider({ ...qoreIdCredentials, baseUrl: qoreid.baseUrl }, nowMs),
      },
    });
    live = await app.addTenant({ environment: 'live' });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([dojah.close(), prembly.close(), qoreid.close()]);
  });

  const validate = (body: object, headers?: Record<string, string>): Promise<Answered> => live.call('POST', '/kyc/validate/bvn', { ...person, bvn, ...body }, headers);
  const comparisons = async () => {
    await expectPresent(app.app.ctx.identityShadow).idle();
    return app.db.read(live.tenantId, (tx) => tx.rows<{ requestId: string; question: string; provider: string; agrees: boolean | null; fields: unknown }>(sql`
      select request_id as "requestId", question, provider, agrees, fields from identity_shadow where tenant_id = ${tx.tenantId} order by shadow_id`));
  };

  test.each([['TIN', '12345678-0001', 'dojah'], ['CAC', 'RC123456', 'dojah'], ['phone', '0803 123 4567', 'prembly']])('a taxpayer is found by %s, and the record names who said so', async (channel, number, provider) => {
    const answer = await live.call('POST', '/kyc/verify/tin', { number, channel });
    expect([answer.status, answer.json.data]).toEqual([200, {}]);
    expect(await newestCheck(live)).toMatchObject({ kind: 'tin', outcome: 'passed', provider });
  });

  test('a provider in trouble is passed over; its trouble is nobody\'s mismatch', async () => {
    dojah.answerNext(500, '<html>');
    expect((await validate({})).status).toBe(200);
    expect(await newestCheck(live)).toMatchObject({ kind: 'bvn', outcome: 'passed', provider: 'prembly', providerReference: 'prembly-reference-1' });
  });

  test('a mismatch is final: nobody else is asked', async () => {
    const before = prembly.calls.length;
    expect((await validate({ bvn: '00000000002' })).codes).toEqual(['name_mismatch']);
    expect(await newestCheck(live)).toMatchObject({ outcome: 'name_mismatch', provider: 'dojah' });
    expect(prembly.calls.length).toBe(before);
  });

  test('trouble of all is 503, names all in the record, and leaves the requestId free for later', async () => {
    const headers = { requestId: 'all-down' };
    const down = await validate({ bvn: '00000000005' }, headers);
    expect([down.status, down.codes, down.headers.get('retry-after')]).toEqual([503, ['provider_unavailable'], '5']);
    expect(await newestCheck(live)).toMatchObject({ outcome: 'provider_unavailable', provider: 'dojah, prembly' });
    expect(down.text).not.toMatch(/dojah|prembly|424/i);
    dojah.answerNext(404, '{"error":"Record not found"}');
    expect((await validate({ bvn: '00000000005' }, headers)).codes).toEqual(['record_not_found']);
  });

  test('after troubles in a row the first provider rests, and /metrics shows it', async () => {
    const level = async (question: string) => new RegExp(`openteller_identity_provider_up\\{provider="dojah",question="${question}"\\} (\\S+)`).exec((await app.fetch('/metrics')).text)?.[1];
    expect([await level('nin'), await level('bvn')]).toEqual(['1', '1']);
    for (let at = 0; at < 3; at += 1) {
      dojah.answerNext(424, '{"error":"Service not available"}');
      expect((await live.call('POST', '/kyc/validate/nin', { ...person, nin })).status).toBe(200);
    }
    const before = dojah.calls.length;
    expect((await live.call('POST', '/kyc/validate/nin', { ...person, nin })).status).toBe(200);
    expect(dojah.calls.length).toBe(before);
    expect([await level('nin'), await level('bvn')]).toEqual(['0', '1']);
  });

  test('the shadow is asked after the answer, decides nothing, and leaves booleans alone', async () => {
    const before = (await comparisons()).length;
    expect((await validate({}, { requestId: 'shadowed' })).status).toBe(200);
    // Here QoreID knows another day than Dojah.
    qoreid.answerNext(200, JSON.stringify({ id: 1, summary: { bvn_check: { status: 'NO_MATCH', fieldMatches: { firstname: true, lastname: true, middlename: true, dob: false } } }, status: { state: 'complete', status: 'id_mismatch' } }));
    await comparisons();
    expect((await validate({}, { requestId: 'shadowed-2' })).status).toBe(200);
    await comparisons();
    qoreid.answerNext(500, '');
    expect((await validate({}, { requestId: 'shadowed-3' })).status).toBe(200);
    const rows = (await comparisons()).slice(before);
    expect(rows.map(({ requestId, question, provider }) => [requestId, question, provider])).toEqual([['shadowed', 'bvn', 'dojah'], ['shadowed-2', 'bvn', 'dojah'], ['shadowed-3', 'bvn', 'dojah']]);
    expect(rows.map(({ agrees }) => agrees).toSorted()).toEqual([false, null, true].toSorted());
    expect(new Set(rows.flatMap(({ fields }) => Object.values(Object(fields))))).toEqual(new Set([true, false]));
    const shown = JSON.stringify(await app.db.read(live.tenantId, (tx) => tx.rows(sql`select * from identity_shadow where tenant_id = ${tx.tenantId}`)));
    expect(shown).not.toMatch(/Adeyemi|Tunde|1990|22200000001/i);
  });

  test('agreement is counted over all tenants, as a whole and by field', async () => {
    await comparisons();
    const counted = await readAgreement(app.db, 7);
    expect(counted.find(({ question, provider, field }) => question === 'bvn' && provider === 'dojah' && field === 'dateOfBirth')).toMatchObject({ shadow: 'qoreid', different: expect.any(Number) });
    expect(counted.find(({ question, field }) => question === 'tin' && field === 'outcome')).toMatchObject({ same: 0, different: 0, unsaid: expect.any(Number) });
  });

  test('the sandbox asks nobody outside, and nobody in the shadow', async () => {
    const before = [dojah, prembly, qoreid].map(({ calls }) => calls.length);
    expect((await app.call('POST', '/kyc/validate/bvn', { ...person, bvn })).status).toBe(200);
    await expectPresent(app.app.ctx.identityShadow).idle();
    expect([dojah, prembly, qoreid].map(({ calls }) => calls.length)).toEqual(before);
    expect(await newestCheck(app)).toMatchObject({ provider: 'simulator' });
  });

  test('no number, name or answer of a provider is in the log', () => {
    expect(app.logLines.join('\n')).not.toMatch(/22200000001|70000000001|00000000005|Adeyemi|SPECIMEN TRADING/i);
  });
});

describe('QoreID, which shows a photo and compares none', () => {
  let qoreid: StandIn;
  let app: TestApp;
  let live: TestTenant;
  let says: FaceReading = { outcome: 'compared', verdict: 'pass', distance: 0.3, score: 0.7, engine: {} };
  const compared: { photo: Uint8Array; picture: Uint8Array }[] = [];
  const documents: DocumentReader = {
    read: async () => ({ outcome: 'unavailable', detail: 'not asked here' }),
    compareFaces: async (photo, picture) => {
      compared.push({ photo, picture });
      return says;
    },
    close: async () => undefined,
  };

  beforeAll(async () => {
    qoreid = await startQoreIdStandIn();
    app = await startTestApp({ live: { identity: failover([qoreIdProvider({ ...qoreIdCredentials, baseUrl: qoreid.baseUrl }, nowMs)], options), documents } });
    live = await app.addTenant({ environment: 'live' });
  });
  afterAll(async () => {
    await app.close();
    await qoreid.close();
  });
  beforeEach(() => {
    compared.length = 0;
  });

  let customerId = '';
  const raise = () => live.call('POST', `/customer/kyc/${customerId}`, { livePicture: specimenPhoto });

  test('a face that matches the photo of the NIN raises the tier, and the photo stays nowhere', async () => {
    const created = await live.call('POST', '/customer/profile/individual', { ...person, gender: 'Male', nationality: 'NGA', phone: '08031234567', bvn, nin });
    customerId = String(created.data['customerId']);
    expect(created.status, created.text).toBe(200);
    says = { outcome: 'compared', verdict: 'review', distance: 0.55, score: 0.45, engine: {} };
    expect((await raise()).codes).toEqual(['face_mismatch']);
    says = { outcome: 'no_face', picture: 'second', hint: 'Look into the camera.' };
    expect((await raise()).codes).toEqual(['no_face_detected']);
    says = { outcome: 'busy', retryAfterSeconds: 3 };
    expect((await raise()).codes).toEqual(['provider_unavailable']);
    says = { outcome: 'compared', verdict: 'pass', distance: 0.3, score: 0.7, engine: {} };
    expect((await raise()).data).toMatchObject({ customerId, kycTier: '3' });
    expect(compared).toHaveLength(4);
    expect(Buffer.from(expectPresent(compared[0]).photo).toString('base64')).toBe(specimenPhoto);
    expect(qoreid.calls.at(-1)?.path).toBe(`/v1/ng/identities/nin/${nin}`);
    expect(await newestCheck(live)).toMatchObject({ kind: 'face', outcome: 'passed', provider: 'qoreid', score: 70, threshold: 50, fields: { face: true } });
  });
});

describe('the sandbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test.each([
    ['TIN', '12345678-0001', 200], ['tin', '1234567890123', 200], ['CAC', 'BN123456', 200], ['Phone', '+2348031234567', 200], ['TIN', '0000000001', 404], ['CAC', 'RC0000000005', 503],
  ])('looks up a taxpayer by %s %s: %i', async (channel, number, status) => {
    expect((await app.call('POST', '/kyc/verify/tin', { number, channel })).status).toBe(status);
  });

  test('a phone has no reserved numbers: a header brings its results about', async () => {
    const verify = (scenario: string) => app.call('POST', '/kyc/verify/tin', { number: '08031234567', channel: 'PHONE' }, { 'X-Scenario': scenario });
    expect([(await verify('not_found')).codes, (await verify('provider_down')).codes]).toEqual([['record_not_found'], ['provider_unavailable']]);
  });
});
