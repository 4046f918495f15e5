import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#src/db/migrate.ts';
import { sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import { firstIdAt } from '#src/lib/ids.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withConnection } from '#tests/support/test-server.ts';
import { type LongList, wholeOf } from './long-list.ts';
import { readSettled, type Settled, settledPlace } from './settled.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const settled = (): Promise<Settled> => app.db.read(app.tenantId, readSettled);
const one = async <Row extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<Row> => expectOne((await client.query<Row>(statement)).rows);
const nowOf = async (client: pg.Client): Promise<Date> => (await one<{ at: Date }>(client, 'select now() as at')).at;
const asOwner = (): pg.ClientConfig => ({ ...app.database.connection, options: '-c search_path=openteller' });
const secondsBefore = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1000);

describe('what is settled', () => {
  test('lies a minute, and for ids ten, before the begin of the oldest transaction that is open, and goes on when that is over', async () => {
    await withConnection(asOwner(), async (held) => {
      await held.query('begin');
      const begun = await nowOf(held);
      const before = { time: secondsBefore(begun, 60), machineTime: secondsBefore(begun, 600) };
      expect(await settled()).toMatchObject(before);
      expect(await settled()).toMatchObject(before);
      await held.query('commit');
      const after = await settled();
      expect(after.time.getTime()).toBeGreaterThan(before.time.getTime());
      expect(after.time.getTime() - after.machineTime.getTime()).toBe(540_000);
    });
  });

  test('does not wait for transactions of another database', async () => {
    const other = await createTestDatabase();
    try {
      await withConnection(other.connection, async (held) => {
        await held.query('begin');
        const begun = await nowOf(held);
        expect((await settled()).time.getTime()).toBeGreaterThan(secondsBefore(begun, 60).getTime());
      });
    } finally {
      await other.drop();
    }
  });

  test('is nothing by time until ten minutes after the move of a sandbox\'s clock was committed, however long that took', async () => {
    await withConnection(asOwner(), async (held) => {
      await held.query('begin');
      await held.query('select from tenant where tenant_id = $1 for update', [app.tenantId]);
      const moving = app.call('POST', '/sandbox/clock', { advanceSeconds: 60 });
      await expect.poll(() => withConnection(asOwner(), async (client) => (await client.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount), { timeout: 60_000 }).toBe(1);
      const { at: letGo } = await one<{ at: Date }>(held, 'select clock_timestamp() as at');
      await held.query('commit');
      expect((await moving).status).toBe(200);
      const { moved } = await one<{ moved: Date }>(held, `select clock_moved_at as moved from tenant where tenant_id = '${app.tenantId}'`);
      expect(moved.getTime()).toBeGreaterThanOrEqual(letGo.getTime());
      expect((await settled()).time).toEqual(new Date(0));
      // As it stands until the move is committed, and for good where its process died then.
      await held.query(`update tenant set clock_moved_at = 'infinity' where tenant_id = $1`, [app.tenantId]);
      expect((await settled()).time).toEqual(new Date(0));
    });
  });
});

test.each<[string, string | null]>([['by their time', null], ['by their ids', 'evt']])('a list of rows %s may hold back what is settled, and does not bring it forward', async (_, idPrefix) => {
  await app.db.read(app.tenantId, async (tx) => {
    const at = await readSettled(tx);
    const list: LongList = { name: 'any', idPrefix, rowsOf: () => sql`select` };
    const byTime = await settledPlace(tx, list, at);
    expect(byTime).toBe(idPrefix === null ? at.time.toISOString() : firstIdAt(idPrefix, at.machineTime));
    const before = async (place: string | null): Promise<string> => settledPlace(tx, { ...list, settledBefore: (_tx, asked) => Promise.resolve(asked === byTime ? place : 'never') }, at);
    expect(await before(null)).toBe(wholeOf(list).from);
    expect(await before(wholeOf(list).to)).toBe(byTime);
    const earlier = idPrefix === null ? '1969-01-01T00:00:00.000Z' : firstIdAt(idPrefix, 1);
    expect(await before(earlier)).toBe(earlier);
  });
});

test('an owner who is no superuser sees the sessions of the program, and takes those it may not see for ten minutes old', async () => {
  const database = await createTestDatabase();
  const [owner, other, guest] = [`owner_${database.name.slice(-8)}`, `other_${database.name.slice(-8)}`, `guest_${database.name.slice(-8)}`];
  const as = (user: string): pg.ClientConfig => ({ ...database.connection, user, password: 'x', options: `-c search_path=openteller${user === guest ? '' : ' -c role=openteller_app'}` });
  const ago = (client: pg.Client): Promise<{ seconds: number }> => one(client, 'select extract(epoch from now() - oldest_begin())::float8 as seconds');
  const asAdmin = (statement: string): Promise<unknown> => withConnection(database.connection, (client) => client.query(statement));
  try {
    await asAdmin(`drop schema openteller cascade; create role ${owner} login createrole password 'x'; create role ${other} login password 'x'; create role ${guest} login password 'x';
      grant create on database ${database.name} to ${owner}; grant openteller_app to ${owner} with admin option; grant openteller_app to ${other}`);
    await migrate({ ...database.connection, user: owner, password: 'x' });
    await withConnection(as(owner), (program) => withConnection(as(owner), async (held) => {
      await held.query('begin');
      const begun = await nowOf(held);
      expect(await one(program, 'select oldest_begin() as at')).toEqual({ at: begun });
      await held.query('commit');
      await withConnection(as(guest), async () => expect((await ago(program)).seconds).toBe(0));
      await withConnection(as(other), async () => expect((await ago(program)).seconds).toBe(600));
    }));
  } finally {
    await asAdmin(`drop owned by ${owner} cascade; drop role ${owner}; drop role ${other}; drop role ${guest}`);
    await database.drop();
  }
});

test('nobody but the program asks for it, nor for any function of the schema', async () => {
  await withConnection(asOwner(), async (client) => {
    const functions = await client.query(`
      select proname as name, prosecdef as definer, proconfig as settings, has_function_privilege('openteller_app', oid, 'execute') as "mayProgram",
        exists (select 1 from aclexplode(proacl) where grantee = 0) as "mayEverybody", pg_get_userbyid(proowner) = current_user as "isOwners"
      from pg_proc where pronamespace = 'openteller'::regnamespace order by proname`);
    expect(functions.rows).toEqual([
      { name: 'oldest_begin', definer: true, settings: ['search_path=pg_catalog, pg_temp'], mayProgram: true, mayEverybody: false, isOwners: true },
      { name: 'refuse', definer: false, settings: null, mayProgram: true, mayEverybody: false, isOwners: true },
    ]);
  });
  expect(await app.db.read(app.tenantId, (tx) => tx.rows(sql`select oldest_begin() <= now() as past`))).toEqual([{ past: true }]);
});
