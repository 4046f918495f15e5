import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { freshNumber, fullBody } from './sample-customer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a customer comes in, rises to Tier 2, and leaves no personal number in the log', async () => {
  const body = fullBody();
  const nin = freshNumber();
  const { data } = await app.call('POST', '/customer/profile/individual', body);
  const customerId = String(data['customerId']);
  expect((await app.call('POST', `/customer/kyc/${customerId}`, { nin })).data).toEqual({ customerId, kycTier: '2' });
  expect((await app.call('POST', '/kyc/validate/bvn', { bvn: body['bvn'], firstName: 'Tunde', lastName: 'Adeyemi', dob: '1990-01-15' }, { 'X-Scenario': 'watch_listed' })).codes).toEqual(['blocked']);
  expect((await app.call('GET', `/customer/profile/${customerId}`)).data).toMatchObject({ kycTier: '2', status: 'Active' });
  expect((await app.call('POST', '/customer/profile/individual', { ...body, bvn: '1' })).codes).toEqual(['invalid_field']);
  const log = app.logLines.join('\n');
  expect(log).toContain('createIndividualCustomer');
  for (const secret of [String(body['bvn']), nin, 'Adeyemi', 'Tunde', '8031234567', 'example.com']) expect(log).not.toContain(secret);
});

test('the sandbox clock decides who is of age', async () => {
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const body = fullBody({ dateOfBirth: `${Number(inTenDays.slice(0, 4)) - 18}${inTenDays.slice(4)}`.replace('-02-29', '-03-01') });
  expect((await app.call('POST', '/customer/profile/individual', body)).codes).toEqual(['invalid_field']);
  expect((await app.call('POST', '/sandbox/clock', { advanceSeconds: 12 * 86_400 })).status).toBe(200);
  expect((await app.call('POST', '/customer/profile/individual', body)).status).toBe(200);
});

test('live answers 503 until its providers are configured', async () => {
  const reply = await app.fetch('/v1/customer/profiles?page=1&pageSize=1', { headers: { authorization: 'Bearer at_unknown', requestid: 'r-1' } });
  expect([reply.status, reply.codes]).toEqual([503, ['live_not_configured']]);
});
