import type pg from 'pg';

/** PostgreSQL 18 and newer can be told statistics. */
const canBeTold = "select 1 from pg_proc where proname = 'pg_restore_attribute_stats' and pronamespace = 'pg_catalog'::regnamespace";

/** Of tables that nothing was found in yet; `reltuples` is -1 before the first look. A fraction is a real, a width is bytes. */
const tellOneTenant = `
  select pg_restore_attribute_stats('schemaname', 'openteller', 'relname', c.relname::text, 'attname', 'tenant_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 30, 'n_distinct', 1::real)
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'openteller'::regnamespace and c.relkind = 'r' and c.reltuples <= 0 and a.attname = 'tenant_id' and not a.attisdropped`;

/**
 * Has new tables of tenants planned as though all their rows were of one tenant (decision 30). Told nothing, the server takes a column to hold two hundred values and a tenant's rows to
 * be a two-hundredth of a table; it then reads them all, rather than asking for each of a list by its key. What ANALYZE finds in a table with rows replaces what is told here.
 * Does nothing on PostgreSQL 15 to 17.
 */
export async function seedTenantStatistics(client: pg.Client): Promise<void> {
  if ((await client.query(canBeTold)).rowCount === 0) return;
  await client.query(tellOneTenant);
}
