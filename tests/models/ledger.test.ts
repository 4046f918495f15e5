import { afterAll, beforeAll, test } from 'vitest';
import { createDatabase, type Database } from '#src/db/database.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { ledgerProperty } from './ledger-property.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { poolSize: 2, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('whatever is opened, funded, held, posted, released, given back or lost in a crash, balances are what the model says', async () => {
  const { tenants } = await createOrganization(db, systemIds(), Buffer.alloc(32, 7), 'Test organization');
  await ledgerProperty(db, tenants.sandbox, { seed: Date.now() % 2 ** 31, runs: 15 });
});
