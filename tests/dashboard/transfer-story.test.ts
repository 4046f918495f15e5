/** One transfer told whole: enquiry, codes and tries, each answer of the rail, holds and entries, events and where they went. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signedIn } from '#tests/support/dashboard.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, openPayer, pass, pending, statusUntil, succeed, validate, wrongOtp } from '#tests/journeys/payer.ts';

let app: TestApp;
let viewer: Person;
beforeAll(async () => {
  app = await startTestApp();
  viewer = await signedIn(app, app, 'viewer');
});
afterAll(() => app.close());

const story = async (transactionId: string): Promise<Record<string, unknown>> => (await succeed(viewer.browser.call('GET', `/environments/test/transfer/${transactionId}/story`))).data;

test('a transfer that arrives keeps its enquiry, its code with the tries, the rail\'s answer with the time it took, and its entries', async () => {
  await succeed(app.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['*'] }));
  const payer = await openPayer(app);
  const transfer = await pending(app, payer);
  expect((await validate(app, transfer, wrongOtp)).codes).toEqual(['otp_invalid']);
  await succeed(validate(app, transfer));
  await app.settled(transfer.transactionId);
  const told = await story(transfer.transactionId);
  expect(told).toMatchObject({
    transfer: { status: 'SUCCESS', stage: 'completed', safeToRetry: false }, bank: 'Guaranty Trust Bank (GTBank)', onUs: false,
    enquiries: [{ accountName: expect.any(String), bankCode: '000013' }],
    codes: [{ otpReferenceId: transfer.otpReferenceId, state: 'used', tries: 2, usedAt: expect.any(String), message: { state: expect.any(String) } }],
    rail: { reference: expect.stringMatching(/^\d{30}$/), queries: 0, answers: [{ asked: false, verdict: 'success', code: '00', meaning: 'Approved or completed', tookMs: expect.any(Number) }] },
    review: null, votes: [], exceptions: [],
  });
  expect((told['entries'] as { kind: string; code: string }[]).filter(({ code }) => code === 'transfer').map(({ kind }) => kind)).toEqual(['pending', 'post']); // eslint-disable-line -- the schema holds the shape
  const events = told['events'] as { kind: string; deliveries: { url: string }[] }[]; // eslint-disable-line -- the schema holds the shape
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['transfer.initiated', 'transfer.authorized', 'payment.success']));
  for (const { deliveries } of events) expect(deliveries).toMatchObject([{ url: 'http://127.0.0.1:9/hooks' }]);
});

test('each question to a rail that does not decide is kept in order, and so is the moment from which people must', async () => {
  const { transactionId } = await confirmed(app, await openPayer(app), { headers: { 'x-scenario': 'stays_pending' } });
  await statusUntil(app, transactionId, { stage: 'confirming' });
  await pass(app, 23 * 3600);
  await statusUntil(app, transactionId, { stage: 'review' });
  const told = await story(transactionId);
  expect(told).toMatchObject({ transfer: { safeToRetry: false, conclusive: false }, review: { reason: 'no definite answer for 23 hours' } });
  const { queries, answers } = told['rail'] as { queries: number; answers: { at: string; asked: boolean }[] }; // eslint-disable-line -- the schema holds the shape
  expect(queries).toBeGreaterThan(0);
  expect(answers).toHaveLength(queries + 1);
  expect(answers.map(({ asked }) => asked)).toEqual([false, ...Array.from({ length: queries }, () => true)]);
  expect(answers.map(({ at }) => at)).toEqual(answers.map(({ at }) => at).toSorted());
  await app.call('POST', `/sandbox/transfers/${transactionId}/settle`);
});

test('nobody sees another organization\'s', async () => {
  const stranger = await signedIn(app, await app.addTenant(), 'owner');
  const { transactionId } = await pending(app, await openPayer(app));
  expect((await stranger.browser.call('GET', `/environments/test/transfer/${transactionId}/story`)).codes).toEqual(['transaction_not_found']);
});
