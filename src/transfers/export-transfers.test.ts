import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { lagosDay } from '#src/lib/time.ts';
import { mostByAmount } from './list-store.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openPayer, pending, refusal, succeed } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

describe('an export of transfers', () => {
  test('holds every transfer of the list once, newest first, across its inner pages', async () => {
    const payer = await openPayer(app, 0);
    const other = await openPayer(app);
    await pending(app, other, { amount: 12, narration: '=1+1, "quoted"' });
    await app.db.write(app.tenantId, async (tx) => {
      await tx.execute(sql`
        insert into name_enquiry (tenant_id, session_id, rail_session_id, account_number, bank_code, account_name, on_us, created_at, expires_at)
        select ${tx.tenantId}, lpad(n::text, 30, '0'), 'r', '0123456789', '000013', 'SPECIMEN', false, ${tx.now}::timestamptz, ${tx.now}::timestamptz from generate_series(1, 1200) as s (n)`);
      // Several at each instant, so that pages end between equals.
      await tx.execute(sql`
        insert into transfer (tenant_id, transaction_id, kind, state, name_enquiry_session_id, source_account_number, customer_id, beneficiary_account_number, beneficiary_account_name,
          beneficiary_bank_code, beneficiary_bank_code_sent, on_us, amount_kobo, narration, initiated_at, expires_at, next_at)
        select ${tx.tenantId}, 'txn_' || lpad(n::text, 32, '0'), 'customer', 'AWAITING_OTP', lpad(n::text, 30, '0'), ${payer.accountNumber}, ${payer.customerId}, '0123456789', 'SPECIMEN', '000013', '000013',
          false, n, '', ${tx.now}::timestamptz - make_interval(secs => n / 7), ${tx.now}::timestamptz + interval '1 hour', ${tx.now}::timestamptz + interval '1 hour' from generate_series(1, 1200) as s (n)`);
    });
    const list = await succeed(app.call('GET', `/transfers?accountNumber=${payer.accountNumber}`, undefined, { accept: 'application/x-ndjson' }));
    expect(list.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const records: unknown[] = list.text.trimEnd().split('\n').map((line) => JSON.parse(line));
    const ids = records.map((record) => (isRecord(record) ? record['transactionId'] : null));
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200]);
    const page = await succeed(app.call('GET', `/transfers?accountNumber=${payer.accountNumber}&page=6&pageSize=100`));
    expect(records.slice(500, 600).map((record) => (isRecord(record) ? record['transactionId'] : null))).toEqual(Array.isArray(page.json['data']) ? page.json['data'].map((record: unknown) => (isRecord(record) ? record['transactionId'] : null)) : []);

    const csv = await succeed(app.call('GET', `/transfers?customerId=${other.customerId}`, undefined, { accept: 'text/csv' }));
    const lines = csv.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,customer,PENDING,awaiting_otp,12,10,0.75,0,NGN,${other.customerId},`);
    expect(lines[1]).toContain(`,"'=1+1, ""quoted""",`);
  });

  test('of nothing is the names of the columns; a page without its number is refused', async () => {
    const empty = await app.addTenant();
    expect((await succeed(empty.call('GET', '/transfers', undefined, { accept: 'text/csv' }))).text).toMatch(/^transactionId,[\w,]+\r\n$/);
    expect((await succeed(empty.call('GET', '/transfers', undefined, { accept: 'application/x-ndjson' }))).text).toBe('');
    expect(await refusal(app.call('GET', '/transfers'))).toEqual([400, '30', 'missing_field', 'missing_field']);
  });
});

test('a day of the list is the whole Lagos day, and a span that ends before it begins is refused', async () => {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant);
  const { transactionId } = await pending(tenant, payer, { amount: 12 });
  const { data } = await succeed(tenant.call('GET', `/transfer/${transactionId}`));
  const at = new Date(String(data['initiatedAt']));
  const [day, before, after] = [0, -1, 1].map((days) => lagosDay(new Date(at.getTime() + days * 86_400_000)));
  const total = async (query: string): Promise<unknown> => (await succeed(tenant.call('GET', `/transfers?page=1&pageSize=1&${query}`))).json['total'];
  expect(await Promise.all([`from=${day}&to=${day}`, `from=${before}&to=${before}`, `from=${after}`, `to=${before}`, `from=${at.toISOString()}&to=${at.toISOString()}`].map(total))).toEqual([1, 0, 0, 0, 1]);
  for (const query of [`from=${day}&to=${before}`, 'from=2026-02-30', 'to=soon']) {
    expect(await refusal(tenant.call('GET', `/transfers?page=1&pageSize=1&${query}`)), query).toEqual([400, '30', 'invalid_field']);
  }
});

describe('transfers of an amount', () => {
  test('are found, counted, exported and paged with both ends in, beside every other filter', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const ids: string[] = [];
    for (const amount of [12, 13.5, 13.51, 20]) ids.push((await pending(tenant, payer, { amount })).transactionId);
    const other = await openPayer(tenant);
    await pending(tenant, other, { amount: 13.5 });
    const listed = async (query: string): Promise<unknown> => {
      const { json } = await succeed(tenant.call('GET', `/transfers?page=1&pageSize=10&accountNumber=${payer.accountNumber}&${query}`));
      return [json['total'], Array.isArray(json['data']) ? json['data'].map((each: unknown) => (isRecord(each) ? ids.indexOf(String(each['transactionId'])) : null)) : []];
    };
    expect(await listed('amountFrom=13.5&amountTo=13.51')).toEqual([2, [2, 1]]);
    expect(await listed('amountTo=12')).toEqual([1, [0]]);
    expect(await listed('amountFrom=13.51&status=PENDING')).toEqual([2, [3, 2]]);
    expect(await listed('amountFrom=12&status=FAILED')).toEqual([0, []]);
    expect(await listed('amountFrom=12&stage=awaiting_otp&scheduledFrom=2020-01-01')).toEqual([0, []]);
    expect((await succeed(tenant.call('GET', '/transfers?page=2&pageSize=2&amountFrom=13.5'))).json).toMatchObject({ total: 4, data: [{ amount: 13.51 }, { amount: 13.5 }] });
    const csv = await succeed(tenant.call('GET', '/transfers?amountFrom=20', undefined, { accept: 'text/csv' }));
    expect(csv.text.trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0])).toEqual([ids[3]]);
  });

  test('are asked for in naira with kobo, from less to more', async () => {
    for (const [query, refused] of [['amountFrom=1e3', 'invalid_field'], ['amountFrom=5&amountTo=4.99', 'invalid_field'], ['amountTo=1.005', 'invalid_amount'], ['amountTo=-1', 'invalid_amount']] as const) {
      expect(await refusal(app.call('GET', `/transfers?page=1&pageSize=1&${query}`)), query).toEqual([refused === 'invalid_amount' ? 422 : 400, refused === 'invalid_amount' ? '13' : '30', refused]);
    }
  });

  test('are looked for among a bounded number of transfers, and whoever asks for more is told to narrow the list', async () => {
    const tenant = await app.addTenant();
    await app.db.write(tenant.tenantId, (tx) => tx.execute(sql`
      insert into transfer (tenant_id, transaction_id, kind, state, name_enquiry_session_id, source_account_number, beneficiary_account_number, beneficiary_account_name, beneficiary_bank_code,
        beneficiary_bank_code_sent, on_us, amount_kobo, narration, initiated_at, expires_at, next_at)
      select ${tx.tenantId}, 'txn_' || lpad(n::text, 32, '0'), 'collection', 'AWAITING_OTP', lpad(n::text, 30, '0'), '9900000000', '0123456789', 'SPECIMEN', '000013', '000013', false, n, '',
        ${tx.now}::timestamptz - make_interval(secs => n), ${tx.now}::timestamptz + interval '1 hour', ${tx.now}::timestamptz + interval '1 hour' from generate_series(1, ${mostByAmount + 1}::int) as s (n)`));
    const wide = tenant.call('GET', '/transfers?page=1&pageSize=1&amountFrom=1');
    expect(await refusal(wide)).toEqual([400, '30', 'invalid_field']);
    expect((await wide).text).toContain('among at most 100,000 transfers, and 100,001 come into question');
    expect(await refusal(tenant.call('GET', '/transfers?amountFrom=1', undefined, { accept: 'text/csv' }))).toEqual([400, '30', 'invalid_field']);
    const until = new Date(Date.now() - 3_600_000).toISOString();
    expect((await succeed(tenant.call('GET', `/transfers?page=1&pageSize=1&amountFrom=1&to=${until}`))).json['total']).toBeGreaterThan(90_000);
  });
});
