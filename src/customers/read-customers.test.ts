import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OnboardingApp, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { isRecord } from '#src/lib/assert.ts';
import { findCustomers } from './find-customer.ts';
import { customerRoutes } from './routes.ts';
import { created, freshNumber, smallBody } from './sample-customer.ts';

let app: OnboardingApp;
const ids: string[] = [];
const bvn = freshNumber();
const nin = freshNumber();

beforeAll(async () => {
  app = await startOnboardingApp(customerRoutes);
  const people = [
    { firstName: 'Tunde', lastName: 'Adeyemi', email: 'tunde@example.com' },
    { firstName: 'Bola', lastName: 'Adéyemi', otherName: 'Tunde' },
    { firstName: 'Ngozi', lastName: 'Okafor', phone: '08039998877' },
    { firstName: 'Zainab', lastName: 'Ɓello', nin, bvn },
    { firstName: 'A100%', lastName: 'O\'Brien_x' },
  ];
  for (const person of people) ids.push(await created(app, smallBody(person)));
});
afterAll(() => app.close());

async function list(filter: string, paging = 'page=1&pageSize=100'): Promise<unknown[]> {
  const { data, text } = await app.send(`/customer/profiles?${paging}${filter}`);
  if (!Array.isArray(data)) throw new Error(text);
  return data.map((customer: unknown) => (isRecord(customer) ? ids.indexOf(String(customer['customerId'])) : null));
}

describe('the list', () => {
  test('is newest first and says where it is', async () => {
    expect(await list('')).toEqual([4, 3, 2, 1, 0]);
    expect(await list('', 'page=2&pageSize=2')).toEqual([2, 1]);
    expect((await app.send('/customer/profiles?page=2&pageSize=2')).json).toMatchObject({ currentPage: 2, pageSize: 2, previousPage: 1, total: 5 });
    expect((await app.send('/customer/profiles?page=9&pageSize=2')).json).toMatchObject({ data: [], currentPage: 9, previousPage: 8, total: 5 });
    expect((await app.send('/customer/profiles?page=1&pageSize=10')).json).toMatchObject({ previousPage: 0 });
  });

  test('needs page and pageSize', async () => {
    expect(await app.send('/customer/profiles')).toMatchObject({ status: 400, codes: ['missing_field', 'missing_field'], fields: ['/query/page', '/query/pageSize'] });
    for (const bad of ['page=0&pageSize=1', 'page=1&pageSize=101', 'page=1&pageSize=0', 'page=x&pageSize=1', 'page=1000001&pageSize=1', 'page=1.5&pageSize=1']) {
      expect((await app.send(`/customer/profiles?${bad}`)).codes, bad).toEqual(['invalid_field']);
    }
  });

  test.each([
    ['adeyemi', [1, 0]], ['Adéyemi', [1, 0]], ['TUNDE', [1, 0]], ['tunde bola', [1]], ['example.com', [0]], ['okaf', [2]], ['nobody', []], ['%', []], ['_', []], ['\'', []], ['brien', [4]], ['O\'Br', [4]], ['x', [4]], ['100', []],
    ['com', [0]], ['xample', []], ['bello', [3]], ['tunde ade bola', [1]], ['\u0301', []],
    ['08039998877', [2]], ['+234 803 999 8877', [2]], ['0803999887', []],
  ])('searching %j finds %j', async (search, found) => {
    expect(await list(`&search=${encodeURIComponent(search)}`)).toEqual(found);
  });

  test('finds a whole customerId and no part of one', async () => {
    expect(await list(`&search=${ids[2]}`)).toEqual([2]);
    expect(await list(`&search=${ids[2]?.slice(0, 9)}`)).toEqual([]);
  });

  test('filters by tier, class and status', async () => {
    expect(await list('&kycTier=2')).toEqual([3]);
    expect(await list('&kycTier=3')).toEqual([]);
    expect(await list('&classType=INDIVIDUAL&kycTier=1')).toEqual([4, 2, 1, 0]);
    expect(await list('&classType=BUSINESS')).toEqual([]);
    expect(await list('&status=Active')).toEqual([4, 3, 2, 1, 0]);
    expect(await list('&status=Inactive')).toEqual([]);
    expect(await app.send('/customer/profiles?page=1&pageSize=1&status=Gone&classType=X&kycTier=4')).toMatchObject({ codes: Array(3).fill('invalid_field') });
  });

  test('filters by the time of creation, whole days in Lagos and exact times', async () => {
    const third = (await app.send(`/customer/profile/${ids[2]}`)).data;
    const at = isRecord(third) ? String(third['dateAdded']) : '';
    expect(await list(`&createdFrom=${at}`)).toEqual([4, 3, 2]);
    expect(await list(`&createdTo=${at}`)).toEqual([2, 1, 0]);
    const today = new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 10);
    expect((await list(`&createdFrom=${today}&createdTo=${today}`)).includes(2)).toBe(true);
    expect(await list('&createdTo=2020-01-01')).toEqual([]);
    for (const bad of ['yesterday', '2026-02-30', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00']) {
      expect(await app.send(`/customer/profiles?page=1&pageSize=1&createdFrom=${bad}`), bad).toMatchObject({ codes: ['invalid_field'], fields: ['/query/createdFrom'] });
    }
  });

  test('is empty for another organization', async () => {
    expect((await app.send('/customer/profiles?page=1&pageSize=10', { as: 'theirs' })).json).toMatchObject({ data: [], total: 0 });
  });
});

