/**
 * `npm run check-books`: prints zero differences, or each one, and ends with 1. Works beside a running program: it
 * joins the embedded server through its socket when one is up.
 */
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { createDatabase } from '#src/db/database.ts';
import { runningServer } from '#src/db/running-server.ts';
import { openDatabase } from '#src/open-database.ts';
import { openRailBook } from '#src/sandbox/rail-simulator/book.ts';
import { checkBooks } from './books.ts';

const config = readConfig(process.env, { operator: DEFAULT_OPERATOR });
const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
const running = config.databaseUrl === null ? runningServer(config.dataDir) : null;
const database = running === null
  ? await openDatabase(config, { say: (line) => process.stderr.write(`${line}\n`), onError })
  : await (async () => {
      const db = createDatabase(running, { poolSize: 2, onError });
      return { db, stop: () => db.close() };
    })();
const book = await openRailBook(config.sandboxRailDirectory);
const started = performance.now();
try {
  const differences = await checkBooks(database.db, book);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  process.stdout.write(`${differences.length} differences (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await book.close();
  await database.stop();
}
