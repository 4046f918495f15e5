import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, startPair } from '#tests/races/pair.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { apiProperty } from './api-property.ts';

let database: TestDatabase;
let pair: Pair;

beforeAll(async () => {
  database = await createTestDatabase();
  pair = await startPair(database.connection);
});
afterAll(async () => {
  await pair.close();
  await database.drop();
});

test('customers, codes, transfers and retries are answered as the model says, by two programs, in any order and in parallel copies', async () => {
  await apiProperty(pair, { seed: Date.now() % 2 ** 31, runs: 12 });
  await pair.finish();
  expect(await pair.books()).toEqual([]);
});
