import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '#tests/support/test-server.ts';
import { sql } from '#src/db/sql.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { writeTransfers } from '#tests/models/many-transfers.ts';
import { readKeptAt } from './kept-store.ts';

let database: TestDatabase;
let db: Database;
let tenantId: string;
const account = '9900000003';
const noon = Date.parse('2026-03-01T12:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { poolSize: 2, onError: () => undefined });
  tenantId = (await createOrganization(db, systemIds(), Buffer.alloc(32, 7), 'Test organization')).tenants.sandbox;
  await withConnection({ ...database.connection, options: '-c search_path=openteller' }, async (client) => {
    await writeTransfers(client, tenantId, 4_000);
    // Every wait between initiation, confirmation and end, on both sides of ten minutes and on them; some never ended, and of these some are in review without a next step.
    await client.query(`
      update transfer t set initiated_at = $2::timestamptz + at * interval '1 second', authorised_at = $2::timestamptz + (at + w.confirm) * interval '1 second',
        settled_at = case when w.settle is null then null else $2::timestamptz + (at + w.confirm + w.settle) * interval '1 second' end,
        state = case when w.settle is not null then 'COMPLETED' when n % 3 = 0 then 'REVIEW' else 'UNKNOWN' end, next_at = case when w.settle is null and n % 3 <> 0 then timestamptz '2100-01-01' end
      from (
        select transaction_id, row_number() over (order by transaction_id) as n, (row_number() over (order by transaction_id) * 977) % 86400 as at from transfer where tenant_id = $1 and source_account_number = $3
      ) as o cross join lateral (
        select (array[0, 20, 599, 600, 601, 7200, 300000])[1 + n % 7] as confirm, (array[0, 1, 599, 600, 601, 90000, null])[1 + (n / 7) % 7] as settle
      ) as w where t.tenant_id = $1 and t.transaction_id = o.transaction_id`, [tenantId, new Date(noon), account]);
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('what was held at any moment is what a look at every transfer of the account finds', async () => {
  const moments = await db.read(tenantId, (tx) => tx.rows<{ at: Date }>(sql`
    select distinct m.at from transfer, lateral (values (initiated_at), (authorised_at), (settled_at), (authorised_at + interval '10 minutes'), (settled_at + interval '1 millisecond')) as m (at)
    where tenant_id = ${tx.tenantId} and source_account_number = ${account} and m.at is not null order by m.at`));
  expect(moments.length).toBeGreaterThan(300);
  const held = await db.read(tenantId, async (tx) => {
    const found: { held: bigint; all: bigint | undefined }[] = [];
    for (const { at } of moments) {
      const [plain] = await tx.rows<{ kobo: bigint }>(sql`
        select coalesce(sum(amount_kobo + fee_kobo + vat_kobo + duty_kobo), 0)::bigint as kobo from transfer
        where tenant_id = ${tx.tenantId} and source_account_number = ${account} and authorised_at < ${at} and (settled_at is null or settled_at >= ${at})`);
      found.push({ held: (await readKeptAt(tx, account, at)).held, all: plain?.kobo });
    }
    return found;
  });
  expect(held.map((each) => each.held)).toEqual(held.map((each) => each.all));
  expect(new Set(held.map((each) => each.held)).size).toBeGreaterThan(50);
});
