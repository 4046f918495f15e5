import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { lagosDay } from '#src/lib/time.ts';
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
