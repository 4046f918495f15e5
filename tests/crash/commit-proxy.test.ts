import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CommitUnknown, createDatabase, type Database, isRetryable } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { retrying } from '#src/work/requests.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { commitFaults, type CommitFault, type CommitProxy, startCommitProxy } from './commit-proxy.ts';

let database: TestDatabase;
let proxy: CommitProxy;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const server = inject('testServer');
  if ('problem' in server) throw new Error(server.problem);
  proxy = await startCommitProxy(server.admin.host);
  db = createDatabase({ ...database.connection, host: '127.0.0.1', port: proxy.port }, { poolSize: 4, onError: () => undefined });
});

afterAll(async () => {
  await db.close();
  proxy.close();
  await database.drop();
});

/** The next COMMIT breaks in this way, and no later one. */
function breakNext(fault: CommitFault): void {
  proxy.draw = () => {
    proxy.draw = null;
    return fault;
  };
}

let serial = 0;

/** Creates an organization, and says under which id. `lastly`: COMMIT travels with it. */
function write(id: string, lastly = false): Promise<string> {
  return db.across('directory', async (tx) => {
    if (lastly) tx.lastly();
    await tx.execute(sql`insert into organization (organization_id, name, created_at) values (${id}, 'Specimen', ${tx.now}) on conflict do nothing`);
    return id;
  });
}

function nextId(): string {
  serial += 1;
  return `org_${String(serial).padStart(32, '0')}`;
}

async function isThere(id: string): Promise<boolean> {
  return (await db.across('directory', (tx) => tx.rows(sql`select 1 from organization where organization_id = ${id}`))).length === 1;
}

test.each([['before', false, false], ['after', true, false], ['notice', true, false], ['before', false, true], ['after', true, true], ['notice', true, true]] as const)('a COMMIT broken %s its end is unknown to the program, whatever is true (%s, with the statements before it: %s)', async (fault, there, lastly) => {
  const id = nextId();
  breakNext(fault);
  await expect(write(id, lastly)).rejects.toBeInstanceOf(CommitUnknown);
  expect(await isThere(id)).toBe(there);
});

test.each(commitFaults.flatMap((fault) => [false, true].map((lastly) => [fault, lastly] as const)))('work that is harmless to repeat succeeds after a COMMIT broken by %s (with the statements before it: %s)', async (fault, lastly) => {
  const id = nextId();
  breakNext(fault);
  expect(await retrying(() => write(id, lastly))).toBe(id);
  expect(await isThere(id)).toBe(true);
});

test('a connection that breaks in the middle of a transaction fails that transaction alone, and it may run again', async () => {
  const id = nextId();
  const failure = await db.across('directory', async (tx) => {
    await tx.execute(sql`insert into organization (organization_id, name, created_at) values (${id}, 'Specimen', ${tx.now})`);
    proxy.breakAll();
    await pause(20);
    await tx.rows(sql`select 1`);
  }).catch((error: unknown) => error);
  expect(isRetryable(failure), String(failure)).toBe(true);
  expect(await isThere(id)).toBe(false);
});

test('many COMMITs broken at once leave a pool that still works', async () => {
  let drawn = 0;
  proxy.draw = () => {
    drawn += 1;
    return commitFaults[drawn % commitFaults.length] ?? null;
  };
  const ids = Array.from({ length: 40 }, nextId);
  await Promise.allSettled(ids.map((id) => retrying(() => write(id))));
  proxy.draw = null;
  for (const id of ids) expect(await retrying(() => write(id))).toBe(id);
});
