import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withConnection } from '#tests/support/test-server.ts';
import { between, type LongList, timeIn, wholeOf } from './long-list.ts';
import { findPage, rankOf, readLists, readPage } from './marks.ts';

let database: TestDatabase;
let db: Database;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { poolSize: 4, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Entries of the audit log stand for the rows of any list; `details.odd` for a state that may change. */
const everything: LongList = {
  name: 'audit/all', idPrefix: null,
  rowsOf: (tx, span) => sql`select created_at as place, length(audit_id)::bigint as kobo from audit_entry where tenant_id = ${tx.tenantId} and ${timeIn(sql`created_at`, span)}`,
};
const odd: LongList = {
  name: 'audit/odd', idPrefix: null, settledBefore: () => Promise.resolve(null),
  rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from audit_entry where tenant_id = ${tx.tenantId} and action = 'odd' and ${timeIn(sql`created_at`, span)}`,
};

const even: LongList = {
  name: 'audit/even', idPrefix: null,
  rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from audit_entry where tenant_id = ${tx.tenantId} and action = 'even' and ${timeIn(sql`created_at`, span)}`,
};

/** A tenant of its own with so many rows, `apart` seconds from each other in groups of `together`, the newest of them `ago` seconds old. */
async function fill(rows: number, { apart, together, ago }: { apart: number; together: number; ago: number }): Promise<void> {
  const { tenants } = await createOrganization(db, systemIds(), Buffer.alloc(32, 7), 'Test organization');
  tenantId = tenants.sandbox;
  await add(rows, { apart, together, ago });
}

async function add(rows: number, { apart, together, ago }: { apart: number; together: number; ago: number }): Promise<void> {
  await ofRows(`${insertEntry}
    select $1, 'aud_' || $5::float8 || '_' || n, 'x', case when n % 17 = 0 then 'odd' else 'even' end, 'y', '{}', date_trunc('milliseconds', now()) - make_interval(secs => $5::float8 + (($2::int - n) / $4::int) * $3::float8)
    from generate_series(1, $2::int) as n`, [tenantId, rows, apart, together, ago]);
}

const insertEntry = 'insert into audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at)';
const asOwner = (): pg.ClientConfig => ({ ...database.connection, options: '-c search_path=openteller' });
const ofRows = <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> => withConnection(asOwner(), async (client) => (await client.query<Row>(statement, values)).rows);

/** What is settled is a minute before the oldest begin: with a database that says a minute later, a test need not wait for it. */
async function withoutMargin(work: () => Promise<void>): Promise<void> {
  await ofRows(`alter function oldest_begin() rename to true_begin; create function oldest_begin() returns timestamptz language sql as $$ select true_begin() + interval '60 seconds' $$`);
  try {
    await work();
  } finally {
    await ofRows('drop function oldest_begin(); alter function true_begin() rename to oldest_begin');
  }
}

type Mark = { place: string; rows: bigint; kobo: bigint };
const marks = (): Promise<Mark[]> => db.read(tenantId, (tx) => tx.rows(sql`select place, rows, kobo from list_mark where tenant_id = ${tx.tenantId} order by place`));

/** The rows of one page by their marks, as the stores read them; and by the plain statement that walks. */
async function pageOf(limit: number, offset: number, of: { from: Date | null; to: Date | null; even: boolean; oldestFirst?: boolean } = { from: null, to: null, even: false }): Promise<{ found: unknown; plain: unknown; skipped: number }> {
  return readLists(db, tenantId, 'snapshot', async (tx) => {
    const span = between(of.from, of.to);
    let skipped = 0;
    const where = sql`tenant_id = ${tx.tenantId} ${of.even ? sql`and action = 'even'` : sql``}`;
    const { total, rows: ids } = await readPage(tx, everything, span, { limit, offset }, (at) => {
      skipped = at.skip;
      return tx.rows(sql`select audit_id from audit_entry where ${where} and ${timeIn(sql`created_at`, at.span)} order by created_at desc, audit_id desc limit ${at.limit} offset ${at.skip}`);
    }, { without: of.even ? [odd] : [], oldestFirst: of.oldestFirst ?? false });
    const plainIds = await tx.rows(sql`select audit_id from audit_entry where ${where} and ${timeIn(sql`created_at`, span)} order by ${of.oldestFirst === true ? sql`created_at, audit_id` : sql`created_at desc, audit_id desc`} limit ${limit} offset ${offset}`);
    const [plain] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from audit_entry where ${where} and ${timeIn(sql`created_at`, span)}`);
    return { found: { total, ids }, plain: { total: plain?.total, ids: of.oldestFirst === true ? plainIds.toReversed() : plainIds }, skipped };
  });
}

/** As `pageOf` of the whole list, by the marks of the even ones and what the odd ones are beside them. */
async function pageBeside(limit: number, offset: number): Promise<{ found: unknown; plain: unknown; skipped: number }> {
  return readLists(db, tenantId, 'snapshot', async (tx) => {
    const { total, at } = await findPage(tx, even, between(null, null), { limit, offset }, { beside: [odd] });
    const ids = at === null ? [] : await tx.rows(sql`select audit_id from audit_entry where tenant_id = ${tx.tenantId} and ${timeIn(sql`created_at`, at.span)} order by created_at desc, audit_id desc limit ${at.limit} offset ${at.skip}`);
    const plain = await tx.rows(sql`select audit_id from audit_entry where tenant_id = ${tx.tenantId} order by created_at desc, audit_id desc limit ${limit} offset ${offset}`);
    const [count] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from audit_entry where tenant_id = ${tx.tenantId}`);
    return { found: { total, ids }, plain: { total: count?.total, ids: plain }, skipped: at?.skip ?? 0 };
  });
}

