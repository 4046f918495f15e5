/** Starts step by step, with a worker that does nothing by itself: what another bank's silence, a pause or a cancellation in between does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adaptersOf, type Context } from '#src/context.ts';
import { sql } from '#src/db/sql.ts';
import { expectPresent } from '#src/lib/assert.ts';
import type { Rail, TransferInstruction } from '#src/transfers/rails/rail.ts';
import { transferQueue } from '#src/transfers/send.ts';
import { leaseSeconds } from '#src/work/due.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { atRest, balances, costOf, detailsOf, enquire, eventsOf, openPayer, pass, type Payer, type Pending, pendingOf, statusOf, succeed, transferBody, validate } from './payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const hour = 3600;

type Scheduled = Pending & { scheduledFor: Date };

/** Confirmed for one hour after a tenant's clock began, with the enquiry long over by then. */
async function schedule(tenant: TestTenant, payer: Payer): Promise<Scheduled> {
  const scheduledFor = new Date(Date.now() + hour * 1000);
  const transfer = pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(tenant), { scheduledFor: scheduledFor.toISOString() }))));
  await succeed(validate(tenant, transfer));
  return { ...transfer, scheduledFor };
}

async function due(): Promise<{ tenant: TestTenant; payer: Payer; transfer: Scheduled }> {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant);
  const transfer = await schedule(tenant, payer);
  await pass(tenant, hour + 1);
  return { tenant, payer, transfer };
}

/** A worker whose rail is this one, paused between its lease and its work. */
async function lease(tenant: TestTenant, rail: Partial<Rail> = {}): Promise<{ count: number; work(): Promise<void> }> {
  const sandbox = adaptersOf(app.app.ctx, 'sandbox');
  const ctx: Context = { ...app.app.ctx, adapters: { ...app.app.ctx.adapters, sandbox: { ...sandbox, rail: { ...sandbox.rail, ...rail } } } };
  const queue = transferQueue(ctx, app.app.lanes);
  const { jobs } = await app.db.write(tenant.tenantId, (tx) => queue.claim(tx, queue.perTenant));
  return { count: jobs.length, work: async () => void (await Promise.all(jobs.map((job) => queue.work(tenant.tenantId, job)))) };
}

async function workOnce(tenant: TestTenant, rail: Partial<Rail> = {}): Promise<number> {
  const { count, work } = await lease(tenant, rail);
  await work();
  return count;
}

const cancel = (tenant: TestTenant, transactionId: string): Promise<Answered> => tenant.call('POST', '/transfer/cancel', { transactionId });
const silent: Partial<Rail> = { enquire: () => Promise.resolve({ outcome: 'unavailable', responseCode: null }) };

