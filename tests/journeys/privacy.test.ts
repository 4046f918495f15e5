import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyGiving } from '#src/customers/give-keys.ts';
import { customerPlace } from '#src/customers/find-customer.ts';
import { sql } from '#src/db/sql.ts';
import { EnvelopeError } from '#src/lib/envelope.ts';
import { isRecord } from '#src/lib/assert.ts';
import { defaultScopes, scopes } from '#src/organizations/scopes.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { detailsOf, eventsOf, freshNumber, fund, openAccount, openCustomer, openPayer, pending, refusal, succeed } from './payer.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let app: TestApp;
let officer: TestTenant;
beforeAll(async () => {
  app = await startTestApp({ live: true });
  officer = await app.addTenant({ scopes: Object.keys(scopes) });
});
afterAll(() => app.close());

type Entry = { actor: string; action: string; subject: string; details: Record<string, unknown> };

async function auditOf(tenant: TestTenant, query: string): Promise<Entry[]> {
  const { json } = await succeed(tenant.call('GET', `/audit?page=1&pageSize=100${query}`));
  return Array.isArray(json.data) ? json.data : [];
}

const disable = (tenant: TestTenant, customerId: string) => succeed(tenant.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Left the bank' }));
const erase = (tenant: TestTenant, customerId: string) => tenant.call('POST', `/customer/${customerId}/erase`, { reason: 'Asked for it' });

/** Every row of every table as text, with what its bytes spell. */
async function dump(): Promise<string> {
  const client = new pg.Client(app.database.connection);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>("select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'openteller'");
    const lines: string[] = [];
    for (const { name } of tables.rows) lines.push(...(await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)).rows.map(({ row }) => row));
    return lines.join('\n');
  } finally {
    await client.end();
  }
}

