/** After the load: waits until every transfer is final, then checks the books while the program still runs. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { checkBooks } from '#src/cli/books.ts';
import { createDatabase } from '#src/db/database.ts';
import { openRailBook } from '#src/sandbox/rail-simulator/book.ts';

const drainWithinMs = 300_000;

/**
 * Confirmed transfers that were not final yet, and how long they took to be. Unconfirmed ones expire later and are left out, and so are those that were filled in
 * and are due in another century.
 */
export async function drain(connection: pg.ClientConfig): Promise<{ backlog: number; seconds: number }> {
  const client = new pg.Client({ ...connection, options: '-c search_path=openteller' });
  await client.connect();
  const started = performance.now();
  const open = async (): Promise<number> => {
    const { rows } = await client.query<{ open: number }>(`select count(*)::int as open from transfer where state in ('AUTHORISED', 'SENDING', 'UNKNOWN') and next_at < '2099-01-01'`);
    return rows[0]?.open ?? 0;
  };
  const backlog = await open();
  let left = backlog;
  while (left > 0) {
    if (performance.now() - started > drainWithinMs) throw new Error(`${left} transfers are still not final after ${drainWithinMs / 1000} seconds.`);
    await pause(50);
    left = await open();
  }
  await client.end();
  return { backlog, seconds: Math.round((performance.now() - started) / 100) / 10 };
}

/** One line for each difference. */
export async function booksOf(connection: pg.ClientConfig, dataDir: string): Promise<string[]> {
  const db = createDatabase(connection, { poolSize: 2, onError: () => undefined });
  const book = await openRailBook(join(dataDir, 'rail-simulator'));
  try {
    return await checkBooks(db, book);
  } finally {
    await book.close();
    await db.close();
  }
}
