import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { takeReturns } from '#src/transfers/take-returns.ts';
import { transferQueue } from '#src/transfers/send.ts';
import { type ClosedQueue, closeQueue } from '#src/work/due.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, costOf, eventsOf, openPayer, pass, statusOf, succeed } from './payer.ts';

let app: TestApp;
/** The worker's own queue, moved by hand: what happens between two of its steps is the subject here. */
let queue: ClosedQueue;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  queue = closeQueue(transferQueue(app.app.ctx, app.app.lanes), app.app.ctx.log);
});
afterAll(() => app.close());

async function work(): Promise<void> {
  await (await queue.runOnce(app.db, app.tenantId)).done;
}
const readFeed = (): Promise<void> => takeReturns(app.app.ctx, app.app.lanes.settle, 'sandbox');
const cursor = (): Promise<unknown[]> => app.db.across('worker', (tx) => tx.rows(sql`select cursor from rail_cursor`));
const giveBack = (transactionId: string) => succeed(app.call('POST', `/sandbox/transfers/${transactionId}/reverse`));

/** A transfer whose success was lost on the way, and whose money the other bank has given back since. */
async function returnedUnheard(): Promise<{ transactionId: string; accountNumber: string }> {
  const payer = await openPayer(app);
  const { transactionId } = await confirmed(app, payer, { headers: { 'x-scenario': 'reply_lost' } });
  await work();
  expect(await statusOf(app, transactionId)).toMatchObject({ status: 'PENDING', stage: 'confirming' });
  await giveBack(transactionId);
  return { transactionId, accountNumber: payer.accountNumber };
}

test('a return that comes before its success waits for it, and is then applied once', async () => {
  const { transactionId, accountNumber } = await returnedUnheard();
  const before = await cursor();
  await readFeed();
  const status = await statusOf(app, transactionId);
  expect(status).toMatchObject({ status: 'PENDING', stage: 'confirming' });
  expect(await cursor()).toEqual(before);
  expect(await balances(app, accountNumber)).toMatchObject({ held: costOf(status) });
  await pass(app, 5);
  await work();
  expect(await statusOf(app, transactionId)).toMatchObject({ status: 'SUCCESS' });
  await readFeed();
  await readFeed();
  expect(await statusOf(app, transactionId)).toMatchObject({ status: 'REVERSED', stage: 'reversed' });
  expect(await balances(app, accountNumber)).toEqual(atRest(10_000));
  expect(await eventsOf(app, app, transactionId)).toEqual(['transfer.initiated', 'transfer.authorized', 'payment.success', 'account.debited', 'payment.reversed']);
  expect(await cursor()).not.toEqual(before);
  expect(await app.books()).toEqual([]);
});

test('a return that waits holds up no other one of its page', async () => {
  const payer = await openPayer(app);
  const { transactionId } = await confirmed(app, payer, { headers: { 'x-scenario': 'success' } });
  await work();
  const waiting = await returnedUnheard();
  await giveBack(transactionId);
  await readFeed();
  expect(await statusOf(app, transactionId)).toMatchObject({ status: 'REVERSED' });
  expect(await statusOf(app, waiting.transactionId)).toMatchObject({ status: 'PENDING' });
  await pass(app, 60);
  await work();
  await readFeed();
  expect(await statusOf(app, waiting.transactionId)).toMatchObject({ status: 'REVERSED' });
  expect(await app.books()).toEqual([]);
});

test('a worker that died after applying a page applies it again without effect', async () => {
  const payer = await openPayer(app);
  const { transactionId } = await confirmed(app, payer, { headers: { 'x-scenario': 'success' } });
  await work();
  await giveBack(transactionId);
  await readFeed();
  // As if the cursor had never moved.
  await app.db.across('worker', (tx) => tx.execute(sql`update rail_cursor set cursor = '0'`));
  await Promise.all([readFeed(), readFeed()]);
  expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000));
  expect((await eventsOf(app, app, transactionId)).filter((kind) => kind === 'payment.reversed')).toHaveLength(1);
  expect(await app.books()).toEqual([]);
});

test('a return of a transfer in review proves that it had arrived', async () => {
  const payer = await openPayer(app);
  const { transactionId } = await confirmed(app, payer, { headers: { 'x-scenario': 'stays_pending' } });
  await work();
  await pass(app, 23 * 3600);
  await work();
  expect(await statusOf(app, transactionId)).toMatchObject({ stage: 'review' });
  await succeed(app.call('POST', `/sandbox/transfers/${transactionId}/settle`));
  await giveBack(transactionId);
  await readFeed();
  expect(await statusOf(app, transactionId)).toMatchObject({ status: 'REVERSED' });
  expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000));
  expect(await eventsOf(app, app, transactionId)).toEqual(['transfer.initiated', 'transfer.authorized', 'payment.success', 'account.debited', 'payment.reversed']);
  expect(await app.books()).toEqual([]);
});

test('a return of another amount, of nothing we sent, or of a failed transfer moves nothing, tells people, and holds up nobody', async () => {
  const { ctx, lanes } = app.app;
  const { sandbox } = ctx.adapters;
  if (sandbox === null) throw new Error('The sandbox has adapters.');
  const refOf = async (transactionId: string): Promise<string> => (await app.db.read(app.tenantId, (tx) => tx.rows<{ ref: string }>(sql`
    select rail_ref as ref from rail_attempt where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId}`)))[0]?.ref ?? '';
  const payer = await openPayer(app);
  const done = await confirmed(app, payer, { headers: { 'x-scenario': 'success' } });
  const failed = await confirmed(app, payer, { headers: { 'x-scenario': 'transfer_rejected' } });
  await work();
  const before = await balances(app, payer.accountNumber);
  const item = (railRef: string, amountKobo: bigint) => ({ railRef, amountKobo, returnedAt: new Date(), reason: 'Returned' });
  const items = [item(await refOf(done.transactionId), 999_99n), item('9'.repeat(30), 1n), item(await refOf(failed.transactionId), 1_000_00n)];
  const rail = { ...sandbox.rail, name: 'feed', returns: () => Promise.resolve({ cursor: '3', items }) };
  await takeReturns({ ...ctx, adapters: { ...ctx.adapters, sandbox: { ...sandbox, rail } } }, lanes.settle, 'sandbox');
  expect(await balances(app, payer.accountNumber)).toEqual(before);
  for (const message of ['another amount than its transfer', 'a payment that was never sent', 'a transfer that had failed']) expect(app.logLines.filter((logged) => logged.includes(message))).toHaveLength(1);
  expect(await app.db.across('worker', (tx) => tx.rows(sql`select cursor from rail_cursor where rail = 'feed'`))).toEqual([{ cursor: '3' }]);
  expect(await app.books()).toEqual([]);
});
