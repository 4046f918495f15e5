/**
 * `npm run verify -- properties [--seed n]`: the models of the ledger and of the API on a database of their own, and 100,000
 * amounts. A fault is printed with its seed and the shortest list of commands that shows it.
 */
import { createDatabase } from '#src/db/database.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { startPair } from '#tests/races/pair.ts';
import { createScratchDatabase } from '#tests/races/scratch-database.ts';
import { type Report, seedOf } from '#tests/races/verify.ts';
import { apiProperty } from './api-property.ts';
import { ledgerProperty } from './ledger-property.ts';
import { addressProperties, amountProperties, fingerprintProperties } from './pure-properties.ts';

const runs = { amounts: 100_000, fingerprints: 20_000, addresses: 50_000, ledger: 300, api: 200 } as const;

export async function run(args: readonly string[]): Promise<Report> {
  const seed = seedOf(args);
  const database = await createScratchDatabase();
  const faults: Record<string, string> = {};
  const prove = async (name: keyof typeof runs, property: (options: { seed: number; runs: number }) => void | Promise<void>): Promise<void> => {
    try {
      await property({ seed, runs: runs[name] });
    } catch (error) {
      faults[name] = error instanceof Error ? error.message : String(error);
    }
  };
  try {
    await prove('amounts', amountProperties);
    await prove('fingerprints', fingerprintProperties);
    await prove('addresses', addressProperties);
    const pair = await startPair(database.connection);
    await prove('api', (options) => apiProperty(pair, options));
    await pair.finish();
    const books = await pair.books();
    await pair.close();
    const db = createDatabase(database.connection, { poolSize: 2, onError: () => undefined });
    const { tenants } = await createOrganization(db, systemIds(), Buffer.alloc(32, 7), 'Test organization');
    await prove('ledger', (options) => ledgerProperty(db, tenants.sandbox, options));
    await db.close();
    return { pass: Object.keys(faults).length === 0 && books.length === 0, figures: { seed, runs, faults, books } };
  } finally {
    await database.drop();
  }
}
