/** What a confirmation gives the worker of its own process: the intent is committed with it, and nothing is looked for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { sendWithinSeconds } from '#src/transfers/transfer.ts';
import { leaseSeconds } from '#src/work/due.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, costOf, openPayer, pending, statusUntil } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

type Row = { state: string; leaseVersion: number; leasedFor: number | null; sendWithin: number | null; together: boolean | null };

async function transferRow(transactionId: string): Promise<Row | undefined> {
  const [row] = await app.db.read(app.tenantId, (tx) => tx.rows<Row>(sql`
    select t.state, t.lease_version as "leaseVersion", extract(epoch from t.next_at - t.authorised_at)::float8 as "leasedFor",
      extract(epoch from a.send_by - t.authorised_at)::float8 as "sendWithin", a.xmin = t.xmin as together
    from transfer t left join rail_attempt a on a.tenant_id = t.tenant_id and a.transaction_id = t.transaction_id
    where t.tenant_id = ${tx.tenantId} and t.transaction_id = ${transactionId}`));
  return row;
}

async function messageRow(transactionId: string): Promise<unknown> {
  const [row] = await app.db.read(app.tenantId, (tx) => tx.rows(sql`
    select state, lease_version as "leaseVersion", extract(epoch from next_at - created_at)::float8 as "leasedFor" from message where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId}`));
  return row;
}

test('without a worker both are due at once, for whichever process looks', async () => {
  const { transactionId } = await confirmed(app, await openPayer(app));
  expect(await transferRow(transactionId)).toEqual({ state: 'AUTHORISED', leaseVersion: 0, leasedFor: 0, sendWithin: null, together: null });
  expect(await messageRow(transactionId)).toEqual({ state: 'queued', leaseVersion: 0, leasedFor: 0 });
});

test('with one, message and transfer are committed under a lease, the intent in the transaction of the confirmation; as many as it takes at once', async () => {
  const { handOver } = app.app.ctx;
  const taken: string[] = [];
  const hold = Promise.withResolvers<undefined>();
  const keepTransfer = handOver.transfer.open(1, (_tenantId, job) => (taken.push(`${job.task} ${job.transfer.transactionId} ${job.transfer.leaseVersion}`), hold.promise));
  const keepMessage = handOver.message.open(1, (_tenantId, job) => (taken.push(`${job.to} ${job.leaseVersion}`), hold.promise));
  const payer = await openPayer(app, 10_000, { phone: '08031112222' });
  const first = await confirmed(app, payer);
  const second = await confirmed(app, payer);
  expect(await messageRow(first.transactionId)).toEqual({ state: 'queued', leaseVersion: 1, leasedFor: leaseSeconds });
  expect(await transferRow(first.transactionId)).toEqual({ state: 'SENDING', leaseVersion: 1, leasedFor: leaseSeconds, sendWithin: sendWithinSeconds, together: true });
  // No room is left: it waits as it does without a worker.
  expect(await messageRow(second.transactionId)).toMatchObject({ leaseVersion: 0 });
  expect(await transferRow(second.transactionId)).toMatchObject({ state: 'AUTHORISED', leaseVersion: 0, sendWithin: null });
  expect(taken).toEqual(['+2348031112222 1', `send ${first.transactionId} 1`]);
  hold.resolve(undefined);
  await Promise.all([keepTransfer.stop(), keepMessage.stop()]);
});

test('a program with a worker sends what it confirms, and what a worker before it left behind', async () => {
  const payer = await openPayer(app);
  const left = await confirmed(app, payer, { amount: 100 });
  const worker = app.app.startWorker();
  const sent = await confirmed(app, payer, { amount: 200 });
  const charged = [await statusUntil(app, left.transactionId, { status: 'SUCCESS' }), await statusUntil(app, sent.transactionId, { status: 'SUCCESS' })];
  expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000 - charged.reduce((sum, status) => sum + costOf(status), 0)));
  expect(await transferRow(sent.transactionId)).toMatchObject({ state: 'COMPLETED', leaseVersion: 1 });
  await worker.stop(10_000);
  expect(await pending(app, payer, { amount: 100 })).toMatchObject({ transactionId: expect.stringContaining('txn_') });
});
