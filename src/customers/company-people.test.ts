import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OnboardingApp, type Reply, type Sent, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { kycRoutes } from '#src/kyc/routes.ts';
import { isRecord } from '#src/lib/assert.ts';
import { customerRoutes } from './routes.ts';
import { companyBody, created, freshNumber, sampleDirector } from './sample-customer.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp((ctx) => [...customerRoutes(ctx), ...kycRoutes(ctx)]);
});
afterAll(() => app.close());

const livePicture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function company(body: Record<string, unknown> = {}): Promise<string> {
  const { data, text } = await app.send('/customer/profile/business', { body: companyBody(body) });
  if (!isRecord(data)) throw new Error(text);
  return String(data['customerId']);
}

const holder = (percentShareholder: unknown, changes: Record<string, unknown> = {}): Record<string, unknown> => ({ ...sampleDirector({ firstName: 'Ngozi', lastName: 'Okafor', ...changes }), percentShareholder });
const add = (customerId: string, list: 'directors' | 'shareholders', body: unknown, sent: Omit<Sent, 'body'> = {}): Promise<Reply> => app.send(`/customer/profile/business/${customerId}/${list}`, { body, ...sent });
const remove = (customerId: string, personId: unknown, sent: Sent = {}): Promise<Reply> => app.send(`/customer/profile/business/${customerId}/people/${String(personId)}?reason=Sold+everything`, { method: 'DELETE', ...sent });
const read = async (path: string, sent: Sent = {}): Promise<Record<string, unknown>> => {
  const { data, text } = await app.send(path, sent);
  if (!isRecord(data)) throw new Error(text);
  return data;
};
const people = (customerId: string, sent: Sent = {}) => read(`/customer/profile/business/${customerId}/people`, sent);
const profile = (customerId: string) => read(`/customer/profile/${customerId}`);
const refused = ({ status, codes, fields }: Reply): unknown[] => [status, ...codes, ...fields];
const idOf = ({ data, text }: Reply): string => {
  if (!isRecord(data) || typeof data['personId'] !== 'string') throw new Error(text);
  return data['personId'];
};
const tierEvents = async (customerId: string) =>
  (await app.events()).filter(({ kind, data }) => kind === 'customer.tier_changed' && data['customerId'] === customerId).map(({ data }) => [data['previousKycTier'], data['kycTier']]);

describe('a shareholder', () => {
  test('who brings the known shares above 95 % adds a tier, and takes it along', async () => {
    const customerId = await company({ shareholders: [holder('95')] });
    expect(await profile(customerId)).toMatchObject({ kycTier: '1', requirements: { dueForNextTier: [{ requirement: 'shareholders' }, { requirement: 'livePicture' }] } });
    const reply = await add(customerId, 'shareholders', holder(0.0001));
    expect(reply.json).toMatchObject({ message: 'Shareholder added', data: { personId: expect.stringMatching(/^per_[0-9a-f]{32}$/), role: 'shareholder', kycTier: '2' } });
    expect(await profile(customerId)).toMatchObject({ kycTier: '2', requirements: { dueForNextTier: [{ requirement: 'livePicture' }] }, shareholders: [{ percentShareholder: '95' }, { percentShareholder: '0.0001' }] });
    expect((await remove(customerId, idOf(reply))).data).toEqual({ personId: idOf(reply), role: 'shareholder', kycTier: '1' });
    expect(await profile(customerId)).toMatchObject({ kycTier: '1', requirements: { dueForNextTier: [{ requirement: 'shareholders' }, { requirement: 'livePicture' }] } });
    expect(await tierEvents(customerId)).toEqual([['1', '2'], ['2', '1']]);
    expect((await app.send('/customer/profiles?page=1&pageSize=100&classType=BUSINESS&kycTier=2')).json).toMatchObject({ total: 0 });
  });

  test('does not bring the shares above 100 %, nor stands in the list twice', async () => {
    const first = holder('60.5');
    const customerId = await company({ shareholders: [first] });
    const asked = app.asked();
    expect(refused(await add(customerId, 'shareholders', holder('39.5001')))).toEqual([400, 'invalid_field', '/percentShareholder']);
    expect(refused(await add(customerId, 'shareholders', { ...first, percentShareholder: 1 }))).toEqual([400, 'invalid_field', '/bvn']);
    for (const share of [0, -1, '1.00001', 101, 'half']) expect(refused(await add(customerId, 'shareholders', holder(share)))).toEqual([400, 'invalid_field', '/percentShareholder']);
    expect(app.asked()).toBe(asked);
    expect((await add(customerId, 'shareholders', holder('39.5'))).status).toBe(200);
  });

  test('of two at once who fit alone and not together, one is added', async () => {
    const customerId = await company({ shareholders: [holder(40)] });
    const replies = await Promise.all([add(customerId, 'shareholders', holder(60)), add(customerId, 'shareholders', holder(60))]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await profile(customerId)).toMatchObject({ kycTier: '2', shareholders: [{}, {}] });
  });

  test('whom the registry refuses leaves the record of the check and nothing else', async () => {
    const customerId = await company();
    expect((await add(customerId, 'shareholders', holder(99), { scenario: 'name_mismatch' })).codes).toEqual(['name_mismatch']);
    expect((await add(customerId, 'shareholders', holder(99), { scenario: 'provider_down' })).codes).toEqual(['provider_unavailable']);
    expect(await people(customerId)).toMatchObject({ directors: [{}], shareholders: [], former: [] });
    expect((await app.send(`/kyc/checks?page=1&pageSize=10&customerId=${customerId}`)).json).toMatchObject({ data: [{ outcome: 'provider_unavailable' }, { outcome: 'name_mismatch' }, {}, {}, {}] });
  });
});

