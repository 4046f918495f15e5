/**
 * What is settled: the time, and the id, before which no row can come any more.
 *
 * A row is seen once its transaction is over, and nothing bounds how long that takes: a COMMIT that waits for a lost replica waits without end. So the database is asked when
 * the oldest open transaction began, and nothing is settled that it may have written. What is asked here holds for the statements that begin after the answer, also those
 * of later transactions.
 */
import type { Asker } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import { firstIdAt } from '#src/lib/ids.ts';
import { isoMillis } from '#src/lib/time.ts';
import { type LongList, type Place, wholeOf } from './long-list.ts';

/**
 * By so much a row's time may lie before the begin of the oldest open transaction. Every time in a list is the begin of its own transaction (`tx.now`), or later: what waited
 * before it, in a lane or for a provider, is in none. Left are a transaction that has read the clock and does not show yet, for microseconds, and a database's clock
 * that is set back, also when another server takes its place: with clocks that are kept by NTP, far less than this.
 */
export const settledAfterSeconds = 60;
/**
 * The same for the time in an id, and for the move of a sandbox's clock. Ids are made in their transaction too, but by the clock of the program's machine, which nobody compares with
 * the database's: ten minutes are a guess that nothing yet allows to shorten.
 */
const idsSettledAfterSeconds = 600;

/** `time`: by the clock of the tenant; the beginning of all time soon after a sandbox's clock was moved. `machineTime`: of ids, by the clock that no sandbox moves. */
export type Settled = { time: Date; machineTime: Date };

/** To be asked before rows are counted, and before a list's own `settledBefore`. Costs as much as a short statement: once for a transaction is enough. */
export async function readSettled(tx: Asker): Promise<Settled> {
  const settled = expectOne(await tx.rows<Settled & { moved: boolean }>(sql`
    select begun + make_interval(secs => clock_offset_seconds - ${settledAfterSeconds}::int) as time, begun - make_interval(secs => ${idsSettledAfterSeconds}) as "machineTime",
      coalesce(clock_moved_at > begun - make_interval(secs => ${idsSettledAfterSeconds}), false) as moved
    from tenant, oldest_begin() as begun where tenant_id = ${tx.tenantId}`), 'tenant');
  // A transaction that began before the move writes rows of long ago.
  return settled.moved ? { ...settled, time: new Date(0) } : settled;
}

/** The place before which no row of the list can come any more. */
export async function settledPlace(tx: Asker, list: LongList, { time, machineTime }: Settled): Promise<Place> {
  const byTime = list.idPrefix === null ? isoMillis(time) : firstIdAt(list.idPrefix, machineTime);
  const byState = list.settledBefore === undefined ? byTime : await list.settledBefore(tx, byTime);
  if (byState === null) return wholeOf(list).from;
  return byState < byTime ? byState : byTime;
}
