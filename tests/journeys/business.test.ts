import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody } from '#src/customers/sample-customer.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, errorLines, fund, initiate, openAccount, openCustomer, pendingOf, refusal, statusUntil, succeed, validate } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  expect(errorLines(app)).toEqual([]);
  await app.close();
});

test('a company has an account in its name, pays from it with the code sent to its phone, and is held by its status and limits', async () => {
  const { data } = await succeed(app.call('POST', '/customer/profile/business', companyBody({ phone: '08034445566' })));
  const customerId = String(data['customerId']);
  const accountNumber = await openAccount(app, customerId);
  await fund(app, accountNumber, 30_000);
  const { data: account } = await succeed(app.call('GET', `/account/${accountNumber}`));
  expect(account).toMatchObject({ accountName: 'Specimen Trading Limited', customerId });
  expect(await refusal(app.call('POST', '/account/bank/create/personal', { customerId, type: 'current' }))).toEqual([403, '57', 'tier_too_low']);

  const payer = { customerId, accountNumber, accountName: 'Specimen Trading Ltd' };
  expect(await refusal(initiate(app, { ...payer, accountName: 'Other Trading Limited' }))).toEqual([422, '08', 'name_mismatch']);
  const initiated = await succeed(initiate(app, { ...payer, accountName: 'Specimen Trading Limited' }));
  const inbox = await succeed(app.call('GET', `/sandbox/messages?accountNumber=${accountNumber}`));
  expect(inbox.text).toContain('+2348034445566');
  const transfer = pendingOf(initiated);
  await succeed(validate(app, transfer));
  await statusUntil(app, transfer.transactionId, { status: 'SUCCESS' });
  expect(await balances(app, accountNumber)).not.toEqual(atRest(30_000));

  expect(await refusal(initiate(app, { ...payer, accountName: 'Specimen Trading Limited' }, { amount: 50_001 }))).toEqual([422, expect.any(String), expect.any(String)]);
  await succeed(app.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Asked by the company' }));
  expect(await refusal(initiate(app, { ...payer, accountName: 'Specimen Trading Limited' }))).toEqual([403, '57', 'customer_disabled']);
});

test('a company is told of as a customer and as a company, a person as a customer alone', async () => {
  const tenant = await app.addTenant();
  await succeed(tenant.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['business.*'] }));
  const customerId = String((await succeed(tenant.call('POST', '/customer/profile/business', companyBody()))).data['customerId']);
  await succeed(tenant.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Asked by the company' }));
  await openCustomer(tenant);

  const kinds: string[] = [];
  for await (const { event } of tenant.teller.events.listEvents()) kinds.push(event);
  expect(kinds.filter((kind) => /^(?:business|customer)\./.test(kind)).toSorted())
    .toEqual(['business.created', 'business.status_changed', 'customer.created', 'customer.created', 'customer.status_changed']);
});
