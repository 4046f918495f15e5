import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tallies } from '#src/cli/tally-books.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { type ListTx, readLists } from '#src/lists/marks.ts';
import { writeCustomers } from '#tests/models/many-customers.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withConnection } from '#tests/support/test-server.ts';
import { type CustomerFilter, listCustomers } from './list-store.ts';
import { findDay } from './tally-store.ts';

const customers = 9_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  await withConnection({ ...app.database.connection, options: '-c search_path=openteller' }, async (client) => {
    await writeCustomers(client, app.tenantId, await app.app.ctx.keyring.of(app.tenantId), customers, 'whe_none');
    // Over years instead of two days: some alone, some by hundreds in one instant, and months without any.
    await client.query(`
      update customer set created_at = timestamptz '2023-11-30 22:00:00Z' + (case when n % 3 = 0 then n / 300 * 300 else n end + case when n > 6000 then 2000 else 0 end) * interval '110 minutes',
        face_checked = face_checked or n between 4000 and 6000, kyc_tier = case when n between 4000 and 6000 then 2 else kyc_tier end
      from (select tenant_id as tenant, customer_id as id, customer_id::bigint - 1000000000 as n from customer) as numbered where tenant_id = tenant and customer_id = id and tenant_id = $1`, [app.tenantId]);
    await client.query('delete from customer_tally');
    await client.query(`
      insert into customer_tally (tenant_id, span, since, class_type, status, kyc_tier, shard, customers)
      select tenant_id, s.span, case s.span when 'all' then '-infinity' else date_trunc(s.span, created_at at time zone 'UTC')::date end, class_type, status, kyc_tier, (customer_id::bigint % 16)::smallint, count(*)
      from customer cross join (values ('all'), ('month'), ('day')) as s (span) group by 1, 2, 3, 4, 5, 6, 7`);
  });
}, 120_000);
afterAll(() => app.close());

const everyone: CustomerFilter = { status: null, classType: null, kycTier: null, search: null, createdFrom: null, createdBefore: null };

/** How many rows the statement of a page walks past. */
function skippedBy({ text, values }: Sql): number {
  const at = /offset \$(\d+)$/.exec(text.trim())?.[1];
  return at === undefined ? 0 : Number(values[Number(at) - 1]);
}

/** A page, and how far was walked to it. */
async function pageOf(filter: CustomerFilter, limit: number, offset: number): Promise<{ total: number; ids: string[]; skipped: number }> {
  const skipped: number[] = [0];
  return readLists(app.db, app.tenantId, 'read', async (tx) => {
    const heard: ListTx = { ...tx, rows: (statement) => (skipped.push(skippedBy(statement)), tx.rows(statement)) };
    const { total, customers: shown } = await listCustomers(heard, filter, { limit, offset });
    return { total, ids: shown.map(({ customerId }) => customerId), skipped: Math.max(...skipped) };
  });
}

test('the tally of what was written is right', async () => {
  expect(await app.db.across('audit', tallies)).toEqual([]);
});

describe('a page of a kind of customers is the one that walking to it finds', () => {
  test.for([
    ['tier 1', { ...everyone, kycTier: 1 }, sql`kyc_tier = 1`], ['tier 2', { ...everyone, kycTier: 2 }, sql`kyc_tier = 2`],
    ['active of tier 2', { ...everyone, kycTier: 2, status: 'Active' }, sql`kyc_tier = 2 and status = 'Active'`], ['people', { ...everyone, classType: 'INDIVIDUAL' }, sql`class_type = 'INDIVIDUAL'`],
    ['of a span of time', { ...everyone, kycTier: 2, createdFrom: new Date('2024-02-01'), createdBefore: new Date('2025-02-01') }, sql`kyc_tier = 2 and created_at >= '2024-02-01Z' and created_at < '2025-02-01Z'`],
  ] as const)('%s', async ([, filter, where]) => {
    const all = (await app.db.read(app.tenantId, (tx) => tx.rows<{ id: string }>(sql`select customer_id as id from customer where tenant_id = ${tx.tenantId} and ${where} order by created_at desc, customer_id desc`))).map(({ id }) => id);
    expect(all.length).toBeGreaterThan(500);
    const places = [0, 999, 1_000, 1_001, ...Array.from({ length: 40 }, (_, at) => Math.floor((all.length * at) / 40)), all.length - 1_002, all.length - 20, all.length - 1, all.length].filter((place) => place >= 0);
    let farthest = 0;
    for (const limit of [20, 700]) {
      for (const offset of places) {
        const { skipped, ...page } = await pageOf(filter, limit, offset);
        expect(page, `${offset}, ${limit}`).toEqual({ total: all.length, ids: all.slice(offset, offset + limit) });
        // Hundreds came on one day, and a thousand are walked past without a look at the days.
        if (filter.createdFrom === null) expect(skipped).toBeLessThanOrEqual(1_000);
        farthest = Math.max(farthest, skipped);
      }
    }
    expect(farthest).toBeGreaterThan(0);
  });
});

test('a day is found that holds the place, however many customers there are beside it', async () => {
  await app.db.read(app.tenantId, async (tx) => {
    for (const place of [0, 1_234, 4_000, 5_000]) {
      const day = await findDay(tx, { classType: null, status: null, kycTier: 1 }, place);
      if (day === null) {
        const [row] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from customer where tenant_id = ${tx.tenantId} and kyc_tier = 1`);
        expect(row?.total).toBeLessThanOrEqual(place);
        continue;
      }
      const [row] = await tx.rows(sql`
        select count(*) filter (where created_at >= ${day.to})::int as younger, count(*) filter (where created_at >= ${day.from} and created_at < ${day.to})::int as customers
        from customer where tenant_id = ${tx.tenantId} and kyc_tier = 1`);
      expect(row).toEqual({ younger: day.younger, customers: day.customers });
      expect(day.younger).toBeLessThanOrEqual(place);
      expect(day.younger + day.customers).toBeGreaterThan(place);
      expect(day.to.getTime() - day.from.getTime()).toBe(86_400_000);
    }
    expect(await findDay(tx, { classType: null, status: null, kycTier: 1 }, customers)).toBeNull();
    expect(await findDay(tx, { classType: 'BUSINESS', status: null, kycTier: null }, 0)).toBeNull();
  });
});
