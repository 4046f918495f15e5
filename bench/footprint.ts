/** What confirmations leave in the database, the sending and settling that follows included. */
import pg from 'pg';

/** Bytes of write-ahead log so far, whole pages in it, and transfers that were confirmed. */
type Marks = { walBytes: number; walPages: number; confirmed: number };

export type Footprint = { walBytesEach: number; walPagesEach: number };

export async function marksOf(connection: pg.ClientConfig): Promise<Marks> {
  const { rows } = await ask<Marks>(connection, `
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes", (select wal_fpi::float8 from pg_stat_wal) as "walPages",
      (select count(*)::float8 from openteller.transfer where authorised_at is not null) as confirmed`);
  const [marks] = rows;
  if (marks === undefined) throw new Error('The server said nothing.');
  return marks;
}

/** For one confirmation; baselines and preparation must stand outside the two marks. */
export function footprint(before: Marks, after: Marks): Footprint {
  const each = (now: number, then: number): number => (now - then) / Math.max(1, after.confirmed - before.confirmed);
  return { walBytesEach: Math.round(each(after.walBytes, before.walBytes)), walPagesEach: Math.round(each(after.walPages, before.walPages) * 100) / 100 };
}

/** A backend tells its counts of rows up to ten seconds late. */
export const rowCountsSettleMs = 10_500;

/** Rows written to each table: inserts, updates, and how many of the updates left the indexes alone. */
export async function rowsWritten(connection: pg.ClientConfig): Promise<string[]> {
  const { rows } = await ask<{ line: string }>(connection, `
    select format('%s inserted  %s updated  %s of them HOT  %s deleted  %s indexes  %s',
      lpad(n_tup_ins::text, 7), lpad(n_tup_upd::text, 7), lpad(n_tup_hot_upd::text, 7), lpad(n_tup_del::text, 7), (select count(*) from pg_index i where i.indrelid = t.relid), relname) as line
    from pg_stat_user_tables t where n_tup_ins + n_tup_upd + n_tup_del > 100 order by n_tup_ins + n_tup_upd desc`);
  return rows.map((row) => row.line);
}

export async function resetRowCounts(connection: pg.ClientConfig): Promise<void> {
  await ask(connection, 'select pg_stat_reset()');
}

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await client.query<Row>(text);
  } finally {
    await client.end();
  }
}