/** Each mark says what stands before it now. */
async function expectTrue(stored: readonly Mark[]): Promise<void> {
  for (const mark of stored) {
    const [plain] = await db.read(tenantId, (tx) => tx.rows(sql`
      select count(*) as rows, sum(length(audit_id))::bigint as kobo from audit_entry where tenant_id = ${tx.tenantId} and created_at < ${mark.place}::timestamptz`));
    expect({ rows: mark.rows, kobo: mark.kobo }).toEqual(plain);
  }
}

async function expectExact(rows: number): Promise<void> {
  for (const offset of [0, 1, 999, 1_000, 1_001, Math.floor(rows / 2), rows - 21, rows - 1, rows, rows + 5]) {
    for (const even of [false, true]) {
      for (const oldestFirst of [false, true]) {
        const { found, plain } = await pageOf(20, offset, { from: null, to: null, even, oldestFirst });
        expect(found, `offset ${offset}, even ${even}, oldest first ${oldestFirst}`).toEqual(plain);
      }
    }
  }
}

describe('totals and pages by marks are those of the rows', () => {
  test('with rows one by one, before any mark and after', async () => {
    await fill(9_000, { apart: 7, together: 1, ago: 3_600 });
    await expectExact(9_000);
    expect((await marks()).length).toBe(9);
    await expectExact(9_000);
    expect((await pageOf(20, 5_000)).skipped).toBeLessThan(1_000);
  });

  test('with many rows of one instant, more of them than lie between two marks', async () => {
    await fill(9_000, { apart: 60, together: 1_500, ago: 3_600 });
    await pageOf(20, 0);
    await expectExact(9_000);
    expect((await marks()).length).toBeGreaterThan(3);
  });

  test('when rows come after the marks, and marks after them', async () => {
    await fill(5_000, { apart: 1, together: 3, ago: 100_000 });
    await pageOf(20, 0);
    await add(6_000, { apart: 1, together: 2, ago: 3_600 });
    const before = (await marks()).length;
    await expectExact(11_000);
    expect((await marks()).length).toBeGreaterThan(before);
    await expectExact(11_000);
  });

  test('with rows beside the list that count too', async () => {
    await fill(9_000, { apart: 60, together: 3, ago: 3_600 });
    await pageBeside(20, 0);
    expect((await marks()).length).toBeGreaterThan(5);
    for (const offset of [0, 20, 999, 1_000, 1_001, 2_500, 4_000, 4_500, 6_000, 7_900, 8_979, 8_999, 9_000]) {
      const { found, plain, skipped } = await pageBeside(20, offset);
      expect(found, `offset ${offset}`).toEqual(plain);
      expect(skipped).toBeLessThan(2_000);
    }
  });

  test('in a span of time', async () => {
    await fill(8_000, { apart: 10, together: 1, ago: 3_600 });
    await pageOf(20, 0);
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
    for (const of of [{ from: ago(50_000), to: ago(20_000), even: false }, { from: ago(70_000), to: null, even: true }, { from: null, to: ago(60_000), even: true }, { from: ago(10_000), to: ago(20_000), even: false }]) {
      for (const offset of [0, 1_500, 2_990]) {
        const { found, plain } = await pageOf(20, offset, of);
        expect(found).toEqual(plain);
      }
    }
  });

  test('and the sums before a place are those of the rows before it', async () => {
    await fill(7_000, { apart: 5, together: 4, ago: 3_600 });
    await pageOf(20, 0);
    const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 8_000_000);
    await readLists(db, tenantId, 'snapshot', async (tx) => {
      const [plain] = await tx.rows(sql`select count(*)::int as rows, coalesce(sum(length(audit_id)), 0)::bigint as kobo from audit_entry where tenant_id = ${tx.tenantId} and created_at < ${at}`);
      expect(await rankOf(tx, everything, at.toISOString())).toEqual(plain);
    });
    const stored = await marks();
    expect(stored.length).toBeGreaterThan(3);
    await expectTrue(stored);
  });
});

