/** SQL of the books checks that were asked for in the console. The check itself is src/cli/books.ts. */
import { type ReadTx, type Tx, violatedConstraint } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type BooksCheck = { checkId: string; startedBy: string; startedAt: Date; finishedAt: Date | null; differences: number | null; lines: string[] };

/** No check takes so long: the process that ran it is gone. */
const lostAfterMinutes = 60;

export async function lastBooksCheck(tx: ReadTx): Promise<BooksCheck | null> {
  const [row] = await tx.rows<BooksCheck>(sql`
    select check_id as "checkId", started_by as "startedBy", started_at as "startedAt", finished_at as "finishedAt", differences, lines from books_check order by started_at desc limit 1`);
  return row ?? null;
}

/** Ends what was lost before. */
export async function closeLostChecks(tx: Tx): Promise<void> {
  await tx.execute(sql`update books_check set finished_at = now() where finished_at is null and started_at < now() - make_interval(mins => ${lostAfterMinutes})`);
}

/** @throws what `isRunningCheck` knows when one runs, in this process or another. */
export async function beginBooksCheck(tx: Tx, checkId: string, startedBy: string): Promise<void> {
  await tx.execute(sql`insert into books_check (check_id, started_by, started_at) values (${checkId}, ${startedBy}, now())`);
}

export function isRunningCheck(error: unknown): boolean {
  return violatedConstraint(error) === 'books_check_running';
}

/** `differences` null: it did not come to its end. */
export async function finishBooksCheck(tx: Tx, checkId: string, differences: number | null, lines: readonly string[]): Promise<void> {
  await tx.execute(sql`update books_check set finished_at = now(), differences = ${differences}, lines = ${[...lines]}::text[] where check_id = ${checkId}`);
}
