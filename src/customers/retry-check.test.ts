import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OnboardingApp, type Reply, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { kycRoutes } from '#src/kyc/routes.ts';
import { isRecord } from '#src/lib/assert.ts';
import { customerRoutes } from './routes.ts';
import { freshNumber, smallBody } from './sample-customer.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp((ctx) => [...kycRoutes(ctx), ...customerRoutes(ctx)]);
});
afterAll(() => app.close());

const person = { firstName: 'Tunde', lastName: 'Adeyemi', dob: '1990-01-15' };
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function newest(query = ''): Promise<Record<string, unknown>> {
  const { data } = await app.send(`/kyc/checks?page=1&pageSize=1${query}`);
  return Array.isArray(data) && isRecord(data[0]) ? data[0] : {};
}

const retry = (checkId: unknown, body: unknown, sent: Record<string, unknown> = {}): Promise<Reply> => app.send(`/kyc/checks/${String(checkId)}/retry`, { body, ...sent });

describe('POST /kyc/checks/{checkId}/retry', () => {
  test('a check that failed is made again with what was corrected, and the new one names it', async () => {
    const bvn = freshNumber();
    await app.send('/kyc/validate/bvn', { body: { bvn, ...person }, scenario: 'name_mismatch' });
    const { checkId } = await newest();
    const reply = await retry(checkId, { bvn, ...person });
    expect([reply.status, reply.data]).toEqual([200, {}]);
    expect(await newest()).toMatchObject({ kind: 'bvn', outcome: 'passed', retryOf: checkId });
    expect((await app.send(`/kyc/checks/${String(checkId)}`)).data).toMatchObject({ outcome: 'name_mismatch', retryOf: null });
  });

  test('is about the same number, takes the fields of its kind, and no others', async () => {
    await app.send('/kyc/validate/bvn', { body: { bvn: freshNumber(), ...person }, scenario: 'name_mismatch' });
    const { checkId } = await newest();
    const asked = app.asked();
    expect(await retry(checkId, { bvn: freshNumber(), ...person })).toMatchObject({ status: 400, codes: ['invalid_field'], fields: ['/bvn'] });
    expect(await retry(checkId, { nin: freshNumber(), ...person })).toMatchObject({ status: 400, fields: ['/bvn', '/nin'] });
    expect((await retry(checkId, {})).status).toBe(400);
    expect(app.asked()).toBe(asked);
  });

  test('of two numbers, names the one that is another: that may be the NIN alone', async () => {
    const [bvn, nin] = [freshNumber(), freshNumber()];
    const body = { bvn, nin, firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
    expect((await app.send('/kyc/validate/bvn-nin', { body, scenario: 'name_mismatch' })).codes).toEqual(['name_mismatch']);
    const { checkId } = await newest();
    const asked = app.asked();
    expect(await retry(checkId, { ...body, nin: freshNumber() })).toMatchObject({ status: 400, codes: ['invalid_field'], fields: ['/nin'] });
    expect((await retry(checkId, { ...body, bvn: freshNumber() })).fields).toEqual(['/bvn']);
    expect((await retry(checkId, { ...body, bvn: freshNumber(), nin: freshNumber() })).fields).toEqual([null]);
    expect(app.asked()).toBe(asked);
  });

  test('of two registries, one that had nothing against the same claims is not asked again; with other claims both are', async () => {
    const numbers = { bvn: freshNumber(), nin: `0000000000${5}` };
    const body = { ...numbers, firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
    expect((await app.send('/kyc/validate/bvn-nin', { body })).codes).toEqual(['provider_unavailable']);
    const { checkId, fields } = await newest();
    expect(fields).toMatchObject({ 'bvn.firstName': true, 'bvn.dateOfBirth': true });
    const before = app.asked();
    const reply = await retry(checkId, body, { scenario: 'success' });
    expect([reply.status, app.asked() - before]).toEqual([200, 1]);
    expect(await newest()).toMatchObject({ outcome: 'passed', retryOf: checkId, fields: { 'bvn.firstName': true, 'nin.firstName': true, 'nin.dateOfBirth': true } });
    const others = app.asked();
    expect((await retry(checkId, { ...body, firstName: 'Babatunde' }, { scenario: 'success' })).status).toBe(200);
    expect(app.asked() - others).toBe(2);
  });

  test('a watch-listed part is never kept as passed', async () => {
    const body = { bvn: '00000000004', nin: '00000000005', firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
    expect((await app.send('/kyc/validate/bvn-nin', { body })).codes).toEqual(['provider_unavailable']);
    const { checkId } = await newest();
    const before = app.asked();
    await retry(checkId, body, { scenario: 'success' });
    expect(app.asked() - before).toBe(2);
  });

  test('refuses what passed, and what is on a watch list', async () => {
    const bvn = freshNumber();
    await app.send('/kyc/validate/bvn', { body: { bvn, ...person } });
    expect(await retry((await newest())['checkId'], { bvn, ...person })).toMatchObject({ status: 409, codes: ['check_not_retryable'] });
    await app.send('/kyc/validate/bvn', { body: { bvn, ...person }, scenario: 'watch_listed' });
    const listed = await newest();
    expect(listed['outcome']).toBe('blocked');
    expect((await retry(listed['checkId'], { bvn, ...person })).codes).toEqual(['check_not_retryable']);
  });

  test('a customer\'s check that passes now raises the tier, once', async () => {
    const { data } = await app.send('/customer/profile/individual', { body: smallBody() });
    const customerId = isRecord(data) ? String(data['customerId']) : '';
    await app.send(`/customer/kyc/${customerId}`, { body: { livePicture: picture }, scenario: 'face_mismatch' });
    const { checkId } = await newest(`&customerId=${customerId}`);
    expect((await retry(checkId, { nin: freshNumber() })).fields).toEqual(['/nin']);
    expect((await retry(checkId, { livePicture: picture, bvn: freshNumber() })).fields).toEqual(['/bvn']);
    expect((await retry(checkId, { livePicture: picture })).data).toEqual({ customerId, kycTier: '2' });
    expect(await newest(`&customerId=${customerId}`)).toMatchObject({ kind: 'face', outcome: 'passed', retryOf: checkId });
    expect((await retry(checkId, { livePicture: picture })).data).toEqual({ customerId, kycTier: '2' });
  });

  test('another tenant\'s check does not exist', async () => {
    await app.send('/kyc/validate/bvn', { body: { bvn: freshNumber(), ...person }, scenario: 'name_mismatch' });
    const { checkId } = await newest();
    const [theirs, nobody] = await Promise.all([retry(checkId, { bvn: freshNumber(), ...person }, { as: 'theirs' }), retry('chk_00000000000000000000000000000000', { bvn: freshNumber(), ...person })]);
    expect([theirs.status, theirs.json]).toEqual([404, nobody.json]);
  });
});

describe('include=match', () => {
  test('a pass and a refusal say field by field what is equal; without it they do not', async () => {
    const bvn = freshNumber();
    const passed = await app.send('/kyc/validate/bvn?include=match', { body: { bvn, ...person } });
    expect(passed.data).toEqual({ match: { firstName: true, lastName: true, otherName: null, dateOfBirth: true } });
    const refused = await app.send('/kyc/validate/bvn?include=match', { body: { bvn, ...person }, scenario: 'dob_mismatch' });
    expect(refused.json['errors']).toMatchObject([{ code: 'dob_mismatch', details: { match: { firstName: true, dateOfBirth: false } } }]);
    expect((await app.send('/kyc/validate/bvn', { body: { bvn, ...person }, scenario: 'dob_mismatch' })).text).not.toContain('"match"');
    expect((await app.send('/kyc/validate/bvn?include=record', { body: { bvn, ...person } })).codes).toEqual(['invalid_field']);
  });
});

describe('X-Consent', () => {
  test('is kept with the check, of customers too; another form is refused before anybody is asked', async () => {
    await app.send('/kyc/validate/bvn', { body: { bvn: freshNumber(), ...person }, consent: 'consents/2026/18' });
    expect(await newest()).toMatchObject({ consent: 'consents/2026/18' });
    await app.send('/customer/profile/individual', { body: smallBody(), consent: 'onboarding-7' });
    expect(await newest()).toMatchObject({ kind: 'bvn', consent: 'onboarding-7' });
    await app.send('/kyc/validate/bvn', { body: { bvn: freshNumber(), ...person } });
    expect(await newest()).toMatchObject({ consent: null });
    const asked = app.asked();
    expect((await app.send('/kyc/validate/bvn', { body: { bvn: freshNumber(), ...person }, consent: 'Tunde said yes' })).codes).toEqual(['invalid_field']);
    expect(app.asked()).toBe(asked);
  });
});

describe('the list of checks', () => {
  test('is cut by time, together with the other filters', async () => {
    const total = async (query: string): Promise<unknown> => (await app.send(`/kyc/checks?page=1&pageSize=5${query}`)).json['total'];
    const all = await total('');
    expect(all).toBeGreaterThan(5);
    expect(await total('&from=2020-01-01')).toBe(all);
    expect(await total('&to=2020-01-01')).toBe(0);
    expect(await total('&from=2020-01-01&outcome=blocked&kind=bvn')).toBe(await total('&outcome=blocked&kind=bvn'));
    expect((await app.send('/kyc/checks?page=1&pageSize=5&from=yesterday')).codes).toEqual(['invalid_field']);
  });
});