describe('a mark is made only where no row can come any more', () => {
  test('so up to a minute ago, and not among the rows since then', async () => {
    await fill(8_000, { apart: 0.025, together: 1, ago: 0 });
    await pageOf(20, 0);
    const [young] = await ofRows<{ marks: number }>('select count(*)::int as marks from list_mark where tenant_id = $1 and place::timestamptz >= now() - interval \'1 minute\'', [tenantId]);
    expect(young).toEqual({ marks: 0 });
    // A minute is 2,400 of these rows.
    expect((await marks()).length).toBeGreaterThanOrEqual(5);
    await expectExact(8_000);
  });

  test('so not behind the begin of a transaction that is still open, however old that is; once it is over they follow', () => withoutMargin(async () => {
    await fill(4_000, { apart: 1, together: 1, ago: 3_600 });
    await withConnection(asOwner(), async (held) => {
      await held.query('begin');
      await held.query(`${insertEntry} values ($1, 'aud_held', 'x', 'even', 'y', '{}', date_trunc('milliseconds', now()))`, [tenantId]);
      const { rows: [begun] } = await held.query<{ at: Date }>('select now() as at');
      const at = expectPresent(begun).at.toISOString();
      await ofRows(`${insertEntry} select $1, 'aud_late_' || n, 'x', 'even', 'y', '{}', $2::timestamptz + (n / 10) * interval '1 millisecond' from generate_series(1, 5000) as n`, [tenantId, at]);
      await ofRows('select pg_sleep(extract(epoch from greatest($1::timestamptz + interval \'1 second\' - clock_timestamp(), interval \'0\'))::float8)', [at]);
      await expectExact(9_000);
      expect((await marks()).map(({ place }) => place).filter((place) => place > at)).toEqual([]);
      expect((await marks()).length).toBe(4);
      await held.query('commit');
    });
    await expectExact(9_001);
    expect((await marks()).length).toBeGreaterThan(5);
    await expectExact(9_001);
    await expectTrue(await marks());
  }));

  test('by what a reader with an older snapshot finds, which counts without the marks that came after it', () => withoutMargin(async () => {
    await fill(4_000, { apart: 1, together: 1, ago: 3_600 });
    await readLists(db, tenantId, 'snapshot', async (tx) => {
      const before = await rankOf(tx, everything, wholeOf(everything).to);
      await add(5_000, { apart: 0.1, together: 10, ago: 1 });
      await pageOf(20, 0);
      expect((await marks()).length).toBeGreaterThan(5);
      expect(await rankOf(tx, everything, wholeOf(everything).to)).toEqual(before);
    });
    await expectExact(9_000);
    await expectTrue(await marks());
  }));

  test('and not soon after a sandbox\'s clock was moved: a transaction may still write rows of before', async () => {
    await fill(6_000, { apart: 5, together: 1, ago: 3_600 });
    await db.write(tenantId, (tx) => tx.execute(sql`update tenant set clock_offset_seconds = clock_offset_seconds + 86400, clock_moved_at = now() where tenant_id = ${tx.tenantId}`));
    await pageOf(20, 0);
    expect(await marks()).toEqual([]);
    await db.write(tenantId, (tx) => tx.execute(sql`update tenant set clock_moved_at = now() - interval '11 minutes' where tenant_id = ${tx.tenantId}`));
    await pageOf(20, 0);
    expect(await marks()).not.toEqual([]);
  });

  test('and by one reader at a time: others leave it to that one', async () => {
    await fill(9_000, { apart: 2, together: 1, ago: 3_600 });
    let [reading, writing] = [0, 0];
    const allHaveRead = Promise.withResolvers<void>();
    const watched: Database = {
      ...db,
      read: (tenant, work) => db.read(tenant, work).finally(() => ((reading += 1) === 4 ? allHaveRead.resolve() : undefined)),
      write: async (tenant, work) => {
        writing += 1;
        await allHaveRead.promise;
        return db.write(tenant, work);
      },
    };
    await Promise.all([1, 2, 3, 4].map(() => readLists(watched, tenantId, 'read', (tx) => rankOf(tx, everything, wholeOf(everything).to))));
    expect(writing).toBe(1);
    expect((await marks()).length).toBe(9);
    await readLists(watched, tenantId, 'read', (tx) => rankOf(tx, everything, wholeOf(everything).to));
    expect(writing).toBe(1);
  });

  test('and never in a list whose rows may still leave it', async () => {
    await fill(80_000, { apart: 1, together: 1, ago: 3_600 });
    await readLists(db, tenantId, 'read', (tx) => rankOf(tx, odd, between(null, null).to));
    expect(await marks()).toEqual([]);
  });

  test('and readers who make marks at once make the same list', async () => {
    await fill(12_000, { apart: 2, together: 1, ago: 3_600 });
    await Promise.all([1, 2, 3, 4].map(() => pageOf(20, 0)));
    await expectExact(12_000);
  });
});

test('a reader whose marks cannot be written now has its answer all the same; a fault of ours is heard', async () => {
  await fill(4_000, { apart: 1, together: 1, ago: 200 });
  const failing = (code: string): Promise<unknown[]> => ofRows(`create function deny() returns trigger language plpgsql as $$ begin raise exception 'denied' using errcode = '${code}'; end $$;
    create trigger denied before insert on list_mark execute function deny()`);
  const whole = () => readLists(db, tenantId, 'read', (tx) => rankOf(tx, everything, wholeOf(everything).to));
  // As a standby says it.
  for (const [code, outcome] of [['25006', { status: 'fulfilled', value: { rows: 4_000 } }], ['23514', { status: 'rejected', reason: { code: '23514' } }]] as const) {
    await failing(code);
    const [read] = await Promise.allSettled([whole()]);
    expect(read).toMatchObject(outcome);
    expect(await marks()).toEqual([]);
    await ofRows('drop trigger denied on list_mark; drop function deny()');
  }
  await whole();
  expect((await marks()).length).toBeGreaterThan(0);
});
