import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marks } from '#src/cli/mark-books.ts';
import { isRecord } from '#src/lib/assert.ts';
import { writeTransfers } from '#tests/models/many-transfers.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const pageSize = 20;

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  owner = new pg.Client({ ...app.database.connection, options: '-c search_path=openteller' });
  await owner.connect();
  await writeTransfers(owner, app.tenantId, 9_000);
  // Five in six came back, most of them long ago and in another order than they went; one in fifty today.
  await owner.query(`
    update transfer set state = 'RETURNED', returned_at = case when n % 50 = 0 then date_trunc('milliseconds', now()) else initiated_at + (n % 7) * interval '3 days' end
    from (select transaction_id as id, row_number() over (order by transaction_id) as n from transfer where tenant_id = $1 and state = 'COMPLETED') as numbered
    where tenant_id = $1 and transaction_id = id and n % 6 <> 0`, [app.tenantId]);
}, 120_000);
afterAll(async () => {
  // What these transfers booked is not what their states say now.
  await owner.query('truncate transfer, ledger_entry, limit_usage, event, inbound_credit, ledger_account, list_mark cascade');
  await owner.end();
  await app.close();
});

/** Pages of a status as they are answered, beside the rows in their order. */
async function expectPages(status: 'REVERSED' | 'SUCCESS', state: string, span = { query: '', where: 'true' }): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(`select transaction_id as id from transfer where tenant_id = $1 and state = $2 and ${span.where} order by initiated_at desc, transaction_id desc`, [app.tenantId, state]);
  const ids = rows.map(({ id }) => id);
  const last = Math.ceil(ids.length / pageSize);
  for (const page of [1, 2, 50, 51, Math.floor(last / 3), Math.floor(last / 2), last - 55, last - 1, last, last + 1].filter((each) => each >= 1)) {
    const { json } = await app.call('GET', `/transfers?status=${status}${span.query}&page=${page}&pageSize=${pageSize}`);
    const shown = Array.isArray(json['data']) ? json['data'].map((each: unknown) => (isRecord(each) ? each['transactionId'] : null)) : [];
    expect({ total: json['total'], shown }, `${status}, page ${page}`).toEqual({ total: ids.length, shown: ids.slice((page - 1) * pageSize, page * pageSize) });
  }
  return ids.length;
}

const marked = async (): Promise<string[]> => (await owner.query<{ list: string }>('select distinct list from list_mark order by list')).rows.map(({ list }) => list);

test('what came back is shown exactly, without marks and with them, and when more comes back from among the old', async () => {
  const some = { query: '&from=2026-03-01T05:00:00Z&to=2026-03-01T14:00:00Z', where: `initiated_at >= '2026-03-01T05:00:00Z' and initiated_at < '2026-03-01T14:00:00Z'` };
  const total = await expectPages('REVERSED', 'RETURNED');
  expect(total).toBeGreaterThan(6_000);
  expect((await marked()).filter((list) => list.startsWith('transfer/REVERSED'))).toEqual([expect.stringMatching(/^transfer\/REVERSED\/until=\d{4}-\d\d-01$/)]);
  await expectPages('REVERSED', 'RETURNED', some);
  await expectPages('SUCCESS', 'COMPLETED', some);
  await owner.query(`
    update transfer set state = 'RETURNED', returned_at = date_trunc('milliseconds', now())
    where tenant_id = $1 and transaction_id in (select transaction_id from transfer where tenant_id = $1 and state = 'COMPLETED' order by transaction_id limit 300)`, [app.tenantId]);
  expect(await expectPages('REVERSED', 'RETURNED')).toBe(total + 300);
  await expectPages('REVERSED', 'RETURNED', some);
  await expectPages('SUCCESS', 'COMPLETED');
  expect(await app.db.across('audit', marks)).toEqual([]);
});

test('a mark of what came back that is wrong is found out', async () => {
  await expectPages('REVERSED', 'RETURNED');
  await owner.query(`update list_mark set rows = rows + 1 where list like 'transfer/REVERSED/%'`);
  expect(await app.db.across('audit', marks)).toEqual([expect.stringContaining('the mark of transfer/REVERSED/until=')]);
});
