import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '#src/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { ReadTx } from './database.ts';
import { sql } from './sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const shared = <T>(tenantId: string, work: (tx: ReadTx) => Promise<T>): Promise<T> => app.db.readShared(tenantId, ({ begun }) => begun.then(work));

/** Which transaction reads: its connection, and when it began. */
const whereabouts = async (tx: ReadTx): Promise<string> => {
  const [row] = await tx.rows<{ at: string }>(sql`select pg_backend_pid() || ' ' || now() as at`);
  return row?.at ?? '';
};
const own = async (tx: ReadTx): Promise<string[]> => (await tx.rows<{ tenant_id: string }>(sql`select tenant_id from credential`)).map((row) => row.tenant_id);

test('reads that are asked for at once share a transaction; those of another tenant have their own, and see their own rows', async () => {
  const other = await app.addTenant();
  const [first, ...others] = await Promise.all([app, app, other, app].map(({ tenantId }) => shared(tenantId, async (tx) => ({ at: await whereabouts(tx), sees: await own(tx) }))));
  expect(others.map(({ at }) => at === first?.at)).toEqual([true, false, true]);
  expect([first, ...others].map((read) => read?.sees)).toEqual([[app.tenantId], [app.tenantId], [other.tenantId], [app.tenantId]]);
});

/** A read that has begun, and goes on when it is told to. */
async function begunRead(): Promise<{ end(): void; at: Promise<string> }> {
  const begun = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const at = shared(app.tenantId, async (tx) => {
    const where = await whereabouts(tx);
    begun.resolve(undefined);
    await held.promise;
    return where;
  });
  await begun.promise;
  return { end: () => held.resolve(undefined), at };
}

test('two run at once; while they do others gather, travel together, and need not wait for the slower of the two', async () => {
  const [slow, quick] = [await begunRead(), await begunRead()];
  const later = [1, 2, 3].map(() => shared(app.tenantId, whereabouts));
  quick.end();
  const places = new Set(await Promise.all(later));
  expect(places.size).toBe(1);
  slow.end();
  expect(new Set([...places, await slow.at, await quick.at]).size).toBe(3);
});

test('pages share too, few in each transaction, and none with single records', async () => {
  const [pages, record] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => app.db.readPage(app.tenantId, ({ begun }) => begun.then(whereabouts)))),
    shared(app.tenantId, whereabouts),
  ]);
  expect(new Set(pages.slice(0, 8)).size).toBe(1);
  expect(new Set(pages).size).toBe(2);
  expect(pages).not.toContain(record);
});

test('what one refuses is its own answer, and nobody reads again for it', async () => {
  let runs = 0;
  const counted = (tx: ReadTx): Promise<string> => (runs += 1, whereabouts(tx));
  const answers = await Promise.allSettled([
    shared(app.tenantId, counted),
    shared(app.tenantId, async (tx) => (await counted(tx), Promise.reject(fail('transaction_not_found')))),
    shared(app.tenantId, counted),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { code: 'transaction_not_found' } });
  expect(runs).toBe(3);
});

test('a statement that fails fails for whoever asked it, and the others are read again', async () => {
  const answers = await Promise.allSettled([
    shared(app.tenantId, whereabouts),
    shared(app.tenantId, (tx) => tx.rows(sql`select 1 / (select count(*) from credential where credential_id = 'nobody')`)),
    shared(app.tenantId, own),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { code: '22012' } });
  expect(answers[2]).toMatchObject({ value: [app.tenantId] });
});
