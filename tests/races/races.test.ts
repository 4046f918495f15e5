/** The short form of every race: some twelve seconds. The long one: `npm run verify -- races`. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Pair, startPair } from './pair.ts';
import { seededRandom } from './random.ts';
import { races } from './races.ts';

let database: TestDatabase;
let pair: Pair;

beforeAll(async () => {
  database = await createTestDatabase();
  pair = await startPair(database.connection);
});
afterEach(async () => {
  await pair.finish();
  expect(await pair.books()).toEqual([]);
});
afterAll(async () => {
  await pair.close();
  await database.drop();
});

test.for(Object.entries(races).map(([name, race]) => ({ name, ...race })))('$name: $guarantee', async (race) => {
  const seed = Date.now() % 2 ** 31;
  const { faults, figures } = await race.run(pair, seededRandom(seed), 'short');
  expect(faults, `seed ${seed}, ${JSON.stringify(figures)}`).toEqual([]);
});
