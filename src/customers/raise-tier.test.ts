import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycRoutes } from '#src/kyc/routes.ts';
import { type OnboardingApp, type Sent, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { customerRoutes } from './routes.ts';
import { created, freshNumber, smallBody } from './sample-customer.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp((ctx) => [...customerRoutes(ctx), ...kycRoutes(ctx)]);
});
afterAll(() => app.close());

const livePicture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const raise = (customerId: string, body: Record<string, unknown>, sent: Omit<Sent, 'body'> = {}) => app.send(`/customer/kyc/${customerId}`, { body, ...sent });
const tierOf = async (customerId: string): Promise<unknown> => (await app.send(`/customer/profile/${customerId}`)).data;
const tierEvents = async (customerId: string) =>
  (await app.events()).filter(({ kind, data }) => kind === 'customer.tier_changed' && data['customerId'] === customerId).map(({ data }) => [data['previousKycTier'], data['kycTier']]);

describe('the tier', () => {
  test('rises with the NIN, then with the face', async () => {
    const customerId = await created(app);
    const nin = await raise(customerId, { nin: freshNumber() });
    expect(nin.json).toEqual({ statusCode: '00', message: 'KYC updated', data: { customerId, kycTier: '2' }, errors: [] });
    expect((await raise(customerId, { livePicture })).data).toEqual({ customerId, kycTier: '3' });
    expect(await tierOf(customerId)).toMatchObject({ kycTier: '3', nin: expect.stringMatching(/^\d{3}\*{5}\d{3}$/) });
    expect(await tierEvents(customerId)).toEqual([['1', '2'], ['2', '3']]);
    const checks = await app.send(`/kyc/checks?page=1&pageSize=10&customerId=${customerId}`);
    expect(checks.json).toMatchObject({ data: [{ kind: 'face', outcome: 'passed', score: 96, threshold: 75 }, { kind: 'nin', outcome: 'passed' }, { kind: 'bvn' }] });
  });

  test('rises with the face, then with the NIN; empty text counts as not sent', async () => {
    const customerId = await created(app);
    expect((await raise(customerId, { nin: '', livePicture: `data:image/png;base64,${livePicture}` })).data).toEqual({ customerId, kycTier: '2' });
    expect((await raise(customerId, { nin: freshNumber(), livePicture: '' })).data).toEqual({ customerId, kycTier: '3' });
  });

  test('rises once for each proof: the same NIN again answers the same and asks nobody', async () => {
    const customerId = await created(app);
    const nin = freshNumber();
    await raise(customerId, { nin });
    await raise(customerId, { livePicture });
    const asked = app.asked();
    expect((await raise(customerId, { nin })).data).toEqual({ customerId, kycTier: '3' });
    expect(app.asked()).toBe(asked);
    expect((await raise(customerId, { livePicture })).data).toEqual({ customerId, kycTier: '3' });
    expect((await tierEvents(customerId)).length).toBe(2);
  });

  test('rises once when two requests bring the same NIN, and two NINs never both stay', async () => {
    const same = await created(app);
    const nin = freshNumber();
    const replies = await Promise.all([raise(same, { nin }), raise(same, { nin }), raise(same, { nin })]);
    expect(replies.map(({ data }) => data)).toEqual(Array(3).fill({ customerId: same, kycTier: '2' }));
    expect((await tierEvents(same)).length).toBe(1);

    const torn = await created(app);
    const statuses = (await Promise.all([raise(torn, { nin: freshNumber() }), raise(torn, { nin: freshNumber() })])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await tierOf(torn)).toMatchObject({ kycTier: '2' });
  });

  test('a NIN and a face at the same time both count', async () => {
    const customerId = await created(app);
    await Promise.all([raise(customerId, { nin: freshNumber() }), raise(customerId, { livePicture })]);
    expect(await tierOf(customerId)).toMatchObject({ kycTier: '3' });
  });
});

describe('400', () => {
  test('exactly one of nin and livePicture', async () => {
    const customerId = await created(app);
    expect(await raise(customerId, { nin: freshNumber(), livePicture })).toMatchObject({ status: 400, codes: ['kyc_input_conflict'] });
    expect(await raise(customerId, {})).toMatchObject({ status: 400, codes: ['kyc_input_missing'] });
    expect(await raise(customerId, { nin: '', livePicture: '' })).toMatchObject({ status: 400, codes: ['kyc_input_missing'] });
  });

  test('names the bad field', async () => {
    const customerId = await created(app);
    expect(await raise(customerId, { nin: '123' })).toMatchObject({ codes: ['invalid_field'], fields: ['/nin'] });
    expect(await raise(customerId, { livePicture: 'AAAA' })).toMatchObject({ codes: ['invalid_field'], fields: ['/livePicture'] });
  });
});

