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

  // The first as binary arrays, the second by a name of the type that has no binary form here.
  for (const [text, int, bigint, bool, bytea] of [['text', 'int', 'bigint', 'bool', 'bytea'], ['varchar', 'int4', 'int8', 'boolean', 'pg_catalog.bytea']] as const) {
    const as = (list: readonly unknown[], type: string): Sql => ({ text: `$1::${type}[]`, values: [list], name: `list_of_${type}` });
    test(`of strings as ${text}`, () => everyList(fc.oneof(awkward, anyText, fc.array(awkward).map((parts) => parts.join(''))), (list) => as(list, text)));
    test(`of whole numbers as ${int}`, () => everyList(fc.integer(), (list) => as(list, int)));
    test(`of money as ${bigint}`, () => everyList(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (list) => as(list, bigint)));
    test(`of truth values as ${bool}`, () => everyList(fc.boolean(), (list) => as(list, bool)));
    test(`of bytes as ${bytea}`, () => everyList(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)), (list) => as(list, bytea)));
  }
  test('of fractions', () => everyList(fc.double().map((number) => number + 0), (list) => sql`${list}::float8[]`));

  test('of long texts and bytes, the statement growing to megabytes, and small ones afterwards', async () => {
    const long = 'é₦"\\'.repeat(400_000);
    expect(await readBack(sql`${[long, '', null, long]}::text[]`)).toEqual([long, '', null, long]);
    const bytes = Buffer.alloc(3_000_000, 7);
    expect(await readBack(sql`${[bytes]}::bytea[]`)).toEqual([bytes]);
    expect(await readBack(sql`${['a']}::text[]`)).toEqual(['a']);
  });
});

test('an element that is not of the list\'s type is read as its text, by PostgreSQL\'s rules', async () => {
  expect(await readBack(sql`${['a', 7, true, 8n]}::text[]`)).toEqual(['a', '7', 'true', '8']);
  expect(await readBack(sql`${['7', 8, null]}::int[]`)).toEqual([7, 8, null]);
  expect(await readBack(sql`${[7, '8', 9n]}::bigint[]`)).toEqual([7n, 8n, 9n]);
  expect(await readBack(sql`${['2026-03-01T08:30:00Z', new Date('2026-03-01T08:30:00.001Z')]}::timestamptz[]`)).toEqual([new Date('2026-03-01T08:30:00Z'), new Date('2026-03-01T08:30:00.001Z')]);
  await expect(readBack(sql`${['seven']}::int[]`)).rejects.toThrow('invalid input syntax');
  await expect(readBack(sql`${[2 ** 31]}::int[]`)).rejects.toThrow('out of range');
  await expect(readBack(sql`${[2n ** 63n]}::bigint[]`)).rejects.toThrow('out of range');
  await expect(readBack(sql`${['a\0b']}::text[]`)).rejects.toThrow('invalid byte sequence');
});

describe('moments are read back to the millisecond', () => {
  const everyMoment = (moments: fc.Arbitrary<Date>): Promise<void> => fc.assert(fc.asyncProperty(fc.array(moments, { minLength: 1, maxLength: 12 }), async (list) => {
    const rows = await db.across('directory', (tx) => tx.rows<{ ms: bigint }>(sql`
      select (extract(epoch from m) * 1000)::bigint as ms from unnest(${list}::timestamptz[]) with ordinality as u (m, at) order by at`));
    expect(rows.map((row) => row.ms)).toEqual(list.map((moment) => BigInt(moment.getTime())));
  }), { numRuns: 150 });

  test('before 1970, before our era and after the year 9999 too', () => everyMoment(fc.oneof(
    fc.date({ min: new Date('-004000-01-01T00:00:00Z'), max: new Date('+020000-01-01T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '-000001-02-03T04:05:06.007Z', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00Z').map((text) => new Date(text)),
  )));

  // One moment that is none of these makes a text of its whole list: with all years mixed, few lists would be binary.
  test('in binary form, to the last moment that has one', () => {
    const furthest = Math.floor(Number.MAX_SAFE_INTEGER / 1000);
    const [first, last] = [Date.UTC(2000, 0, 1) - furthest, Date.UTC(2000, 0, 1) + furthest];
    return everyMoment(fc.oneof(
      fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true }),
      fc.constantFrom(first, last, -1, 0, Date.UTC(1999, 11, 31, 23, 59, 59, 999), Date.UTC(2000, 0, 1)).map((ms) => new Date(ms)),
    ));
  });
});

test('lists of lists keep their shape', async () => {
  const rows = await db.across('directory', (tx) => tx.rows(sql`select ${[['a,b', null], ['"', 'NULL']]}::text[] as grid`));
  expect(rows).toEqual([{ grid: [['a,b', null], ['"', 'NULL']] }]);
});

test('what has no form of its own in a list is refused', () => {
  for (const element of [{}, Symbol('a'), () => 1]) expect(() => arrayText([element])).toThrow(TypeError);
  expect(() => arrayText([new Date(Number.NaN)])).toThrow(RangeError);
});
