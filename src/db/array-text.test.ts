import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { arrayText } from './array-text.ts';
import { createDatabase, type Database } from './database.ts';
import { type Sql, sql } from './sql.ts';

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

/** The elements as PostgreSQL read them, one row for each, so that no reader of arrays stands between. */
async function readBack(elements: Sql): Promise<unknown[]> {
  const rows = await db.across('directory', (tx) => tx.rows<{ element: unknown }>(sql`select element from unnest(${elements}) with ordinality as e (element, at) order by at`));
  return rows.map((row) => row.element);
}

async function everyList<Element>(element: fc.Arbitrary<Element>, bound: (list: readonly (Element | null)[]) => Sql): Promise<void> {
  await fc.assert(fc.asyncProperty(fc.array(fc.option(element, { freq: 6 }), { maxLength: 12 }), async (list) => {
    expect(await readBack(bound(list))).toEqual(list);
  }), { numRuns: 150 });
}

describe('PostgreSQL reads back every list as it was bound', () => {
  const awkward = fc.constantFrom('', ' ', 'NULL', 'null', '{}', '{', '}', ',', '"', '\\', '\\"', '\\\\', '""', "'", '\n', '\t', ' a ', '{"a":"b\\nc"}', '\\x41', '₦', 'Adé', '👩‍👩‍👧', '[1:2]={a}');
  // PostgreSQL's text takes every character but zero, and no half of a surrogate pair.
  const anyText = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', ''));

  test('of strings', () => everyList(fc.oneof(awkward, anyText, fc.array(awkward).map((parts) => parts.join(''))), (list) => sql`${list}::text[]`));
  test('of whole numbers', () => everyList(fc.integer(), (list) => sql`${list}::int[]`));
  test('of money', () => everyList(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (list) => sql`${list}::bigint[]`));
  test('of fractions', () => everyList(fc.double().map((number) => number + 0), (list) => sql`${list}::float8[]`));
  test('of truth values', () => everyList(fc.boolean(), (list) => sql`${list}::bool[]`));
  test('of bytes', () => everyList(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)), (list) => sql`${list}::bytea[]`));
});

test('moments are read back to the millisecond, before 1970, before our era and after the year 9999 too', async () => {
  const moments = fc.oneof(
    fc.date({ min: new Date('-004000-01-01T00:00:00Z'), max: new Date('+020000-01-01T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '-000001-02-03T04:05:06.007Z', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00Z').map((text) => new Date(text)),
  );
  await fc.assert(fc.asyncProperty(fc.array(moments, { minLength: 1, maxLength: 12 }), async (list) => {
    const rows = await db.across('directory', (tx) => tx.rows<{ ms: bigint }>(sql`
      select (extract(epoch from m) * 1000)::bigint as ms from unnest(${list}::timestamptz[]) with ordinality as u (m, at) order by at`));
    expect(rows.map((row) => row.ms)).toEqual(list.map((moment) => BigInt(moment.getTime())));
  }), { numRuns: 150 });
});

test('lists of lists keep their shape', async () => {
  const rows = await db.across('directory', (tx) => tx.rows(sql`select ${[['a,b', null], ['"', 'NULL']]}::text[] as grid`));
  expect(rows).toEqual([{ grid: [['a,b', null], ['"', 'NULL']] }]);
});

test('what has no form of its own in a list is refused', () => {
  for (const element of [{}, Symbol('a'), () => 1]) expect(() => arrayText([element])).toThrow(TypeError);
  expect(() => arrayText([new Date(Number.NaN)])).toThrow(RangeError);
});