describe('the enquiry of a start', () => {
  test('is a new one, and the rail is sent its reference; the transfer keeps the one that was confirmed', async () => {
    const { tenant, transfer } = await due();
    const sent: TransferInstruction[] = [];
    const { rail } = adaptersOf(app.app.ctx, 'sandbox');
    expect(await workOnce(tenant)).toBe(1);
    expect(await workOnce(tenant, { send: (instruction, signal) => rail.send(expectPresent(sent[sent.push(instruction) - 1]), signal) })).toBe(1);
    expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({ status: 'SUCCESS' });
    const enquiries = await app.db.read(tenant.tenantId, (tx) => tx.rows<{ rail: string; used_for: string; expired: boolean }>(sql`
      select n.rail_session_id as rail, case when t.start_enquiry_session_id = n.session_id then 'start' else 'confirmation' end as used_for, n.expires_at <= n.created_at as expired
      from name_enquiry n join transfer t on t.tenant_id = n.tenant_id and n.session_id in (t.name_enquiry_session_id, t.start_enquiry_session_id)
      where n.tenant_id = ${tx.tenantId} and t.transaction_id = ${transfer.transactionId} order by n.created_at`));
    expect(enquiries).toMatchObject([{ used_for: 'confirmation', expired: false }, { used_for: 'start', expired: true }]);
    expect(sent.map(({ nameEnquiryRef }) => nameEnquiryRef)).toEqual([enquiries[1]?.rail]);
  });

  test('that no bank answers is made again after 1, 5, 15 and 60 minutes, for a day, and nothing is held meanwhile', async () => {
    const { tenant, payer, transfer } = await due();
    const waits: number[] = [];
    let asks = 0;
    for (;;) {
      expect(await workOnce(tenant, silent)).toBe(1);
      asks += 1;
      const status = await statusOf(tenant, transfer.transactionId);
      if (status['stage'] !== 'scheduled') break;
      const next = new Date(String(status['nextCheckAt'])).getTime();
      const last = await clockOf(tenant);
      const minutes = Math.round((next - last) / 60_000);
      waits.push(minutes);
      await pass(tenant, minutes * 60 + 1);
    }
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 60, 60]);
    expect(asks).toBe(waits.length + 1);
    expect(waits.reduce((sum, minutes) => sum + minutes, 0)).toBeGreaterThanOrEqual(24 * 60);
    expect(waits.slice(0, -1).reduce((sum, minutes) => sum + minutes, 0)).toBeLessThan(24 * 60);
    expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({ status: 'FAILED', reason: 'beneficiary_bank_unavailable', responseCode: '91' });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000));
    expect(await eventsOf(app, tenant, transfer.transactionId)).toEqual(['transfer.initiated', 'transfer.scheduled', 'payment.failed']);
  });

  test('that answers after a silence starts the transfer', async () => {
    const { tenant, transfer } = await due();
    await workOnce(tenant, silent);
    expect(await workOnce(tenant)).toBe(0);
    await pass(tenant, 61);
    await workOnce(tenant);
    await workOnce(tenant);
    expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({ status: 'SUCCESS' });
  });
});

/** The tenant's clock, to the second of its last move. */
async function clockOf(tenant: TestTenant): Promise<number> {
  const { data } = await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
  return new Date(String(data['now'])).getTime();
}

describe('a worker that pauses between its lease and its work', () => {
  test('does nothing about a transfer that was cancelled meanwhile', async () => {
    const { tenant, payer, transfer } = await due();
    const paused = await lease(tenant);
    await succeed(cancel(tenant, transfer.transactionId));
    await paused.work();
    expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({ stage: 'cancelled' });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000));
  });

  test('leaves it to whoever leased it after, and starts nothing twice', async () => {
    const { tenant, payer, transfer } = await due();
    const first = await lease(tenant);
    await pass(tenant, leaseSeconds + 1);
    const second = await lease(tenant, silent);
    expect([first.count, second.count]).toEqual([1, 1]);
    // Its answer is older than the lease of the other, which has the word.
    await first.work();
    expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({ stage: 'scheduled' });
    await second.work();
    await pass(tenant, 61);
    await workOnce(tenant);
    await Promise.all([first.work(), second.work(), workOnce(tenant)]);
    // Whichever of them started it, sending it may have come after the last look.
    while ((await workOnce(tenant)) > 0);
    const done = await statusOf(tenant, transfer.transactionId);
    expect(done).toMatchObject({ status: 'SUCCESS' });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000 - costOf(done)));
  });
});

test('start and cancel at the same moment: one of them wins, and the other says so', async () => {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant, 50_000);
  const transfers: Scheduled[] = [];
  for (let count = 0; count < 20; count += 1) transfers.push(await schedule(tenant, payer));
  await pass(tenant, hour + 1);
  const worker = await lease(tenant);
  expect(worker.count).toBe(20);
  const [answers] = await Promise.all([Promise.all(transfers.map(({ transactionId }) => cancel(tenant, transactionId))), worker.work()]);
  let paid = 0;
  while ((await workOnce(tenant)) > 0);
  for (const [index, { transactionId }] of transfers.entries()) {
    const status = await statusOf(tenant, transactionId);
    const answer = expectPresent(answers[index]);
    if (answer.status === 200) expect(status).toMatchObject({ status: 'FAILED', stage: 'cancelled', authorizedAt: null });
    else {
      expect([answer.status, ...answer.codes, detailsOf(answer)['status']]).toEqual([409, 'transfer_state_invalid', 'PENDING']);
      expect(status).toMatchObject({ status: 'SUCCESS' });
      paid += costOf(status);
    }
  }
  expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(50_000 - paid));
});
