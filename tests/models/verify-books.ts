/**
 * `npm run verify -- books [--transfers n]`: the books check over a million transfers, in the time an operator waits, and
 * over books with one fault of each kind.
 */
import pg from 'pg';
import { checkBooks } from '#src/cli/books.ts';
import { createDatabase } from '#src/db/database.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createScratchDatabase } from '#tests/races/scratch-database.ts';
import type { Report } from '#tests/races/verify.ts';
import { findCorruptions } from './corruptions.ts';
import { railBookOf, writeTransfers } from './many-transfers.ts';

/** What one look at a million transfers may take on a machine of two cores. */
const allowedSeconds = 60;

export async function run(args: readonly string[]): Promise<Report> {
  const given = Number(args[args.indexOf('--transfers') + 1]);
  const transfers = args.includes('--transfers') && Number.isInteger(given) ? given : 1_000_000;
  const many = await checkMany(transfers);
  const faults = await withScratch(findCorruptions);
  return {
    pass: many.differences.length === 0 && many.checkSeconds < allowedSeconds && faults.every(({ reported }) => reported !== null),
    figures: { ...many, corruptions: Object.fromEntries(faults.map(({ name, reported }) => [name, reported ?? 'NOT REPORTED'])) },
  };
}

async function checkMany(transfers: number): Promise<{ transfers: number; rows: number; writeSeconds: number; checkSeconds: number; differences: string[] }> {
  return withScratch(async (connection) => {
    const db = createDatabase(connection, { poolSize: 2, onError: () => undefined });
    const { tenants } = await createOrganization(db, systemIds(), Buffer.alloc(32, 7), 'Test organization');
    const owner = new pg.Client({ ...connection, options: '-c search_path=openteller' });
    await owner.connect();
    const begun = performance.now();
    const { rows } = await writeTransfers(owner, tenants.sandbox, transfers);
    const written = performance.now();
    const differences = await checkBooks(db, railBookOf(transfers));
    const checked = performance.now();
    await owner.end();
    await db.close();
    return { transfers, rows, writeSeconds: seconds(begun, written), checkSeconds: seconds(written, checked), differences };
  });
}

const seconds = (from: number, to: number): number => Math.round((to - from) / 100) / 10;

async function withScratch<Result>(work: (connection: pg.ClientConfig) => Promise<Result>): Promise<Result> {
  const database = await createScratchDatabase({ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', autovacuum: 'off' });
  try {
    return await work(database.connection);
  } finally {
    await database.drop();
  }
}
