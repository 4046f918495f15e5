import type pg from 'pg';

/** Has the server know nothing of what the tables hold, as one that was told nothing and has analyzed nothing. As a superuser. */
export async function forgetStatistics(owner: pg.Client): Promise<void> {
  await owner.query("delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'openteller'::regnamespace)");
}
