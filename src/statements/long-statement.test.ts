import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openPayer, succeed } from '#tests/journeys/payer.ts';
import { pagesFor } from './pdf-statement.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

/** With 100,000, on two busy cores: CSV 3 seconds and 70 MB at most above the start, PDF of 3,704 pages 24 seconds and 93 MB, a page of JSON under a second. */
const entries = 20_000;

/** As many credits of 1 kobo as asked, one each second from the start of 2025, several at each tenth instant. */
async function bookMany(accountNumber: string, count: number): Promise<void> {
  await app.db.write(app.tenantId, async (tx) => {
    await tx.execute(sql`
      insert into inbound_credit (tenant_id, session_id, account_number, amount_kobo, sender_name, narration, created_at)
      select ${tx.tenantId}, lpad(n::text, 30, '0'), ${accountNumber}, 1, 'SPECIMEN, "LTD"', '', '2025-01-01T00:00:00Z'::timestamptz + make_interval(secs => n - n % 10) from generate_series(1, ${count}::int) as s (n)`);
    await tx.execute(sql`
      insert into ledger_entry (tenant_id, ledger_entry_id, kind, debit_account, credit_account, amount_kobo, code, reference, narration, created_at)
      select tenant_id, session_id || '.credit', 'single', 'sandbox_funding', account_number, amount_kobo, 'credit', session_id, narration, created_at from inbound_credit
      where tenant_id = ${tx.tenantId} and account_number = ${accountNumber}`);
    await tx.execute(sql`
      update ledger_account set posted_credit = posted_credit + ${BigInt(count)} where tenant_id = ${tx.tenantId} and ledger_account_id = ${accountNumber}`);
  });
}

test('a busy year is answered whole, every entry once, without growing with its length', async () => {
  const { accountNumber } = await openPayer(app, 0);
  await bookMany(accountNumber, entries);
  const body = { accountNumber, startDate: '2025-01-01', endDate: '2025-12-31' };
  const before = process.memoryUsage().rss;
  const csv = await succeed(app.call('POST', '/account/statement', body, { accept: 'text/csv' }));
  if (process.env['MEASURE'] !== undefined) process.stdout.write(`csv: ${csv.text.length} bytes, rss grew ${(process.memoryUsage().rss - before) / 1e6} MB\n`);
  const lines = csv.text.trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(entries + 2);
  expect(new Set(lines.map((line) => line.match(/\d{30}/)?.[0])).size).toBe(entries + 1);
  const balances = lines.slice(1, -1).map((line) => Math.round(Number(line.split(',')[6]) * 100));
  expect(balances.every((balance, index) => balance === index + 1)).toBe(true);
  expect(lines.at(-1)).toContain(`,CLOSING,,,${(entries / 100).toFixed(2)},`);

  const pdf = await succeed(app.call('POST', '/account/statement', body, { accept: 'application/pdf' }));
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.text.match(/\/Type \/Page\b/g)).toHaveLength(pagesFor(entries));

  const page = await succeed(app.call('POST', '/account/statement', { ...body, page: entries / 100, pageSize: 100 }));
  expect(page.json).toMatchObject({ total: entries, data: { openingBalance: 0, closingBalance: entries / 100 } });
  expect(page.data['transactions']).toHaveLength(100);
});

test('an empty period is one page, with the balance it found', async () => {
  const { accountNumber } = await openPayer(app, 10);
  const pdf = await succeed(app.call('POST', '/account/statement', { accountNumber, startDate: '2025-01-01', endDate: '2025-01-31' }, { accept: 'application/pdf' }));
  expect(pdf.text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pagesFor(0)).toBe(1);
});
