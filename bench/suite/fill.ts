/**
 * Fills a tenant with any number of transfers whose books agree. Set by set, by two connections, and with the indexes made afterwards, of sorted rows: keeping them
 * while millions of rows come in takes several times as long.
 */
import pg from 'pg';
import { partsOf } from '#tests/models/many-transfers.ts';
import type { Stage } from './stage.ts';

/** Transfers that are not over are among the newest, as many in every size. */
const openTransfers = 500;
const writers = 2;
const tables = ['name_enquiry', 'transfer', 'rail_attempt', 'ledger_entry', 'event', 'limit_usage'];

/** `constraint`: `primary key` or `unique` where it is one. */
type Index = { table: string; name: string; definition: string; constraint: string | null };
type Job = (client: pg.Client) => Promise<unknown>;

export async function fillTransfers(stage: Stage, tenantId: string, transfers: number): Promise<{ rows: number; seconds: number }> {
  const started = performance.now();
  const clients = Array.from({ length: writers }, () => new pg.Client({ ...stage.program().connection, options: '-c search_path=openteller -c synchronous_commit=off -c maintenance_work_mem=512MB' }));
  for (const client of clients) await client.connect();
  try {
    const indexes = await indexesOf(stage);
    for (const { table, name, constraint } of indexes) await stage.query(constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`);
    let rows = 0;
    await share(clients, partsOf(tenantId, transfers, { openFrom: transfers - openTransfers, busyEvery: 0 }).map((part) => async (client) => {
      const written = await part(client);
      rows += written;
    }));
    await share(clients, indexes.map(({ definition }) => (client) => client.query(definition)));
    for (const { table, name, constraint } of indexes) if (constraint !== null) await stage.query(`alter table ${table} add constraint ${name} ${constraint} using index ${name}`);
    await share(clients, tables.map((table) => (client) => client.query(`vacuum (analyze) ${table}`)));
    await stage.query('analyze');
    await stage.query('checkpoint');
    return { rows, seconds: Math.round((performance.now() - started) / 1000) };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Those that no foreign key of another table leans on. */
function indexesOf(stage: Stage): Promise<Index[]> {
  return stage.query<Index>(`
    select t.relname as table, c.relname as name, pg_get_indexdef(i.indexrelid) as definition, case k.contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where n.nspname = 'openteller' and t.relname = any ($1) and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)`, [tables]);
}

async function share(clients: readonly pg.Client[], jobs: readonly Job[]): Promise<void> {
  const left = [...jobs];
  await Promise.all(clients.map(async (client) => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await job(client);
  }));
}
