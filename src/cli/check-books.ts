/**
 * `npm run check-books`: prints zero differences, or each one, and ends with 1. Works beside a running program: it
 * joins the embedded server through its socket when one is up.
 */
import { openRailBook } from '#src/sandbox/rail-simulator/book.ts';
import { checkBooks } from './books.ts';
import { openBeside } from './open-beside.ts';
import { runCommand } from './run-command.ts';

await runCommand(check);

async function check(): Promise<void> {
  const { config, db, stop } = await openBeside(process.env);
  const book = await openRailBook(config.sandboxRailDirectory);
  const started = performance.now();
  try {
    const differences = await checkBooks(db, book);
    for (const difference of differences) process.stdout.write(`${difference}\n`);
    process.stdout.write(`${differences.length} differences (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await book.close();
    await stop();
  }
}
