import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { transferQueue } from '#src/transfers/send.ts';
import { createDeadlineWatch } from '#src/transfers/watch-deadlines.ts';
import { type ClosedQueue, closeQueue } from '#src/work/due.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { confirmed, openPayer, pass, pending, statusOf, succeed, validate } from './payer.ts';

let app: TestApp;
let queue: ClosedQueue;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  queue = closeQueue(transferQueue(app.app.ctx, app.app.lanes), app.app.ctx.log);
});
afterAll(() => app.close());

/** One pass of the due queue of a tenant; answers how much was due. */
async function work(tenant: TestTenant): Promise<number> {
  const { leased, done } = await queue.runOnce(app.db, tenant.tenantId);
  await done;
  return leased;
}

const olderThan = ['60s', '4m', '10m', '23h'] as const;

/** The sandbox's gauges, in the order of the deadlines. */
async function gauges(): Promise<number[]> {
  const { text } = await app.fetch('/metrics');
  return olderThan.map((each) => Number(new RegExp(`^openteller_pending_transfers\\{environment="sandbox",older_than="${each}"\\} (\\d+)$`, 'm').exec(text)?.[1]));
}

function warnings(): unknown[] {
  return app.logLines.flatMap((line) => {
    const logged: unknown = JSON.parse(line);
    return isRecord(logged) && logged['msg'] === 'transfers are pending for too long' ? [[logged['state'], logged['olderThanSeconds'], logged['transfers']]] : [];
  });
}

test('each deadline that passes shows in the gauges, and is warned of once', async () => {
  const tenant = await app.addTenant();
  const watch = createDeadlineWatch(app.app.ctx);
  const payer = await openPayer(tenant);
  const { transactionId } = await confirmed(tenant, payer, { headers: { 'x-scenario': 'stays_pending' } });
  await work(tenant);
  await watch.look();
  expect([await gauges(), warnings()]).toEqual([[0, 0, 0, 0], []]);

  const seen: unknown[] = [];
  for (const [advance, expected, state, seconds] of [[61, [1, 0, 0, 0], 'UNKNOWN', 60], [180, [1, 1, 0, 0], 'UNKNOWN', 240], [360, [1, 1, 1, 0], 'UNKNOWN', 600]] as const) {
    await pass(tenant, advance);
    expect(await gauges()).toEqual(expected);
    await watch.look();
    await watch.look();
    seen.push([state, seconds, 1]);
    expect(warnings()).toEqual(seen);
  }
  await pass(tenant, 23 * 3600);
  await work(tenant);
  expect(await statusOf(tenant, transactionId)).toMatchObject({ stage: 'review' });
  await watch.look();
  // In review it is another matter than unknown, so each deadline is told for it.
  expect(warnings()).toEqual([...seen, ['REVIEW', 60, 1], ['REVIEW', 240, 1], ['REVIEW', 600, 1], ['REVIEW', 82_800, 1]]);
  expect(await gauges()).toEqual([1, 1, 1, 1]);

  await app.app.lanes.settle.run(tenant.tenantId, { environment: 'sandbox', transactionId, evidence: { from: 'people', verdict: 'failure' } });
  expect(await gauges()).toEqual([0, 0, 0, 0]);
});

test('a deadline that was clear in between is warned of again', async () => {
  const tenant = await app.addTenant();
  const watch = createDeadlineWatch(app.app.ctx);
  const before = warnings().length;
  for (let time = 1; time <= 2; time += 1) {
    const { transactionId } = await confirmed(tenant, await openPayer(tenant), { headers: { 'x-scenario': 'stays_pending' } });
    await work(tenant);
    await pass(tenant, 61);
    await watch.look();
    expect(warnings()).toHaveLength(before + time);
    await app.app.lanes.settle.run(tenant.tenantId, { environment: 'sandbox', transactionId, evidence: { from: 'settlement', verdict: 'reject', responseCode: '05' } });
    await watch.look();
  }
});

test('what nobody sends is late too, and what waits for its OTP is not', async () => {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant);
  const transfer = await pending(tenant, payer);
  await pass(tenant, 120);
  expect(await gauges()).toEqual([0, 0, 0, 0]);
  await succeed(validate(tenant, transfer));
  expect(await gauges()).toEqual([0, 0, 0, 0]);
  await pass(tenant, 60);
  expect(await gauges()).toEqual([1, 0, 0, 0]);
  await work(tenant);
  expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({ status: 'SUCCESS' });
  expect(await gauges()).toEqual([0, 0, 0, 0]);
});

test('with a worker in the process the gauges are those of its last look', async () => {
  const watch = createDeadlineWatch(app.app.ctx);
  await watch.look();
  const tenant = await app.addTenant();
  await confirmed(tenant, await openPayer(tenant));
  await pass(tenant, 61);
  expect((await watch.figures()).every(({ transfers }) => transfers === 0)).toBe(true);
  await watch.look();
  expect(await watch.figures()).toContainEqual({ environment: 'sandbox', olderThan: '60s', transfers: 1 });
  await work(tenant);
});

test('23 hours after its intent every transfer is over or with people, whatever the rail did', async () => {
  const tenant = await app.addTenant();
  const scenarios = ['stays_pending', 'reply_lost', 'stays_pending', 'pending_then_success', 'pending_then_failure', 'stays_pending', 'transfer_rejected', 'stays_pending'];
  for (const scenario of scenarios) {
    await confirmed(tenant, await openPayer(tenant), { headers: { 'x-scenario': scenario } });
    // Some have waited longer than others.
    await pass(tenant, 300);
  }
  await work(tenant);
  const states = async (): Promise<string[]> => (await app.db.read(tenant.tenantId, (tx) => tx.rows<{ state: string }>(sql`
    select state from transfer where tenant_id = ${tx.tenantId} order by transaction_id`))).map((row) => row.state);
  expect(await states()).toEqual(scenarios.map((scenario) => (scenario === 'transfer_rejected' ? 'FAILED' : 'UNKNOWN')));
  let queries = 0;
  for (let hours = 0; hours < 23; hours += 1) {
    await pass(tenant, 3600);
    queries += await work(tenant);
  }
  expect(await states()).toEqual(['REVIEW', 'COMPLETED', 'REVIEW', 'COMPLETED', 'FAILED', 'REVIEW', 'FAILED', 'REVIEW']);
  expect(queries).toBeLessThan(scenarios.length * 24);
  await pass(tenant, 3600);
  expect(await work(tenant)).toBe(0);
  expect(await app.books()).toEqual([]);
});
