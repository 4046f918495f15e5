import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withConnection } from '#tests/support/test-server.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let directory = '';

beforeAll(() => { directory = mkdtempSync(join(tmpdir(), 'openteller migrations ')); });
afterAll(() => rmSync(directory, { recursive: true, force: true }));

beforeEach(async () => {
  database = await createTestDatabase();
  // The schema of the template is not wanted here.
  await run(database.connection, 'drop schema openteller cascade');
  write({ '0001-first.sql': 'create table thing (id int primary key);', '0002-second.sql': 'insert into openteller.thing values (1);' });
});
afterEach(() => database.drop());

function write(files: Record<string, string>): void {
  rmSync(directory, { recursive: true, force: true });
  directory = mkdtempSync(join(tmpdir(), 'openteller migrations '));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

function add(name: string, text: string): void {
  writeFileSync(join(directory, name), text);
}

function run(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  return withConnection(connection, async (client) => (await client.query(text)).rows);
}

it('applies each file once, in order, in the schema openteller', async () => {
  const lines: string[] = [];
  expect(await migrate(database.connection, { directory, log: (line) => lines.push(line) })).toEqual(['0001-first', '0002-second']);
  expect(lines).toEqual(['Applied migration 0001-first.', 'Applied migration 0002-second.']);
  expect(await migrate(database.connection, { directory })).toEqual([]);
  expect(await run(database.connection, 'select id from openteller.thing')).toEqual([{ id: 1 }]);
});

it('applies each file once when several programs start together', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.connection, { directory })));
  expect(applied.flat().sort()).toEqual(['0001-first', '0002-second']);
});

it('several databases of one server are set up at once without tripping over the shared role', async () => {
  const others = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  await Promise.all(others.map((other) => run(other.connection, 'drop schema openteller cascade')));
  await Promise.all(others.map((other) => migrate(other.connection, { directory })));
  await Promise.all(others.map((other) => other.drop()));
});

it('rolls a failing file back whole, records nothing of it, and goes on from there once it is repaired', async () => {
  add('0003-broken.sql', 'create table half (id int); insert into half values (1); select 1 / 0;');
  await expect(migrate(database.connection, { directory })).rejects.toThrow('division by zero');
  expect(await run(database.connection, "select to_regclass('openteller.half') as half")).toEqual([{ half: null }]);
  add('0003-broken.sql', 'create table half (id int);');
  expect(await migrate(database.connection, { directory })).toEqual(['0003-broken']);
});

it('refuses a recorded file that has changed, but not one whose line ends have', async () => {
  add('0001-first.sql', 'create table thing (\n  id int primary key\n);\n');
  await migrate(database.connection, { directory });
  add('0001-first.sql', 'create table thing (\r\n  id int primary key\r\n);\r\n');
  expect(await migrate(database.connection, { directory })).toEqual([]);
  add('0001-first.sql', 'create table thing (\n  id bigint primary key\n);\n');
  await expect(migrate(database.connection, { directory })).rejects.toThrow(/^Migration 0001-first was applied and has changed since: .*$/);
});

it('refuses a new file that sorts before an applied one', async () => {
  add('0004-later.sql', 'select 1;');
  await migrate(database.connection, { directory });
  add('0003-late.sql', 'select 1;');
  await expect(migrate(database.connection, { directory })).rejects.toThrow(/^Migration 0003-late comes before 0004-later.*$/);
});

it('refuses two files with one number, and a file without one', async () => {
  add('0002-other.sql', 'select 1;');
  await expect(migrate(database.connection, { directory })).rejects.toThrow('Two migrations have the number 0002');
  write({ 'first.sql': 'select 1;' });
  await expect(migrate(database.connection, { directory })).rejects.toThrow('is not named NNNN-name.sql');
});

it('an older program leaves a newer schema alone', async () => {
  await migrate(database.connection, { directory });
  rmSync(join(directory, '0002-second.sql'));
  expect(await migrate(database.connection, { directory })).toEqual([]);
});

it('waits for a lock instead of failing, without holding others up for longer than two seconds', async () => {
  await migrate(database.connection, { directory });
  add('0003-alter.sql', 'alter table thing add column note text;');
  await withConnection(database.connection, async (holder) => {
    await holder.query('begin; lock table openteller.thing in access share mode');
    const migrated = migrate(database.connection, { directory });
    await expect.poll(() => hasGivenUpOnce(database)).toBe(true);
    await holder.query('commit');
    expect(await migrated).toEqual(['0003-alter']);
  });
});

it('tries again where it and a running program wait for each other', async () => {
  add('0003-two.sql', 'create table other (id int primary key);');
  await migrate(database.connection, { directory });
  add('0004-both.sql', 'alter table thing add column note text; alter table other add column note text;');
  await withConnection(database.connection, async (holder) => {
    // The other side finds the circle first.
    await holder.query("begin; set local deadlock_timeout = '1min'; lock table openteller.other in access share mode");
    const migrated = migrate(database.connection, { directory });
    const isWaiting = async (): Promise<boolean> => (await run(database.connection, "select 1 from pg_locks where relation = 'openteller.other'::regclass and not granted")).length === 1;
    await expect.poll(isWaiting).toBe(true);
    await holder.query('lock table openteller.thing in access share mode');
    await holder.query('commit');
    expect(await migrated).toEqual(['0004-both']);
  });
});

it('gives the connecting user a role that is neither owner nor superuser', async () => {
  await migrate(database.connection, { directory });
  const rows = await run(database.appConnection, `
    select current_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcanlogin as mighty
      from pg_roles where rolname = current_user`);
  expect(rows).toEqual([{ name: 'openteller_app', mighty: false }]);
});

it('works for an owner who is no superuser, and tells one without rights what is missing in one line', async () => {
  const suffix = database.name.slice(-8);
  const [owner, guest] = [`owner_${suffix}`, `guest_${suffix}`];
  await run(database.connection, `create role ${owner} login createrole password 'x'; create role ${guest} login password 'x';
    grant create on database ${database.name} to ${owner}; grant openteller_app to ${owner} with admin option`);
  const as = (user: string): pg.ClientConfig => ({ ...database.connection, user, password: 'x' });
  await expect(migrate(as(guest), { directory })).rejects.toThrow(/^DATABASE_URL: its user may not set up .*$/);
  expect(await migrate(as(owner), { directory })).toEqual(['0001-first', '0002-second']);
  expect(await run({ ...as(owner), options: '-c role=openteller_app' }, 'select current_user as name')).toEqual([{ name: 'openteller_app' }]);
  await run(database.connection, `drop owned by ${owner} cascade; drop role ${owner}; drop role ${guest}`);
});

it('says in one line where it could not connect, without the password', async () => {
  const nowhere = migrate({ ...database.connection, user: 'nobody-here', password: 'hush' }, { directory });
  await expect(nowhere).rejects.toThrow(/^DATABASE_URL: cannot connect to database .*nobody-here.*$/);
  await expect(nowhere).rejects.not.toThrow('hush');
});

/** Whether the migrating session has rolled its first attempt back and is pausing. */
async function hasGivenUpOnce({ connection }: TestDatabase): Promise<boolean> {
  const rows = await run(connection, "select 1 from pg_stat_activity where datname = current_database() and query = 'rollback'");
  return rows.length > 0;
}
