import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { customerPlace } from './find-customer.ts';
import { companyBody, freshNumber, fullBody, smallBody } from './sample-customer.ts';
import { insertCustomer } from './store.ts';

let app: TestApp;
const bvn = freshNumber();

beforeAll(async () => {
  app = await startTestApp();
  await open('individual', fullBody({ bvn, nin: freshNumber() }));
  await open('individual', smallBody({ firstName: '=HYPERLINK("x")', lastName: 'O"Brien, Jr', otherName: '@sum(1)' }));
  await open('business', companyBody({ businessName: 'Specimen, Trading & Co' }));
});
afterAll(() => app.close());

async function open(kind: string, body: unknown): Promise<void> {
  const reply = await app.call('POST', `/customer/profile/${kind}`, body);
  expect(reply.status, reply.text).toBe(200);
}

const ask = (query: string, accept: string, token = app.token) =>
  app.fetch(`/sandbox/v1/customer/profiles${query}`, { headers: { authorization: `Bearer ${token}`, requestid: crypto.randomUUID(), accept } });

describe('CSV', () => {
  test('has every profile that fits, newest first, one line each, with quoting, masked numbers and no formula', async () => {
    const { status, headers, text } = await ask('', 'text/csv');
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="customers.csv"']);
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/^customerId,classType,status,kycTier,businessName,firstName,.*,dateAdded$/);
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/^\d{10},BUSINESS,Active,1,"Specimen, Trading & Co",Tunde,,Adeyemi,,2348031112233,/);
    expect(lines[2]).toContain(`,"'=HYPERLINK(""x"")",'@sum(1),"O""Brien, Jr",`);
    expect(lines[3]).toContain(`,${bvn.slice(0, 3)}*****${bvn.slice(-3)},`);
    expect(lines[4]).toBe('');
    expect(text).not.toContain(bvn);
  });

  test('keeps to the filters, and is a head alone where nothing fits', async () => {
    expect((await ask('?classType=BUSINESS', 'text/csv')).text.split('\r\n')).toHaveLength(3);
    expect((await ask('?search=nobody&page=1&pageSize=1', 'text/csv')).text.split('\r\n')).toHaveLength(2);
    expect((await ask('?createdFrom=yesterday', 'text/csv')).codes).toEqual(['invalid_field']);
  });

  test('is masked for who may read the numbers elsewhere, and empty for another organization', async () => {
    const cleared = await app.addTenant({ scopes: ['customer:read', 'customer:write', 'customer:pii'] });
    const own = freshNumber();
    await cleared.call('POST', '/customer/profile/individual', smallBody({ bvn: own }));
    const { text } = await ask('', 'text/csv', cleared.token);
    expect(text).not.toContain(own);
    expect(text.split('\r\n')).toHaveLength(3);
    const powerless = await app.addTenant({ scopes: [] });
    expect((await ask('', 'text/csv', powerless.token)).codes).toEqual(['scope_missing']);
  });
});

test('NDJSON has the records of the list, one on each line', async () => {
  const { headers, text } = await ask('', 'application/x-ndjson');
  expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const { json } = await ask('?page=1&pageSize=10', 'application/json');
  expect(text.trimEnd().split('\n').map((line): unknown => JSON.parse(line))).toEqual(json.data);
});

test('an export of many pages has each profile once, in the order of the list', async () => {
  const many = await app.addTenant();
  const keys = await app.app.ctx.keyring.of(many.tenantId);
  // All at one moment: the customerId alone decides their order.
  await app.db.write(many.tenantId, async (tx) => {
    await Promise.all(Array.from({ length: 1_234 }, async (_, at) => {
      const customerId = String(5_000_000_000 + at * 7);
      const added = await insertCustomer(tx, {
        customerId, businessName: null, firstName: 'Tunde', lastName: 'Adeyemi', otherName: null, email: null, salutation: null, gender: null, dateOfBirth: '1990-01-15', nationality: null,
        address: { address: null, street: null, localGovernment: null, city: null, country: null }, ownersKnown: false, ninSealed: null, ninIndex: null, nextOfKinSealed: null, keySealed: null,
        bvnSealed: keys.seal(customerPlace('bvn_sealed', customerId), '22200000001'), bvnIndex: Buffer.from(customerId),
        phoneSealed: keys.seal(customerPlace('phone_sealed', customerId), '+2348031234567'), phoneIndex: Buffer.from('phone'),
      });
      expect(added).toBe(true);
    }));
  });
  const { text } = await ask('', 'application/x-ndjson', many.token);
  const numbers = text.trimEnd().split('\n').map((line) => (/^\{"customerId":"(\d+)"/.exec(line)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 1_234 }, (_, at) => String(5_000_000_000 + (1_233 - at) * 7)));
  const lastPage = await ask('?page=13&pageSize=100', 'application/json', many.token);
  expect([lastPage.json['total'], Array.isArray(lastPage.json.data) && lastPage.json.data.length]).toEqual([1_234, 34]);
});
