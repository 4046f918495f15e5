import { Buffer } from 'node:buffer';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fail } from '#src/errors.ts';
import { hearStatements } from '#tests/support/hear-statements.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import type { ReadTx, Tx } from './database.ts';
import { idsOf, joinable, type Sql, sql, tenantFor } from './sql.ts';

let app: TestApp;
let other: TestTenant;
let third: TestTenant;
/** The statements that are sent, by their text. */
const sent: string[] = [];
beforeAll(async () => {
  hearStatements((text) => sent.push(text));
  app = await startTestApp({ worker: false });
  other = await app.addTenant();
  third = await app.addTenant();
});
afterAll(async () => {
  vi.restoreAllMocks();
  const owner = new pg.Client(app.database.connection);
  await owner.connect();
  // Nobody confirmed what is counted here.
  await owner.query('truncate openteller.limit_usage');
  await owner.end();
  await app.close();
});

const place = async (tx: ReadTx): Promise<string> => (await tx.rows<{ at: string }>(sql`select pg_backend_pid() || ' ' || now() as at`))[0]?.at ?? '';

const insert = (tx: Tx, rows: readonly { subject: string; kobo: bigint }[]): Promise<number> => tx.execute(joinable(sql`
  insert into limit_usage (tenant_id, subject, day, amount_kobo)
  select r.tenant_id, r.subject, '2026-02-28', r.kobo from unnest(${tenantFor(tx, rows)}::text[], ${rows.map((row) => row.subject)}::text[], ${rows.map((row) => row.kobo)}::bigint[]) as r (tenant_id, subject, kobo)`));

const select = (tx: ReadTx, subjects: readonly string[], day = '2026-02-28'): Promise<Record<string, unknown>[]> => tx.rows(joinable(sql`
  select subject, amount_kobo as kobo, tenant_id as "tenantId" from limit_usage join ${idsOf(tx, subjects)} on tenant_id = of_tenant and subject = of_id where day = ${day}::date order by tenant_id, subject`));

const raise = (tx: Tx, subjects: readonly string[]): Promise<number> => tx.execute(joinable(sql`
  update limit_usage u set amount_kobo = amount_kobo + 1 from ${idsOf(tx, subjects)} where u.tenant_id = of_tenant and u.subject = of_id returning u.tenant_id as "tenantId"`));

test('one transaction for all tenants; rows of one id are each tenant\'s own, and what changes is counted for each', async () => {
  const subjects = new Map([[app.tenantId, ['same', 'mine']], [other.tenantId, ['same']], [third.tenantId, []]]);
  const work = async (tx: Tx) => {
    const ids = subjects.get(tx.tenantId) ?? [];
    const inserted = ids.length === 0 ? 0 : await insert(tx, ids.map((subject) => ({ subject, kobo: BigInt(tx.tenantId === app.tenantId ? 1 : 2) })));
    const read = await select(tx, ['same', 'mine', 'nobody']);
    return { at: await place(tx), inserted, read: read.map(({ subject, kobo }) => `${String(subject)} ${String(kobo)}`), raised: await raise(tx, ['same', 'nobody']) };
  };
  const [own, others, none] = await Promise.all([app, other, third].map(({ tenantId }) => app.db.writeTogether('test', tenantId, work)));
  expect(own).toMatchObject({ inserted: 2, read: ['mine 1', 'same 1'], raised: 1 });
  expect(others).toMatchObject({ inserted: 1, read: ['same 2'], raised: 1 });
  expect(none).toMatchObject({ inserted: 0, read: [], raised: 0 });
  expect(new Set([own?.at, others?.at, none?.at]).size).toBe(1);
});

