/** What identity checks came to, day by day, and how many wait for people or for a provider. */
import { z } from 'zod';
import type { Database, ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { type Daily, type Day, lagosDayIn, readDays } from '#src/lists/day-sums.ts';

/** How many of each kind ended how: `bvn passed`. A check is written once. */
export type CheckSums = Readonly<Record<string, number>>;

const sums = z.record(z.string(), z.int());

const checks: Daily<CheckSums> = {
  name: 'kyc_checks',
  nothing: {},
  parse: (kept) => sums.parse(kept),
  sumsOf: async (tx, from, to) => {
    const rows = await tx.rows<{ day: string; sums: CheckSums }>(sql`
      select day, jsonb_object_agg(ended, checks) as sums
      from (
        select ${lagosDayIn(sql`created_at`)} as day, kind || ' ' || outcome as ended, count(*) as checks
        from kyc_check where tenant_id = ${tx.tenantId} and created_at >= ${from} and created_at < ${to}
        group by 1, 2
      ) as counted group by day`);
    return new Map(rows.map(({ day, sums: found }) => [day, found]));
  },
};

/** The last `days` days of Lagos, today included, the oldest first. */
export function checkDays(db: Database, tenantId: string, days: number): Promise<Day<CheckSums>[]> {
  return readDays(db, tenantId, checks, days);
}

/** Checks that people must decide, and those that a provider's trouble left undecided since the id; each counted up to `most`. */
export async function countWaitingChecks(tx: ReadTx, since: string, most: number): Promise<{ inReview: number; undecided: number }> {
  const [row] = await tx.rows<{ inReview: number; undecided: number }>(sql`
    select (select count(*)::int from (select 1 from kyc_review where tenant_id = ${tx.tenantId} and state = 'pending' limit ${most}) as r) as "inReview",
      (select count(*)::int from (select 1 from kyc_check where tenant_id = ${tx.tenantId} and outcome = 'provider_unavailable' and check_id >= ${since} limit ${most}) as u) as undecided`);
  return row ?? { inReview: 0, undecided: 0 };
}

/** Has there ever been one? In the order of an index: without it the table is read until one of the tenant's turns up. */
export async function hasChecks(tx: ReadTx): Promise<boolean> {
  const [row] = await tx.rows<{ id: string }>(sql`select check_id as id from kyc_check where tenant_id = ${tx.tenantId} order by check_id limit 1`);
  return row !== undefined;
}
