import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createDatabase, type Database, sqlState } from './database.ts';
import { sql } from './sql.ts';
import { type Asking, askTogether } from './statement-group.ts';

let database: TestDatabase;
let db: Database;
let client: pg.Client;
let asking: Asking;
/** What the server has sent, by kind. */
const messages = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection, { poolSize: 1, onError: () => undefined });
  const settings: pg.ClientConfig & { pipeline: boolean } = { ...database.connection, pipeline: true };
  client = new pg.Client(settings);
  await client.connect();
  const { connection } = client as unknown as { connection: pg.Connection };
  for (const kind of ['readyForQuery', 'rowDescription', 'parseComplete']) connection.on(kind, () => messages.set(kind, (messages.get(kind) ?? 0) + 1));
  asking = askTogether(client, pg.types);
});

afterAll(async () => {
  await client.end();
  await db.close();
  await database.drop();
});

async function countMessages(work: () => Promise<unknown>): Promise<Record<string, number>> {
  messages.clear();
  await work();
  return Object.fromEntries(messages);
}

const twoAtOnce = () => Promise.all([asking.ask(sql`select ${1}::int as one`), asking.ask(sql`select ${'2'}::text as two`), asking.ask(sql`select ${3}::int as one`)]);

test('statements of one turn are one group; the next time none is prepared or described', async () => {
  expect(await countMessages(twoAtOnce)).toEqual({ readyForQuery: 1, parseComplete: 2, rowDescription: 3 });
  expect(await countMessages(twoAtOnce)).toEqual({ readyForQuery: 1 });
  expect((await twoAtOnce()).map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ two: '2' }], [{ one: 3 }]]);
});

test('one statement twice in its first group, and in the group behind it, is prepared once', async () => {
  const first = () => asking.ask(sql`select ${'a'}::text as first`);
  const together = Promise.all([first(), first()]);
  asking.send();
  const counted = await countMessages(async () => expect((await Promise.all([together, first()])).flat().map(({ rows }) => rows)).toEqual([[{ first: 'a' }], [{ first: 'a' }], [{ first: 'a' }]]));
  expect(counted['parseComplete']).toBe(1);
});

test('a statement is prepared anew after 8 uses, 16 and 32, with what is known of its columns, and answers as before', async () => {
  const use = () => asking.ask(sql`select ${7}::int as renewed`);
  const prepared: number[] = [];
  for (let uses = 0; uses < 40; uses += 1) {
    const counted = await countMessages(async () => expect((await use()).rows).toEqual([{ renewed: 7 }]));
    if (counted['parseComplete'] !== undefined) prepared.push(uses);
    expect(counted['rowDescription']).toBe(uses === 0 ? 1 : undefined);
  }
  expect(prepared).toEqual([0, 8, 16, 32]);
});

test('what comes back is what the driver makes of it: every type that is bound, null, no rows, counts', async () => {
  const bytes = new Uint8Array([0, 1, 255]);
  const at = new Date('2026-02-28T22:59:59.123Z');
  const values = () => sql`select ${'õ "\\ \u0001'}::text as text, ${1.5}::float8 as float, ${9_007_199_254_740_993n}::text as big, ${true}::boolean as yes, ${bytes}::bytea as bytes, ${at}::timestamptz as at, ${{ a: [1, null] }}::jsonb as json, ${null}::text as none, ${['x', null]}::text[] as list`;
  const expected = { text: 'õ "\\ \u0001', float: 1.5, big: '9007199254740993', yes: true, bytes: Buffer.from(bytes), at, json: { a: [1, null] }, none: null, list: ['x', null] };
  // Described, and from what was described before.
  for (let time = 0; time < 2; time += 1) expect((await asking.ask(values())).rows).toEqual([expected]);
  await asking.ask(sql`create temporary table counted (n int)`);
  expect(await asking.ask(sql`insert into counted select generate_series(1, 3)`)).toEqual({ command: 'INSERT', rows: [], rowCount: 3 });
  expect(await asking.ask(sql`update counted set n = n + 1 where n > ${1}`)).toEqual({ command: 'UPDATE', rows: [], rowCount: 2 });
  expect(await asking.ask(sql`select n from counted where n = ${99}`)).toEqual({ command: 'SELECT', rows: [], rowCount: 0 });
  expect(await asking.ask(sql`select`)).toEqual({ command: 'SELECT', rows: [{}], rowCount: 1 });
});

