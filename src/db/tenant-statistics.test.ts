import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withConnection } from '#tests/support/test-server.ts';
import { seedTenantStatistics } from './tenant-statistics.ts';

let database: TestDatabase;

beforeAll(async () => { database = await createTestDatabase(); });
afterAll(() => database.drop());

/** How many tenants the server takes each table to have rows of; null: it was told nothing. Negative: a part of all rows. */
async function distinctTenants(client: pg.Client): Promise<Map<string, number | null>> {
  const { rows } = await client.query<{ name: string; distinct: number | null }>(`
    select c.relname as name, s.n_distinct as distinct from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_stats s on s.schemaname = 'openteller' and s.tablename = c.relname and s.attname = 'tenant_id'
     where c.relnamespace = 'openteller'::regnamespace and c.relkind = 'r' and a.attname = 'tenant_id' and not a.attisdropped`);
  return new Map(rows.map(({ name, distinct }) => [name, distinct]));
}

const asOwner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => withConnection({ ...database.connection, options: '-c search_path=openteller' }, work);

test('in a new database every table of tenants is taken to be of one, also after a look that found it empty', async () => {
  await asOwner(async (client) => {
    const told = await distinctTenants(client);
    expect(told.size).toBeGreaterThan(30);
    expect([...told].filter(([, distinct]) => distinct !== 1)).toEqual([]);
    await client.query('analyze');
    expect(await distinctTenants(client)).toEqual(told);
  });
});

test('what ANALYZE found stays when more is migrated, and what is new is told', async () => {
  await asOwner(async (client) => {
    await client.query(`insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at)
      select 'ten_' || i % 5, 'evt_' || i, 'webhook.test', 'subject ' || i, 1, '{}', now() from generate_series(1, 1000) i`);
    await client.query('analyze event');
    await client.query('create table later (tenant_id text not null)');
    expect((await distinctTenants(client)).get('later')).toBeNull();
    await seedTenantStatistics(client);
    const told = await distinctTenants(client);
    expect([told.get('event'), told.get('later'), told.get('transfer')]).toEqual([5, 1, 1]);
  });
});
