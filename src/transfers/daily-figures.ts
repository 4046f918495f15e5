/** What transfers came to, day by day, and how many wait for people. */
import { z } from 'zod';
import type { Database, ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { bucketsPerDoubling } from '#src/lib/log-histogram.ts';
import { type Daily, type Day, lagosDayIn, readDays } from '#src/lists/day-sums.ts';

const sums = z.object({
  /** Also those that came back later: on that day they had arrived. */
  completed: z.int(),
  /** Kobo, as text. */
  kobo: z.string(),
  failed: z.int(),
  /** Of those completed: from confirmation, or from the time they were scheduled for, to the end. */
  seconds: z.record(z.string(), z.int()),
});
export type TransferSums = z.output<typeof sums>;

const transfers: Daily<TransferSums> = {
  name: 'transfers',
  nothing: { completed: 0, kobo: '0', failed: 0, seconds: {} },
  parse: (kept) => sums.parse(kept),
  sumsOf: async (tx, from, to) => {
    const rows = await tx.rows<TransferSums & { day: string }>(sql`
      select day, sum(transfers) filter (where bucket is not null)::int as completed, coalesce(sum(kobo) filter (where bucket is not null), 0)::text as kobo,
        coalesce(sum(transfers) filter (where bucket is null), 0)::int as failed, coalesce(jsonb_object_agg(bucket, transfers) filter (where bucket is not null), '{}') as seconds
      from (
        select ${lagosDayIn(sql`settled_at`)} as day, count(*) as transfers, sum(amount_kobo) as kobo,
          case when state = 'FAILED' then null else floor(${bucketsPerDoubling}::int * ln(greatest(extract(epoch from settled_at - greatest(authorised_at, scheduled_for))::float8, 0.01)) / ln(2::float8))::int end as bucket
        from transfer
        where tenant_id = ${tx.tenantId} and state in ('COMPLETED', 'FAILED', 'RETURNED') and settled_at >= ${from} and settled_at < ${to}
        group by 1, 4
      ) as counted group by day`);
    return new Map(rows.map(({ day, completed, ...others }) => [day, { ...others, completed: completed ?? 0 }]));
  },
};

/** The last `days` days of Lagos, today included, the oldest first. */
export function transferDays(db: Database, tenantId: string, days: number): Promise<Day<TransferSums>[]> {
  return readDays(db, tenantId, transfers, days);
}

/** Transfers that people must decide, and open exceptions with the rail; each counted up to `most`. */
export async function countWaitingTransfers(tx: ReadTx, most: number): Promise<{ inReview: number; exceptions: number }> {
  const [row] = await tx.rows<{ inReview: number; exceptions: number }>(sql`
    select (select count(*)::int from (select 1 from transfer where tenant_id = ${tx.tenantId} and state = 'REVIEW' limit ${most}) as r) as "inReview",
      (select count(*)::int from (select 1 from rail_exception where tenant_id = ${tx.tenantId} and resolved_at is null limit ${most}) as e) as exceptions`);
  return row ?? { inReview: 0, exceptions: 0 };
}

/** Has there ever been one? In the order of an index: without it the table is read until one of the tenant's turns up. */
export async function hasTransfers(tx: ReadTx): Promise<boolean> {
  const [row] = await tx.rows<{ id: string }>(sql`select transaction_id as id from transfer where tenant_id = ${tx.tenantId} order by transaction_id limit 1`);
  return row !== undefined;
}