describe('who sees numbers in full', () => {
  test('is in the audit log with every customer seen: profile, list, export; masked reads are not', async () => {
    const customerId = await openCustomer(officer);
    await succeed(officer.call('GET', `/customer/profile/${customerId}`));
    await succeed(officer.call('GET', `/customer/profiles?page=1&pageSize=10&search=${customerId}`));
    const exported = await succeed(officer.call('GET', `/customer/${customerId}/export`));
    await succeed(officer.call('GET', '/customer/profiles?page=1&pageSize=10', undefined, { accept: 'text/csv' }));
    const reads = await auditOf(officer, `&subject=${customerId}&action=customer.pii_read`);
    expect(reads.map(({ details }) => details['operation'])).toEqual(['exportCustomer', 'listCustomers', 'readCustomer']);
    expect(reads.every(({ actor, subject }) => actor.startsWith('crd_') && subject === customerId)).toBe(true);
    expect(exported.data['audit']).toMatchObject({ total: 3 });
  });

  test('nobody, without the scope: reads are masked and leave no entry', async () => {
    const customerId = await openCustomer(app);
    const { text } = await succeed(app.call('GET', `/customer/profile/${customerId}`));
    expect(text).toMatch(/"bvn":"2\d\d\*{5}/);
    expect(await auditOf(app, `&subject=${customerId}`)).toEqual([]);
    expect(await refusal(app.call('GET', `/customer/${customerId}/export`))).toEqual([403, '57', 'scope_missing']);
    expect(await refusal(erase(app, customerId))).toEqual([403, '57', 'scope_missing']);
  });

  test('a company\'s people are seen in the same way', async () => {
    const company = { businessName: 'Specimen Trading Limited', rcNumber: `RC${freshNumber().slice(1)}`, taxId: '12345678-0001', dateOfIncorporation: '2015-06-30', phone: '08031234567', directors: [{ firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1980-04-12', bvn: freshNumber() }] };
    const customerId = String((await succeed(officer.call('POST', '/customer/profile/business', company))).data['customerId']);
    await succeed(officer.call('GET', `/customer/profile/business/${customerId}/people`));
    expect((await auditOf(officer, `&subject=${customerId}&action=customer.pii_read`)).map(({ details }) => details['operation'])).toEqual(['readCompanyPeople']);
    await disable(officer, customerId);
    await succeed(erase(officer, customerId));
    const { data } = await succeed(officer.call('GET', `/customer/profile/${customerId}`));
    expect(data).toMatchObject({ businessName: 'Specimen Trading Limited', directorBvn: '', directorFullName: ' ', directors: [{ bvn: '', firstName: '' }] });
  });
});

describe('GET /audit', () => {
  test('is cut by subject, action, actor and time, and shows nobody else\'s', async () => {
    const customerId = await openCustomer(officer);
    await disable(officer, customerId);
    const [entry] = await auditOf(officer, `&subject=${customerId}`);
    expect(entry).toMatchObject({ action: 'customer.status_changed', subject: customerId, details: { status: 'Inactive' } });
    expect((await auditOf(officer, `&actor=${entry?.actor}&action=customer.status_changed&from=2026-01-01`)).length).toBeGreaterThan(0);
    expect(await auditOf(officer, `&subject=${customerId}&to=2020-01-01`)).toEqual([]);
    expect(await auditOf(app, `&subject=${customerId}`)).toEqual([]);
    const blind = await app.addTenant({ scopes: defaultScopes.filter((scope) => scope !== 'audit:read') });
    expect(await refusal(blind.call('GET', '/audit?page=1&pageSize=1'))).toEqual([403, '57', 'scope_missing']);
  });
});

describe('GET /customer/{customerId}/export', () => {
  test('holds the profile in full, checks, accounts, payments and beneficiaries', async () => {
    const bvn = freshNumber();
    const payer = await openPayer(officer, 5_000, { bvn });
    const { transactionId } = await pending(officer, payer);
    const { data } = await succeed(officer.call('GET', `/customer/${payer.customerId}/export`));
    expect(data).toMatchObject({
      customerId: payer.customerId, profile: { bvn, surname: 'Okonkwo' }, checks: { total: 1, newest: [{ kind: 'bvn', outcome: 'passed' }] },
      accounts: { total: 1, newest: [{ accountNumber: payer.accountNumber, balance: 5_000 }] }, transfers: { total: 1, newest: [{ transactionId, status: 'PENDING' }] },
    });
    expect((await officer.call('GET', '/customer/1000000001/export')).codes).toEqual(['customer_not_found']);
    const another = await app.addTenant({ scopes: Object.keys(scopes) });
    expect((await another.call('GET', `/customer/${payer.customerId}/export`)).codes).toEqual(['customer_not_found']);
  });
});

describe('POST /customer/{customerId}/erase', () => {
  test('leaves nothing of the person in any row, and what the law wants under the customerId', async () => {
    const bvn = freshNumber();
    const nin = freshNumber();
    const names = { firstName: 'Quirinius', lastName: 'Zenobia', otherName: 'Wilhelmina', email: 'quirinius@example.com', address: { address: '9 Vanishing Close' }, nextOfKin: { firstName: 'Xanthippe' } };
    const customerId = await openCustomer(officer, { ...names, bvn, phone: '08067676767' });
    await succeed(officer.call('POST', `/customer/kyc/${customerId}`, { nin }));
    await succeed(officer.call('POST', `/customer/kyc/${customerId}`, { livePicture: pixel }));
    await succeed(officer.call('POST', '/kyc/validate/bvn', { bvn, firstName: 'Quirinius', lastName: 'Zenobia', otherName: 'Wilhelmina', dob: '1990-04-12' }));
    const accountNumber = await openAccount(officer, customerId);
    await succeed(officer.call('POST', '/utils/otp-request', { accountNumber }));
    expect(await dump()).toMatch(/Zenobia/i);

    await disable(officer, customerId);
    const { data } = await succeed(erase(officer, customerId));
    expect(data).toMatchObject({ customerId });
    const left = await dump();
    expect(left).toContain(customerId);
    expect([...left.matchAll(/quirinius|zenobia|wilhelmina|vanishing|xanthippe|8067676767/gi)].map(([word]) => word)).toEqual([]);
    const keys = await app.app.ctx.keyring.of(officer.tenantId);
    for (const index of [keys.index('customer.bvn', bvn), keys.index('customer.nin', nin), keys.index('kyc_check.bvn', bvn), keys.index('kyc_check.nin', nin), keys.index('kyc_check.face', bvn), keys.index('customer.phone', '+2348067676767')]) {
      expect(left).not.toContain(index.toString('hex'));
    }

    const profile = await succeed(officer.call('GET', `/customer/profile/${customerId}`));
    expect(profile.data).toMatchObject({ customerId, firstName: '', surname: '', bvn: '', phone: '', status: 'Inactive', kycTier: '3', requirements: { currentlyDue: [], dueForNextTier: [] } });
    expect((await succeed(officer.call('GET', `/kyc/checks?page=1&pageSize=10&customerId=${customerId}`))).json['total']).toBe(3);
    expect((await succeed(officer.call('GET', `/account/${accountNumber}`))).data).toMatchObject({ accountName: 'ERASED', restriction: 'no_debit_no_credit' });
    expect((await succeed(officer.call('GET', `/sandbox/messages?accountNumber=${accountNumber}`))).json.data).toMatchObject([{ to: '', text: '' }]);
    expect(await eventsOf(app, officer, customerId)).toContain('customer.erased');
    expect((await auditOf(officer, `&subject=${customerId}&action=customer.erased`))[0]?.details).toMatchObject({ reason: 'Asked for it', checks: 4, accounts: 1 });
  });

  test('happens once: again is a success, and nothing brings the customer back; the person may come anew', async () => {
    const bvn = freshNumber();
    const customerId = await openCustomer(officer, { bvn });
    await disable(officer, customerId);
    const first = await succeed(erase(officer, customerId));
    expect((await succeed(erase(officer, customerId))).data['erasedAt']).toBe(first.data['erasedAt']);
    expect((await eventsOf(app, officer, customerId)).filter((kind) => kind === 'customer.erased')).toHaveLength(1);
    expect((await officer.call('PATCH', `/customer/profile/${customerId}`, { status: true, reason: 'Back' })).codes).toEqual(['customer_not_found']);
    expect((await officer.call('PUT', `/customer/profile/${customerId}`, { email: 'back@example.com' })).codes).toEqual(['customer_not_found']);
    expect((await officer.call('POST', `/customer/kyc/${customerId}`, { nin: freshNumber() })).codes).toEqual(['customer_disabled']);
    expect(await openCustomer(officer, { bvn })).not.toBe(customerId);
  });

  test('is refused while the customer is enabled, has money, or has a payment on its way', async () => {
    const payer = await openPayer(officer, 5_000);
    await pending(officer, payer);
    const refused = await erase(officer, payer.customerId);
    expect([refused.status, refused.codes, detailsOf(refused)['reasons']]).toEqual([409, ['erasure_refused'], ['customer_active', 'account_holds_money', 'transfers_pending']]);
    await disable(officer, payer.customerId);
    expect(detailsOf(await erase(officer, payer.customerId))['reasons']).toEqual(['account_holds_money', 'transfers_pending']);
  });

  test('is refused in live until the law\'s years are over', async () => {
    const live = await app.addTenant({ environment: 'live', scopes: Object.keys(scopes) });
    const customerId = await openCustomer(live);
    await disable(live, customerId);
    const refused = await erase(live, customerId);
    expect([refused.codes, detailsOf(refused)['reasons']]).toEqual([['erasure_refused'], ['retention']]);
    const keptUntil = new Date(String(detailsOf(refused)['keptUntil']));
    expect(keptUntil.getUTCFullYear() - new Date().getUTCFullYear()).toBe(5);
    expect(await auditOf(live, `&subject=${customerId}&action=customer.erased`)).toEqual([]);
  });

  test('another tenant\'s customer does not exist', async () => {
    const customerId = await openCustomer(app);
    expect((await erase(officer, customerId)).codes).toEqual(['customer_not_found']);
    expect((await succeed(app.call('GET', `/customer/profile/${customerId}`))).data).toMatchObject({ surname: 'Okonkwo' });
  });
});

describe('a key for each customer', () => {
  type Sealed = { key_sealed: Buffer | null; bvn_sealed: Buffer };
  const rowOf = (tenant: TestTenant, customerId: string): Promise<Sealed | undefined> =>
    app.db.read(tenant.tenantId, async (tx) => (await tx.rows<Sealed>(sql`select key_sealed, bvn_sealed from customer where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`))[0]);

  test('seals the columns: neither the tenant\'s key nor another customer\'s opens them, nor does its own after the erasure', async () => {
    const bvn = freshNumber();
    const [one, other] = [await openCustomer(officer, { bvn }), await openCustomer(officer)];
    const keys = await app.app.ctx.keyring.of(officer.tenantId);
    const [mine, theirs] = [await rowOf(officer, one), await rowOf(officer, other)];
    if (!mine?.key_sealed || !theirs?.key_sealed) throw new Error('A customer has no key.');
    const place = customerPlace('bvn_sealed', one);
    expect(keys.inner(customerPlace('key_sealed', one), mine.key_sealed).open(place, mine.bvn_sealed)).toBe(bvn);
    expect(() => keys.open(place, mine.bvn_sealed)).toThrow(EnvelopeError);
    expect(() => keys.inner(customerPlace('key_sealed', other), Buffer.from(theirs.key_sealed ?? '')).open(place, mine.bvn_sealed)).toThrow(EnvelopeError);
    expect(() => keys.inner(customerPlace('key_sealed', one), Buffer.from(theirs.key_sealed ?? ''))).toThrow(EnvelopeError);
    await disable(officer, one);
    await succeed(erase(officer, one));
    expect((await rowOf(officer, one))?.key_sealed).toBeNull();
  });

  test('customers from before get one in the background, and read as before', async () => {
    const bvn = freshNumber();
    const nin = freshNumber();
    const customerId = await openCustomer(officer, { bvn, nin, nextOfKin: { firstName: 'Ngozi' } });
    const before = await succeed(officer.call('GET', `/customer/profile/${customerId}`));
    const keys = await app.app.ctx.keyring.of(officer.tenantId);
    const sealed = (column: Parameters<typeof customerPlace>[0], text: string): Buffer => keys.seal(customerPlace(column, customerId), text);
    const kin: unknown = before.data['nextOfKin'];
    await app.db.write(officer.tenantId, (tx) => tx.execute(sql`
      update customer set key_sealed = null, bvn_sealed = ${sealed('bvn_sealed', bvn)}, nin_sealed = ${sealed('nin_sealed', nin)}, phone_sealed = ${sealed('phone_sealed', '+2348031234567')},
        next_of_kin_sealed = ${sealed('next_of_kin_sealed', JSON.stringify(isRecord(kin) ? kin : {}))}
      where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`));
    expect((await succeed(officer.call('GET', `/customer/profile/${customerId}`))).data).toEqual(before.data);
    await createKeyGiving(app.app.ctx).pass();
    expect((await rowOf(officer, customerId))?.key_sealed).not.toBeNull();
    expect((await succeed(officer.call('GET', `/customer/profile/${customerId}`))).data).toEqual(before.data);
    await fund(officer, await openAccount(officer, customerId), 10);
  });
});
