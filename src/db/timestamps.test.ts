import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readTimestamp } from './timestamps.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const byDriver = pg.types.getTypeParser(1184, 'text');

/** What PostgreSQL answers for so many microseconds after 1970. */
async function answered(micros: bigint): Promise<string> {
  const { rows } = await client.query<{ moment: string }>(`select (timestamptz 'epoch' + $1::bigint / 1000000 * interval '1 second' + $1::bigint % 1000000 * interval '1 microsecond')::text as moment`, [micros]);
  return rows[0]?.moment ?? '';
}

// From 3000 before our era to the year 12000, and mostly now.
const micros = fc.oneof(fc.bigInt({ min: -156_000_000_000_000_000n, max: 316_000_000_000_000_000n }), fc.bigInt({ min: 0n, max: 3_000_000_000_000_000n }), fc.bigInt({ min: 0n, max: 3_000_000_000n }).map((seconds) => seconds * 1_000_000n));

for (const zone of ['UTC', 'Africa/Lagos', 'Asia/Kathmandu']) {
  test(`a moment as a session in ${zone} answers it is read to its millisecond`, async () => {
    await client.query(`set timezone = '${zone}'`);
    await fc.assert(fc.asyncProperty(micros, async (at) => {
      const text = await answered(at);
      expect(readTimestamp(text)).toEqual(byDriver(text));
      if (at > 0n) expect(readTimestamp(text)).toEqual(new Date(Number(at / 1000n)));
    }), { numRuns: 200 });
  });
}

test('fractions of every length, and what is no moment of the calendar', () => {
  for (const text of ['2026-03-01 08:30:00+00', '2026-03-01 08:30:00.1+00', '2026-03-01 08:30:00.12+00', '2026-03-01 08:30:00.123+00', '2026-03-01 08:30:00.1239+00', '2026-03-01 08:30:00.123999+00', '0099-12-31 23:59:59.999+00', '0100-01-01 00:00:00+00', '10000-01-01 00:00:00+00', '0001-01-01 00:00:00+00 BC', 'infinity', '-infinity']) {
    expect(readTimestamp(text)).toEqual(byDriver(text));
  }
  expect(readTimestamp('2026-03-01 08:30:00.123999+00')).toEqual(new Date('2026-03-01T08:30:00.123Z'));
});
