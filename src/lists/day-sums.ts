/**
 * Sums of days. A day of Lagos that is over is summed once, when somebody first looks, and kept; what is not over is summed anew each time. So figures of
 * months cost a look-up for each day and a walk through today, however many rows there are.
 */
import type { Database, ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { lagosDay, lagosDayEnd, lagosDayStart } from '#src/lib/time.ts';
import { readSettled } from './settled.ts';

export type Daily<Sums> = {
  /** Names what is summed, in its tenant. */
  name: string;
  /** Of each day with rows, from the first instant to before the second, by `YYYY-MM-DD`. An index leads to the rows by their time, and none changes what it is summed by. */
  sumsOf(tx: ReadTx, from: Date, to: Date): Promise<Map<string, Sums>>;
  /** Reads what was kept, as JSON. @throws when it is not that */
  parse(kept: unknown): Sums;
  /** Of a day without rows. */
  nothing: Sums;
};

export type Day<Sums> = { day: string; sums: Sums };

/** Days that one transaction sums at most, so that none is open for long. */
const daysAtOnce = 10;

type Moment = { day: string; from: Date; to: Date };

/** The day of Lagos of a column, `YYYY-MM-DD`. Lagos is an hour ahead of UTC all year. */
export function lagosDayIn(column: Sql): Sql {
  return sql`to_char((${column} + interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD')`;
}

/** The last `count` days, today included, the oldest first. */
export async function readDays<Sums>(db: Database, tenantId: string, daily: Daily<Sums>, count: number): Promise<Day<Sums>[]> {
  const { known, days, settledUntil } = await db.read(tenantId, async (tx) => {
    const asked = lastDays(tx.now, count);
    return { known: await keptDays(tx, daily, expectPresent(asked[0]).day), days: asked, settledUntil: (await readSettled(tx)).time };
  });
  const over = days.filter(({ day, to }) => !known.has(day) && to <= settledUntil);
  for (let at = 0; at < over.length; at += daysAtOnce) {
    const share = over.slice(at, at + daysAtOnce);
    const found = await db.write(tenantId, (tx) => keepDays(tx, daily, share));
    for (const [day, sums] of found) known.set(day, sums);
  }
  const open = days.filter(({ day }) => !known.has(day));
  const [first, last] = [open[0], open.at(-1)];
  const present = first === undefined || last === undefined ? new Map<string, Sums>() : await db.read(tenantId, (tx) => daily.sumsOf(tx, first.from, last.to));
  return days.map(({ day }) => ({ day, sums: known.get(day) ?? present.get(day) ?? daily.nothing }));
}

function lastDays(now: Date, count: number): Moment[] {
  return Array.from({ length: count }, (_, index) => {
    const from = lagosDayStart(new Date(now.getTime() - (count - 1 - index) * 86_400_000));
    return { day: lagosDay(from), from, to: lagosDayEnd(from) };
  });
}

async function keptDays<Sums>(tx: ReadTx, { name, parse }: Daily<Sums>, from: string): Promise<Map<string, Sums>> {
  const rows = await tx.rows<{ day: string; sums: unknown }>(sql`
    select day::text as day, sums from day_sum where tenant_id = ${tx.tenantId} and list = ${name} and day >= ${from}::date`);
  return new Map(rows.map(({ day, sums }) => [day, parse(sums)]));
}

async function keepDays<Sums>(tx: Tx, { name, sumsOf, nothing }: Daily<Sums>, days: readonly Moment[]): Promise<Map<string, Sums>> {
  const found = await sumsOf(tx, expectPresent(days[0]).from, expectPresent(days.at(-1)).to);
  const kept = new Map(days.map(({ day }) => [day, found.get(day) ?? nothing]));
  await tx.execute(sql`
    insert into day_sum (tenant_id, list, day, sums)
    select ${tx.tenantId}, ${name}, d.day, d.sums from unnest(${[...kept.keys()]}::date[], ${[...kept.values()].map((sums) => JSON.stringify(sums))}::jsonb[]) as d (day, sums)
    on conflict do nothing`);
  return kept;
}
