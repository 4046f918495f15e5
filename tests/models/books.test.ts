import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { corruptions, findCorruptions, type Found } from './corruptions.ts';

let database: TestDatabase;
let found: Found[];

beforeAll(async () => {
  database = await createTestDatabase();
  found = await findCorruptions(database.connection);
});
afterAll(() => database.drop());

test.for(corruptions.map(({ name }) => name))('the books check reports it when %s', (name) => {
  expect(found.find((fault) => fault.name === name)?.reported).toEqual(expect.any(String));
});
