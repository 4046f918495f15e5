/** The SQL of deadlines: transfers that were confirmed and are not over, by age on their tenant's clock. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { TransferState } from './transfer.ts';

export type PendingGroup = {
  environment: 'sandbox' | 'live';
  state: TransferState;
  thresholdSeconds: number;
  /** How many are at least as old as the threshold; never 0. */
  transfers: number;
  /** transactionId of the oldest. */
  oldest: string;
};

/**
 * Groups of pending transfers at least as old as each threshold, but for those of retired sandboxes, which nobody waits for. Reads in the scope `worker`, and only what is pending: the
 * undecided by an index of their own, those on their way by their next step, which is never far off.
 */
export async function pendingByAge(tx: ReadTx, thresholdsSeconds: readonly number[]): Promise<PendingGroup[]> {
  const youngest = Math.min(...thresholdsSeconds);
  return tx.rows<PendingGroup>(sql`
    with pending as (
      select n.environment, t.state, t.transaction_id, t.authorised_at, now() + make_interval(secs => n.clock_offset_seconds) as clock
      from tenant n join transfer t on t.tenant_id = n.tenant_id and n.retired_at is null and t.state in ('UNKNOWN', 'REVIEW')
        and t.authorised_at <= now() + make_interval(secs => n.clock_offset_seconds - ${youngest}::float8)
      union all
      select n.environment, t.state, t.transaction_id, t.authorised_at, now() + make_interval(secs => n.clock_offset_seconds)
      from tenant n join transfer t on t.tenant_id = n.tenant_id and n.retired_at is null and t.state in ('AUTHORISED', 'SENDING')
        and t.next_at <= now() + make_interval(secs => n.clock_offset_seconds + 60)
        and t.authorised_at <= now() + make_interval(secs => n.clock_offset_seconds - ${youngest}::float8)
    )
    select p.environment, p.state, s.seconds as "thresholdSeconds", count(*)::int as transfers, (array_agg(p.transaction_id order by p.authorised_at))[1] as oldest
    from pending p join unnest(${[...thresholdsSeconds]}::float8[]) as s (seconds) on p.authorised_at <= p.clock - make_interval(secs => s.seconds)
    group by p.environment, p.state, s.seconds order by s.seconds, p.environment, p.state`);
}
