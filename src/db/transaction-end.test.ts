import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createDatabase, type Database, type Tx } from './database.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { poolSize: 1, onError: () => undefined });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

test('of statements asked together, one that goes on after another failed never reaches the connection again', async () => {
  const goesOn = Promise.withResolvers<unknown>();
  const twoSteps = async (tx: Tx): Promise<void> => {
    await tx.rows(sql`select 1`);
    // The failure beside it ends the transaction in this very moment.
    await new Promise((resolve) => setImmediate(resolve));
    await tx.execute(sql`insert into organization (organization_id, name, created_at) values ('org_late', 'late', now())`).catch(goesOn.resolve);
  };
  const failing = db.across('directory', (tx) => Promise.all([Promise.reject(new Error('refused')), twoSteps(tx)]));
  await expect(failing).rejects.toThrow('refused');
  expect(String(await goesOn.promise)).toContain('The transaction is over');
  const rows = await db.across('directory', (tx) => tx.rows(sql`select 1 from organization where organization_id = 'org_late'`));
  expect(rows).toEqual([]);
});

test('a transaction handed out of its work is over after its commit', async () => {
  let kept: Tx | undefined;
  await db.across('directory', async (tx) => {
    kept = tx;
  });
  await expect(kept?.rows(sql`select 1`)).rejects.toThrow('The transaction is over');
});
