/**
 * `npm run verify -- races [name] [--short] [--seed n]`: the races in their long form on a database of their own, each with
 * its figures. Ends well when no race found a fault and the books agree.
 */
import { startPair } from './pair.ts';
import { seededRandom } from './random.ts';
import { races } from './races.ts';
import { createScratchDatabase } from './scratch-database.ts';

export type Report = { pass: boolean; figures: Record<string, unknown> };

export async function run(args: readonly string[]): Promise<Report> {
  const seed = seedOf(args);
  const chosen = Object.entries(races).filter(([name]) => !args.some((arg) => arg in races) || args.includes(name));
  const database = await createScratchDatabase();
  const pair = await startPair(database.connection);
  const figures: Record<string, unknown> = { seed };
  let pass = true;
  try {
    for (const [name, race] of chosen) {
      const started = performance.now();
      const outcome = await race.run(pair, seededRandom(seed), args.includes('--short') ? 'short' : 'long');
      await pair.finish();
      const books = await pair.books();
      pass = pass && outcome.faults.length === 0 && books.length === 0;
      figures[name] = { ...outcome.figures, seconds: Math.round((performance.now() - started) / 100) / 10, faults: outcome.faults, books };
    }
  } finally {
    await pair.close();
    await database.drop();
  }
  return { pass, figures };
}

/** The seed of `--seed n`, or a fresh one. */
export function seedOf(args: readonly string[]): number {
  const given = Number(args[args.indexOf('--seed') + 1]);
  return args.includes('--seed') && Number.isInteger(given) ? given : Math.floor(Math.random() * 2 ** 31);
}