describe('a director', () => {
  test('comes last, and becomes the contact when the first one goes, whose face then no longer counts', async () => {
    const customerId = await company({ directors: [sampleDirector({ salutation: 'Mr' })] });
    await app.send(`/customer/kyc/${customerId}`, { body: { livePicture } });
    const next = sampleDirector({ firstName: 'Zainab', lastName: 'Bello', otherName: 'Aisha', gender: 'f', idDocumentType: 'IP', idDocumentNumber: 'A01234567' });
    expect((await add(customerId, 'directors', next)).data).toMatchObject({ role: 'director', kycTier: '2' });
    expect(await profile(customerId)).toMatchObject({ kycTier: '2', firstName: 'Tunde', directorFullName: 'Tunde Adeyemi', directors: [{ firstName: 'Tunde' }, { firstName: 'Zainab' }] });
    const [first] = [(await people(customerId))['directors']].flat();
    expect((await remove(customerId, isRecord(first) ? first['personId'] : '')).data).toMatchObject({ kycTier: '1' });
    expect(await profile(customerId)).toMatchObject({
      kycTier: '1', firstName: 'Zainab', surname: 'Bello', otherName: 'Aisha', gender: 'Female', salutation: null, directorFullName: 'Zainab Aisha Bello', directorIdDocumentNumber: 'A*******7', directors: [{ firstName: 'Zainab' }],
      requirements: { dueForNextTier: [{ requirement: 'shareholders' }, { requirement: 'livePicture' }] },
    });
    const found = async (word: string): Promise<unknown> => (await app.send(`/customer/profiles?page=1&pageSize=10&classType=BUSINESS&search=${word}`)).json['total'];
    expect(await found('zainab+bello')).toBe(1);
    expect(await read(`/customer/profile/${customerId}`, { as: 'cleared' })).toMatchObject({ bvn: next['bvn'], directorBvn: next['bvn'] });
    // The new contact's face adds the tier anew.
    expect((await app.send(`/customer/kyc/${customerId}`, { body: { livePicture } })).data).toEqual({ customerId, kycTier: '2' });
  });

  test('who is not the first takes nothing along', async () => {
    const customerId = await company();
    await app.send(`/customer/kyc/${customerId}`, { body: { livePicture } });
    const personId = idOf(await add(customerId, 'directors', sampleDirector({ firstName: 'Bola' })));
    expect((await remove(customerId, personId)).data).toEqual({ personId, role: 'director', kycTier: '2' });
    expect(await tierEvents(customerId)).toEqual([['1', '2']]);
  });

  test('who is the last one stays, also when two remove two at once', async () => {
    const customerId = await company({ directors: [sampleDirector(), sampleDirector({ firstName: 'Bola' })] });
    const ids = [(await people(customerId))['directors']].flat().map((each) => (isRecord(each) ? each['personId'] : ''));
    const replies = await Promise.all(ids.map((personId) => remove(customerId, personId)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.text).toContain('The last director cannot be removed');
    expect(await people(customerId)).toMatchObject({ directors: [{}], former: [{ role: 'director' }] });
  });

  test('is at least 18', async () => {
    expect(refused(await add(await company(), 'directors', sampleDirector({ dateOfBirth: '2015-01-01' })))).toEqual([400, 'invalid_field', '/dateOfBirth']);
  });

  test('of a disabled company is not added, and can be removed', async () => {
    const customerId = await company();
    const personId = idOf(await add(customerId, 'directors', sampleDirector({ firstName: 'Bola' })));
    await app.send(`/customer/profile/${customerId}`, { method: 'PATCH', body: { status: false, reason: 'Asked by the company' } });
    expect((await add(customerId, 'directors', sampleDirector())).codes).toEqual(['customer_disabled']);
    expect((await remove(customerId, personId)).status).toBe(200);
  });
});

test('who left is kept with the reason, under an id that a return brings back, and in nobody\'s clear text', async () => {
  const customerId = await company();
  const body = holder(25, { idDocumentNumber: 'ABC12345AB12' });
  const personId = idOf(await add(customerId, 'shareholders', body));
  await remove(customerId, personId);
  expect((await people(customerId))['former']).toEqual([{
    personId, role: 'shareholder', firstName: 'Ngozi', lastName: 'Okafor', otherName: null, bvn: expect.stringMatching(/^\d{3}\*{5}\d{3}$/), dateOfBirth: '1980-01-15T00:00:00', salutation: null, gender: null,
    nationality: null, idDocumentType: null, idDocumentNumber: 'ABC******B12', politicalAffiliationRelationship: null, percentShareholder: '25', removedAt: expect.any(String), reason: 'Sold everything',
  }]);
  expect((await people(customerId, { as: 'cleared' }))['former']).toMatchObject([{ bvn: body['bvn'] }]);
  expect(idOf(await add(customerId, 'shareholders', { ...body, percentShareholder: '30' }))).toBe(personId);
  expect(await people(customerId)).toMatchObject({ shareholders: [{ personId, percentShareholder: '30' }], former: [{ personId, percentShareholder: '25' }] });
  expect(await app.dump()).not.toContain(String(body['bvn']));
});

test('strangers, people and unknown ids are not found; a repeated request changes nothing twice', async () => {
  const customerId = await company();
  const person = await created(app);
  for (const [id, as] of [[customerId, 'theirs'], [person, 'ours'], ['1000000001', 'ours']] as const) {
    expect((await add(id, 'directors', sampleDirector(), { as })).codes).toEqual(['customer_not_found']);
    expect((await remove(id, `per_${'0'.repeat(32)}`, { as })).codes).toEqual(['customer_not_found']);
    expect((await app.send(`/customer/profile/business/${id}/people`, { as })).codes).toEqual(['customer_not_found']);
  }
  expect((await remove(customerId, `per_${'0'.repeat(32)}`)).codes).toEqual(['record_not_found']);
  const [director, requestId, removal] = [sampleDirector({ bvn: freshNumber() }), 'people-add-1', 'people-remove-1'];
  const added = await add(customerId, 'directors', director, { requestId });
  expect((await add(customerId, 'directors', director, { requestId })).text).toBe(added.text);
  const removed = await remove(customerId, idOf(added), { requestId: removal });
  expect((await remove(customerId, idOf(added), { requestId: removal })).text).toBe(removed.text);
  expect(await people(customerId)).toMatchObject({ directors: [{}], former: [{}] });
});
