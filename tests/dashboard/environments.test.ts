/** A member makes the API's calls: in the environment that the path names, as the role permits, under the member's own name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { type Person, signedIn } from '#tests/support/dashboard.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  owner = await signedIn(app, app, 'owner');
});
afterAll(() => app.close());

let requests = 0;
const requestId = (): { requestid: string } => ({ requestid: `page-${(requests += 1)}` });
const ada = (bvn: string) => ({
  firstName: 'Ada', lastName: 'Obi', email: 'ada.obi@example.com', phone: '08031234567', gender: 'Female', dateOfBirth: '1990-01-15', bvn, nationality: 'NGA',
  address: { address: '1 Example Close, Ikeja', street: '1 Example Close', localGovernment: 'Ikeja', city: 'Lagos', country: 'Nigeria' },
});

async function openProfile(bvn: string): Promise<string> {
  const answer = await owner.browser.call('POST', '/environments/test/customer/profile/individual', ada(bvn), requestId());
  expect(answer.status, answer.text).toBe(200);
  return String(answer.data['customerId']);
}

test('a customer opened by a member stands in test, under the member\'s name, and not in live', async () => {
  const customerId = await openProfile('22222222221');
  expect((await owner.browser.call('GET', `/environments/test/customer/profile/${customerId}`)).data).toMatchObject({ customerId });
  expect((await owner.browser.call('GET', `/environments/live/customer/profile/${customerId}`)).codes).toEqual(['customer_not_found']);
  const suspended = await owner.browser.call('PATCH', `/environments/test/customer/profile/${customerId}`, { status: false, reason: 'Asked for it' }, requestId());
  expect(suspended.status, suspended.text).toBe(200);
  const entries = await app.db.across('audit', (tx) => tx.rows<{ actor: string }>(sql`select actor from audit_entry where subject = ${customerId} and action = 'customer.status_changed'`));
  expect(entries).toEqual([{ actor: owner.memberId }]);
});

test('a change needs a requestId, and says the same when it is sent again', async () => {
  const body = ada('22222222223');
  expect((await owner.browser.call('POST', '/environments/test/customer/profile/individual', body)).codes).toEqual(['missing_request_id']);
  const again = requestId();
  const first = await owner.browser.call('POST', '/environments/test/customer/profile/individual', body, again);
  const second = await owner.browser.call('POST', '/environments/test/customer/profile/individual', body, again);
  expect(second.text).toBe(first.text);
});

test('numbers are masked until they are asked for, which is written down', async () => {
  const customerId = await openProfile('22222222224');
  const path = `/environments/test/customer/profile/${customerId}`;
  const shown = async (): Promise<unknown> => (await owner.browser.call('GET', path)).data['bvn'];
  expect(await shown()).not.toBe('22222222224');
  expect((await owner.browser.call('GET', `${path}/unmasked`)).data['bvn']).toBe('22222222224');
  const reads = await app.db.across('audit', (tx) => tx.rows<{ actor: string }>(sql`select actor from audit_entry where subject = ${customerId} and action like '%pii%'`));
  expect(reads).toEqual([{ actor: owner.memberId }]);
});

test('what asks a register counts as an identity check, and looking at checks does not', () => {
  const counted = app.app.dashboard.routes.flatMap((each) => ('kyc' in each && each.kyc === true ? [each.operationId] : []));
  const asking = app.app.routes.flatMap(({ operationId, method, kyc }) => (kyc === true && method !== 'GET' ? [operationId] : []));
  expect(counted.toSorted()).toEqual(asking.toSorted());
  expect(counted).toEqual(expect.arrayContaining(['validateBvn', 'retryKycCheck', 'addDirector']));
});

test('what is a program\'s in live, and what live has not been given, is refused with its own code', async () => {
  expect((await owner.browser.call('POST', '/environments/live/transfer/customer/initiate', {}, requestId())).status).toBe(400);
  expect((await owner.browser.call('GET', '/environments/elsewhere/transfers?page=1&pageSize=10')).codes).toEqual(['role_missing']);
  expect((await owner.browser.call('GET', '/environments/live/transfers?page=1&pageSize=10')).json).toMatchObject({ data: [], total: 0 });
  const asked = await owner.browser.call('POST', '/environments/live/transfer/name-enquiry', { accountNumber: '0690000031', bankCode: '044' }, requestId());
  expect(asked.codes).toEqual(['live_not_configured']);
});