describe('one profile', () => {
  test('shows BVN and NIN to the scope customer:pii alone', async () => {
    expect((await app.send(`/customer/profile/${ids[3]}`)).text).not.toMatch(new RegExp(`${bvn}|${nin}`));
    expect((await app.send(`/customer/profile/${ids[3]}`, { as: 'cleared' })).data).toMatchObject({ bvn, nin, surname: 'Ɓello' });
    expect((await app.send('/customer/profiles?page=1&pageSize=10&search=Zainab', { as: 'cleared' })).data).toMatchObject([{ bvn, nin }]);
  });

  test('of another organization is as unknown as none, and so is what is no id at all', async () => {
    const foreign = await app.send(`/customer/profile/${ids[0]}`, { as: 'theirs' });
    for (const unknown of ['9999999999', 'abc', '0']) {
      const reply = await app.send(`/customer/profile/${unknown}`, { as: 'theirs' });
      expect([reply.status, reply.codes, reply.text]).toEqual([404, ['customer_not_found'], foreign.text]);
    }
  });

  test('needs the scope', async () => {
    expect((await app.send(`/customer/profile/${ids[0]}`, { as: 'powerless' })).codes).toEqual(['scope_missing']);
  });
});

describe('PATCH', () => {
  const patch = (customerId: string | undefined, body: unknown, requestId: string = crypto.randomUUID()) => app.send(`/customer/profile/${customerId}`, { method: 'PATCH', body, requestId });
  const changes = async (customerId: string | undefined) =>
    (await app.events()).filter(({ kind, data }) => kind === 'customer.status_changed' && data['customerId'] === customerId).map(({ data }) => [data['status'], data['reason']]);

  test('disables and enables, each with its reason in the audit log and one event', async () => {
    const off = await patch(ids[0], { status: false, reason: 'Asked by the customer' });
    expect(off.json).toEqual({ statusCode: '00', message: 'Customer profile deactivated', data: {}, errors: [] });
    expect((await app.send(`/customer/profile/${ids[0]}`)).data).toMatchObject({ status: 'Inactive' });
    expect(await list('&status=Inactive')).toEqual([0]);
    const on = await patch(ids[0], { status: true, reason: 'Came back' });
    expect(on.json).toMatchObject({ message: 'Customer profile activated', data: {} });
    expect((await app.send(`/customer/profile/${ids[0]}`)).data).toMatchObject({ status: 'Active' });
    expect(await changes(ids[0])).toEqual([['Inactive', 'Asked by the customer'], ['Active', 'Came back']]);
    expect(await app.dump()).toMatch(/"action": "customer\.status_changed".*"reason": "Asked by the customer"/);
  });

  test('to the status it has answers 200 and announces nothing', async () => {
    expect((await patch(ids[1], { status: true, reason: 'Already' })).status).toBe(200);
    expect(await changes(ids[1])).toEqual([]);
  });

  test('replayed changes nothing, though the profile has moved on', async () => {
    const first = await patch(ids[2], { status: false, reason: 'One' }, 'patch-replay');
    await patch(ids[2], { status: true, reason: 'Two' });
    expect((await patch(ids[2], { status: false, reason: 'One' }, 'patch-replay')).text).toBe(first.text);
    expect((await patch(ids[2], { status: true, reason: 'One' }, 'patch-replay')).codes).toEqual(['request_id_reused']);
    expect((await app.send(`/customer/profile/${ids[2]}`)).data).toMatchObject({ status: 'Active' });
  });

  test('twice at once is one change', async () => {
    await Promise.all([patch(ids[3], { status: false, reason: 'A' }), patch(ids[3], { status: false, reason: 'A' })]);
    expect(await changes(ids[3])).toEqual([['Inactive', 'A']]);
  });

  test('needs a boolean and a reason', async () => {
    expect(await patch(ids[4], {})).toMatchObject({ codes: ['missing_field', 'missing_field'], fields: ['/status', '/reason'] });
    expect(await patch(ids[4], { status: 'false', reason: ' ' })).toMatchObject({ codes: ['invalid_field', 'invalid_field'] });
  });

  test('of another organization\'s customer is as unknown as none', async () => {
    const body = { status: false, reason: 'x' };
    const foreign = await app.send(`/customer/profile/${ids[4]}`, { method: 'PATCH', body, as: 'theirs' });
    const unknown = await app.send('/customer/profile/9999999999', { method: 'PATCH', body, as: 'theirs' });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });
});

test('other features read customers in one query, and none of another tenant', async () => {
  const [first = '', second = ''] = ids;
  const found = await app.db.read(app.tenantId, (tx) => findCustomers(tx, [first, second, '9999999999']));
  expect([...found.keys()].toSorted()).toEqual([first, second].toSorted());
  expect(found.get(second)).toMatchObject({ customerId: second, status: 'Active', fullName: 'Bola Tunde Adéyemi', kycTier: 1, phoneSealed: expect.any(Buffer) });
});