test('of one that fails those behind it fail as in an aborted transaction, and each can be asked again', async () => {
  const statements = [sql`select ${1}::int as before`, sql`select 1 / ${0}::int as failing`, sql`select ${2}::int as behind`];
  for (let time = 0; time < 2; time += 1) {
    await asking.ask(sql`begin`);
    const ended = await Promise.allSettled(statements.map(asking.ask));
    expect(ended.map((each) => (each.status === 'fulfilled' ? each.value.rows[0] : sqlState(each.reason)))).toEqual([{ before: 1 }, '22012', '25P02']);
    await asking.ask(sql`rollback`);
  }
  expect((await asking.ask(sql`select ${2}::int as behind`)).rows).toEqual([{ behind: 2 }]);
  expect((await asking.ask(sql`select 1 / ${2}::int as failing`)).rows).toEqual([{ failing: 0 }]);
});

test('one that cannot be prepared says why each time', async () => {
  for (let time = 0; time < 2; time += 1) await expect(asking.ask(sql`select nothing_of_this_name`)).rejects.toMatchObject({ code: '42703' });
});

test('a table that gets a column is read anew after one refusal', async () => {
  const all = () => asking.ask(sql`select * from widened`);
  await asking.ask(sql`create temporary table widened as select 1 as a`);
  expect((await all()).rows).toEqual([{ a: 1 }]);
  await asking.ask(sql`alter table widened add column b text default 'new'`);
  await expect(all()).rejects.toMatchObject({ code: '0A000' });
  expect((await all()).rows).toEqual([{ a: 1, b: 'new' }]);
});

test('what is no value is refused before anything is sent', async () => {
  await expect(asking.ask(sql`select ${Symbol('none')}::text as none`)).rejects.toThrow('A symbol cannot be bound.');
  expect((await twoAtOnce()).length).toBe(3);
});

test('a statement that is asked in the moment the work fails does not run outside its transaction', async () => {
  await expect(db.across('directory', (tx) => {
    void tx.execute(sql`insert into organization (organization_id, name, created_at) values ('org_beside', 'beside', now())`).catch(() => undefined);
    return Promise.reject(new Error('refused'));
  })).rejects.toThrow('refused');
  expect(await db.across('directory', (tx) => tx.rows(sql`select 1 from organization where organization_id = 'org_beside'`))).toEqual([]);
});

test('a connection that breaks refuses all that was asked', async () => {
  const own = new pg.Client({ ...database.connection, pipeline: true } as pg.ClientConfig);
  await own.connect();
  own.on('error', () => undefined);
  const { rows: [{ pid } = { pid: 0 }] } = await own.query<{ pid: number }>('select pg_backend_pid() as pid');
  const breaking = askTogether(own, pg.types);
  const asked = Promise.allSettled([breaking.ask(sql`select pg_sleep(${60})`), breaking.ask(sql`select ${1}::int as behind`)]);
  await expect.poll(async () => (await asking.ask(sql`select pg_terminate_backend(pid) as ended from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`)).rows).toEqual([{ ended: true }]);
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(breaking.ask(sql`select 1`)).rejects.toThrow();
});

test('a value that cannot be bound fails its statement alone', async () => {
  const [refused, before, behind] = await Promise.allSettled([asking.ask(sql`select ${Symbol('none')}::text as none`), asking.ask(sql`select ${1}::int as one`), asking.ask(sql`select ${[2]}::int[] as two`)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
  expect([before, behind]).toMatchObject([{ value: { rows: [{ one: 1 }] } }, { value: { rows: [{ two: [2] }] } }]);
  await expect(asking.ask(sql`select ${[new Date(Number.NaN)]}::timestamptz[] as moment`)).rejects.toThrow(RangeError);
  expect((await asking.ask(sql`select ${1}::int as one`)).rows).toEqual([{ one: 1 }]);
});