test('a statement that names no tenant sees the rows of the one that asks, and may write no other\'s', async () => {
  const seen = await Promise.all([app, other].map(({ tenantId }) => app.db.writeTogether('test', tenantId, (tx) => tx.rows<{ tenant_id: string }>(sql`select distinct tenant_id from credential`))));
  expect(seen).toEqual([[{ tenant_id: app.tenantId }], [{ tenant_id: other.tenantId }]]);
  const foreign = (tx: Tx): Promise<number> => tx.execute(sql`insert into limit_usage (tenant_id, subject, day) values (${third.tenantId}, 'foreign', '2026-02-28')`);
  const outcomes = await Promise.allSettled([app.db.writeTogether('test', app.tenantId, foreign), app.db.writeTogether('test', other.tenantId, place)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('a joined statement reaches nobody who does not travel', async () => {
  const stranger = (tx: Tx): Promise<unknown[]> => tx.rows(joinable(sql`select subject, tenant_id as "tenantId" from limit_usage where tenant_id = any(${[tx.tenantId, other.tenantId]}::text[])`));
  // Were it let through, the row would be nobody's, and the statement fail.
  expect(await Promise.all([app, third].map(({ tenantId }) => app.db.writeTogether('test', tenantId, stranger)))).toMatchObject([[{ tenantId: app.tenantId }, { tenantId: app.tenantId }], []]);
});

test('a tenant that is none fails alone', async () => {
  const outcomes = await Promise.allSettled([app.tenantId, 'ten_none', other.tenantId, third.tenantId].map((tenantId) => app.db.writeTogether('test', tenantId, (tx) => select(tx, ['nobody']))));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

/** How often a statement with these words is sent meanwhile. */
async function countSent(work: () => Promise<unknown>, words: string): Promise<number> {
  sent.length = 0;
  await work();
  return sent.filter((text) => text.includes(words)).length;
}

test('what all ask goes once, also where some ask something in between; other values keep statements apart', async () => {
  const rare = (tx: Tx): Promise<unknown> => tx.rows(sql`select 'rare'`);
  const marked = (tx: ReadTx, mark: string): Sql => joinable(sql`select of_id, of_tenant as "tenantId", 'counted once' from ${idsOf(tx, [mark])}`);
  const works = [app, other, third].map(({ tenantId }, index) => () => app.db.writeTogether('test', tenantId, async (tx) => {
    await Promise.all([tx.rows(sql`select 'first'`), index === 1 ? rare(tx) : null, tx.rows(marked(tx, String(index))).then((rows) => expect(rows).toMatchObject([{ of_id: String(index) }])), index === 2 ? rare(tx) : null]);
  }));
  expect(await countSent(() => Promise.all(works.map((work) => work())), 'counted once')).toBe(1);
  const byDay = [app, other].map(({ tenantId }, index) => () => app.db.writeTogether('test', tenantId, (tx) => select(tx, ['same'], index === 0 ? '2026-02-28' : '2026-03-01')));
  expect(await countSent(() => Promise.all(byDay.map((work) => work())), 'where day =')).toBe(2);
});

test('where one fails nothing of theirs stands, and each runs again alone', async () => {
  const runs = new Map<string, number>();
  const work = async (tx: Tx): Promise<number> => {
    runs.set(tx.tenantId, (runs.get(tx.tenantId) ?? 0) + 1);
    await insert(tx, [{ subject: 'once', kobo: 0n }]);
    if (tx.tenantId === other.tenantId) await tx.rows(sql`select 1 / 0`);
    return (await select(tx, ['once'])).length;
  };
  const outcomes = await Promise.allSettled([app, other, third].map(({ tenantId }) => app.db.writeTogether('test', tenantId, work)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([...runs.values()]).toEqual([2, 2, 2]);
  expect((await app.db.read(other.tenantId, (tx) => select(tx, ['once']))).length).toBe(0);
});

test('whoever travels with a tenant whose row is held waits half a second for it at most; others do not wait at all', async () => {
  await app.db.write(app.tenantId, (tx) => insert(tx, [{ subject: 'held', kobo: 0n }]));
  const held = Promise.withResolvers<undefined>();
  const holding = Promise.withResolvers<undefined>();
  const holder = app.db.write(app.tenantId, async (tx) => {
    await raise(tx, ['held']);
    holding.resolve(undefined);
    await held.promise;
  });
  await holding.promise;
  let stuckIsDone = false;
  const stuck = app.db.writeTogether('test', app.tenantId, (tx) => raise(tx, ['held'])).then((count) => (stuckIsDone = true, count));
  const companion = app.db.writeTogether('test', other.tenantId, (tx) => raise(tx, ['nobody']));
  const later = new Promise((resolve) => setTimeout(resolve, 50)).then(() => app.db.writeTogether('test', third.tenantId, place));
  await Promise.all([companion, later]);
  expect(stuckIsDone).toBe(false);
  held.resolve(undefined);
  expect(await stuck).toBe(1);
  await holder;
});

const note = (tx: Tx, operation: string, row: number): Promise<number> => tx.execute(sql`
  insert into request (tenant_id, request_id, operation, fingerprint, state, running_until, created_at)
  values (${tx.tenantId}, ${`${operation}-${row}`}, ${operation}, ${Buffer.alloc(32)}, 'running', ${tx.now}, ${tx.now})`);
const noted = async (operation: string): Promise<number> => (await app.db.read(app.tenantId, (tx) => tx.rows(sql`select 1 from request where tenant_id = ${tx.tenantId} and operation = ${operation}`))).length;

test('work of one tenant shares a transaction too; what one refuses after it has written leaves nothing, and the others are written once', async () => {
  const together = await Promise.all([1, 2, 3].map((row) => app.db.writeTogether('note', app.tenantId, async (tx) => (await note(tx, 'together', row), place(tx)))));
  expect(new Set(together).size).toBe(1);
  const answers = await Promise.allSettled([
    app.db.writeTogether('note', app.tenantId, (tx) => note(tx, 'kept', 1)),
    app.db.writeTogether('note', app.tenantId, async (tx) => (await note(tx, 'refused', 1), Promise.reject(fail('transaction_not_found')))),
    app.db.writeTogether('note', app.tenantId, (tx) => note(tx, 'together', 1)),
    app.db.writeTogether('note', app.tenantId, (tx) => note(tx, 'kept', 2)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { code: 'transaction_not_found' } });
  expect(answers[2]).toMatchObject({ reason: { code: '23505' } });
  expect([await noted('together'), await noted('kept'), await noted('refused')]).toEqual([3, 2, 0]);
});
