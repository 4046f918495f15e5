/** Races that are brought about: calls that all wait for one lock go on in the order in which they came. */
import { setTimeout as nextLook } from 'node:timers/promises';
import type { Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import type { TestApp } from './test-app.ts';

/** Takes the lock, begins the calls, each when the one before waits in the database, and lets go when all of them do. Answers what they answer. */
export async function heldBack<Result>(app: TestApp, lock: Sql, calls: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  await app.db.across('directory', async (tx) => {
    await tx.rows(lock);
    for (const call of calls) {
      begun.push(call());
      await untilWaiting(tx, begun.length);
    }
  });
  return Promise.all(begun);
}

/** The lock on rows of these members. */
export const rowsOf = (...memberIds: readonly string[]): Sql => sql`select 1 from member where member_id = any(${[...memberIds]}::text[]) order by member_id for update`;

/** While it is held, members are read and locked, and none is stored or changed. */
export const allMembers: Sql = sql`lock table member in share mode`;

async function untilWaiting(tx: Tx, wanted: number): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    // What waits for a row waits for a transaction, which belongs to no database; but it has locks that do.
    const [row] = await tx.rows<{ waiting: number }>(sql`
      select count(distinct w.pid)::int as waiting from pg_locks w join pg_locks h on h.pid = w.pid
      where not w.granted and h.database = (select oid from pg_database where datname = current_database())`);
    if (row !== undefined && row.waiting >= wanted) return;
    if (Date.now() > until) throw new Error(`${wanted} calls should wait, and ${String(row?.waiting)} do.`);
    await nextLook(20);
  }
}