describe('refused', () => {
  test.each([
    ['not_found', 404, 'record_not_found'], ['name_mismatch', 422, 'name_mismatch'], ['dob_mismatch', 422, 'dob_mismatch'], ['watch_listed', 422, 'blocked'], ['provider_down', 503, 'provider_unavailable'],
  ])('a NIN that answers %s leaves the tier and keeps the check', async (scenario, status, code) => {
    const customerId = await created(app);
    const reply = await raise(customerId, { nin: freshNumber() }, { scenario });
    expect([reply.status, reply.codes[0]]).toEqual([status, code]);
    expect(await tierOf(customerId)).toMatchObject({ kycTier: '1', nin: null });
    expect((await app.send(`/kyc/checks?page=1&pageSize=1&customerId=${customerId}`)).json).toMatchObject({ data: [{ kind: 'nin', outcome: code, customerId }] });
  });

  test.each([['face_mismatch', 'face_mismatch'], ['no_face', 'no_face_detected'], ['provider_down', 'provider_unavailable'], ['not_found', 'record_not_found']])('a picture that answers %s leaves the tier', async (scenario, code) => {
    const customerId = await created(app);
    expect((await raise(customerId, { livePicture }, { scenario })).codes).toEqual([code]);
    expect(await tierOf(customerId)).toMatchObject({ kycTier: '1' });
  });

  test('the BVN of the profile picks the sandbox\'s face', async () => {
    const customerId = await created(app, smallBody({ bvn: '00000000009' }));
    expect((await raise(customerId, { livePicture })).codes).toEqual(['face_mismatch']);
  });

  test('another NIN than the verified one, with nobody asked', async () => {
    const customerId = await created(app, smallBody({ nin: freshNumber() }));
    const asked = app.asked();
    expect(await raise(customerId, { nin: freshNumber() })).toMatchObject({ status: 409, codes: ['nin_already_set'], fields: ['/nin'] });
    expect(app.asked()).toBe(asked);
  });

  test('a disabled customer, with nobody asked', async () => {
    const customerId = await created(app);
    await app.send(`/customer/profile/${customerId}`, { method: 'PATCH', body: { status: false, reason: 'Test' } });
    const asked = app.asked();
    expect(await raise(customerId, { nin: freshNumber() })).toMatchObject({ status: 403, codes: ['customer_disabled'] });
    expect(app.asked()).toBe(asked);
  });
});

test('a stored answer is repeated, a mismatch too', async () => {
  const customerId = await created(app);
  const nin = freshNumber();
  const first = await raise(customerId, { nin }, { requestId: 'mismatch', scenario: 'name_mismatch' });
  const again = await raise(customerId, { nin }, { requestId: 'mismatch' });
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([422, first.text, 'true']);
  expect((await raise(customerId, { nin: freshNumber() }, { requestId: 'mismatch' })).codes).toEqual(['request_id_reused']);
});

test('another organization\'s customer is as unknown as none', async () => {
  const customerId = await created(app);
  const foreign = await raise(customerId, { nin: freshNumber() }, { as: 'theirs' });
  const unknown = await raise('9999999999', { nin: freshNumber() }, { as: 'theirs' });
  expect([foreign.status, foreign.codes, foreign.text]).toEqual([404, ['customer_not_found'], unknown.text]);
});

describe('where the policy makes the NIN a condition of tier 2', () => {
  let strict: OnboardingApp;
  beforeAll(async () => {
    strict = await startOnboardingApp((ctx) => [...customerRoutes(ctx), ...kycRoutes(ctx)], { tier2NeedsNin: true });
  });
  afterAll(() => strict.close());

  test('the face waits for the NIN, without asking anybody, and the customer is told so', async () => {
    const customerId = await created(strict);
    const due = async () => (await strict.send(`/customer/profile/${customerId}`)).data;
    expect(await due()).toMatchObject({ requirements: { dueForNextTier: [{ requirement: 'nin' }] } });
    const asked = strict.asked();
    expect(await strict.send(`/customer/kyc/${customerId}`, { body: { livePicture } })).toMatchObject({ status: 400, codes: ['kyc_input_missing'], fields: ['/nin'] });
    expect(strict.asked()).toBe(asked);
    expect(await due()).toMatchObject({ kycTier: '1' });
    expect((await strict.send(`/customer/kyc/${customerId}`, { body: { nin: freshNumber() } })).data).toEqual({ customerId, kycTier: '2' });
    expect(await due()).toMatchObject({ requirements: { dueForNextTier: [{ requirement: 'livePicture' }] } });
    expect((await strict.send(`/customer/kyc/${customerId}`, { body: { livePicture } })).data).toEqual({ customerId, kycTier: '3' });
  });
});
