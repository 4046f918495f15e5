/** Two workers and one lease: a row is worked on by one, and a worker that slept through its lease changes nothing. */
import type { Context } from '#src/context.ts';
import { adaptersOf } from '#src/context.ts';
import { messageQueue } from '#src/otp/send-messages.ts';
import { transferQueue } from '#src/transfers/send.ts';
import { closeQueue, type DueQueue, leaseSeconds } from '#src/work/due.ts';
import type { Outcome } from './outcome.ts';
import { type Pair, type Program, type Tenant, until } from './pair.ts';
import { balanceOf, openSource, pending, type Pending, validate } from './people.ts';

type Held = { release(): Promise<void>; count: number };

/** Leases what is due and stops there, as a worker that is paused right after its commit. */
async function leaseAndSleep<Job>({ db }: Program, queue: DueQueue<Job>, tenantId: string): Promise<Held> {
  const { jobs } = await db.write(tenantId, (tx) => queue.claim(tx, queue.perTenant));
  return { count: jobs.length, release: async () => void (await Promise.all(jobs.map((job) => queue.work(tenantId, job)))) };
}

/** The same context on a machine whose monotonic clock went on while the process stood still. */
function after(ctx: Context, seconds: number): Context {
  return { ...ctx, clock: { ...ctx.clock, monotonicMs: () => ctx.clock.monotonicMs() + seconds * 1000 } };
}

export async function leaseRace(pair: Pair, options: { transfers: number }): Promise<Outcome> {
  const faults = [
    ...(await leasedOnce(pair, options.transfers)),
    ...(await sleptBeforeTheWire(pair)),
    ...(await sleptAfterTheWire(pair)),
    ...(await sleptWithAMessage(pair)),
  ];
  return { figures: { transfers: options.transfers, pauses: 3 }, faults };
}

async function confirmedTransfer(pair: Pair, tenant: Tenant, narration = 'Lease'): Promise<{ transfer: Pending; accountNumber: string }> {
  const source = await openSource(pair, { naira: 10_000, tenant });
  const transfer = await pending(pair, source, { amount: 1000, narration }, { tenant });
  await pair.must(0, validate(transfer), tenant);
  return { transfer, accountNumber: source.accountNumber };
}

/** Both workers take all they can at the same moment: together they take each transfer once. */
async function leasedOnce(pair: Pair, transfers: number): Promise<string[]> {
  const tenant = await pair.addTenant();
  for (let at = 0; at < transfers; at += 1) await confirmedTransfer(pair, tenant);
  const takes = await Promise.all([0, 1, 0, 1].map(async (index) => {
    const { app, db } = pair.programs[index === 0 ? 0 : 1];
    const { leased, done } = await closeQueue(transferQueue(app.ctx, app.lanes), app.ctx.log).runOnce(db, tenant.tenantId);
    await done;
    return leased;
  }));
  const taken = takes.reduce((sum, count) => sum + count, 0);
  const [row] = await pair.query<{ attempts: string; completed: string }>(
    `select (select count(*) from rail_attempt where tenant_id = $1) as attempts, (select count(*) from transfer where tenant_id = $1 and state = 'COMPLETED') as completed`, [tenant.tenantId]);
  const faults = taken === transfers ? [] : [`${transfers} transfers were leased ${taken} times (${takes.join(' + ')})`];
  if (Number(row?.completed) !== transfers || Number(row?.attempts) !== transfers) faults.push(`${row?.completed} of ${transfers} completed with ${row?.attempts} attempts`);
  return faults;
}

async function stateOf(pair: Pair, transactionId: string): Promise<string> {
  const [row] = await pair.query<{ state: string }>('select state from transfer where transaction_id = $1', [transactionId]);
  return row?.state ?? 'none';
}

/** Ends every lease of the tenant by its own clock, which is the one the leases live by. */
async function lapse(pair: Pair, tenant: Tenant): Promise<void> {
  await pair.must(1, { method: 'POST', path: '/sandbox/clock', body: { advanceSeconds: leaseSeconds + 1 } }, tenant);
}

/** The other worker, until it has brought the transfer to an end. */
async function workToTheEnd(pair: Pair, tenant: Tenant, transactionId: string): Promise<void> {
  const { app, db } = pair.programs[1];
  const queue = closeQueue(transferQueue(app.ctx, app.lanes), app.ctx.log);
  await until(async () => {
    const { done } = await queue.runOnce(db, tenant.tenantId);
    await done;
    return ['COMPLETED', 'FAILED'].includes(await stateOf(pair, transactionId));
  }, 20_000);
}

async function storyOf(pair: Pair, transactionId: string): Promise<string> {
  const rows = await pair.query<{ kind: string }>(`select kind from event where subject = $1 and kind like 'payment.%' order by event_id`, [transactionId]);
  const entries = await pair.query<{ kind: string }>('select kind from ledger_entry where reference = $1 and code = $2 order by kind', [transactionId, 'transfer']);
  return `${await stateOf(pair, transactionId)}: ${rows.map((row) => row.kind).join(', ')}; ${entries.map((row) => row.kind).join(', ')}`;
}

const wholeStory = 'COMPLETED: payment.success; pending, post';

/** Paused between its intent and the wire for longer than it may be: it does not send any more. */
async function sleptBeforeTheWire(pair: Pair): Promise<string[]> {
  const tenant = await pair.addTenant();
  const { transfer, accountNumber } = await confirmedTransfer(pair, tenant);
  const [first] = pair.programs;
  const rail = adaptersOf(first.app.ctx, 'sandbox').rail;
  let sent = 0;
  const adapters = { ...first.app.ctx.adapters, sandbox: { ...adaptersOf(first.app.ctx, 'sandbox'), rail: { ...rail, send: (...args: Parameters<typeof rail.send>) => { sent += 1; return rail.send(...args); } } } };
  let slept = 0;
  const clock = { ...first.app.ctx.clock, monotonicMs: () => after(first.app.ctx, slept).clock.monotonicMs() };
  const sleeper = await leaseAndSleep(first, transferQueue({ ...first.app.ctx, adapters, clock }, first.app.lanes), tenant.tenantId);
  await lapse(pair, tenant);
  slept = leaseSeconds + 1;
  await workToTheEnd(pair, tenant, transfer.transactionId);
  const before = await storyOf(pair, transfer.transactionId);
  await sleeper.release();
  const faults = sleeper.count === 1 ? [] : [`the sleeper leased ${sleeper.count} rows`];
  if (sent !== 0) faults.push('a worker that slept past its deadline touched the wire');
  faults.push(...(await unchanged(pair, transfer.transactionId, accountNumber, before)));
  return faults.map((fault) => `slept before the wire: ${fault}`);
}

/** Paused between the rail's answer and its settlement: the other worker asks the rail, and the late answer changes nothing. */
async function sleptAfterTheWire(pair: Pair): Promise<string[]> {
  const tenant = await pair.addTenant();
  const { transfer, accountNumber } = await confirmedTransfer(pair, tenant);
  const [first] = pair.programs;
  const { rail, ...others } = adaptersOf(first.app.ctx, 'sandbox');
  const woken = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const slowRail: typeof rail = {
    ...rail,
    async send(instruction, signal) {
      const answer = await rail.send(instruction, signal);
      answered.resolve();
      await woken.promise;
      return answer;
    },
  };
  const ctx = { ...first.app.ctx, adapters: { ...first.app.ctx.adapters, sandbox: { ...others, rail: slowRail } } };
  const sleeper = await leaseAndSleep(first, transferQueue(ctx, first.app.lanes), tenant.tenantId);
  const released = sleeper.release();
  await answered.promise;
  await lapse(pair, tenant);
  await workToTheEnd(pair, tenant, transfer.transactionId);
  const before = await storyOf(pair, transfer.transactionId);
  woken.resolve();
  await released;
  return (await unchanged(pair, transfer.transactionId, accountNumber, before)).map((fault) => `slept after the wire: ${fault}`);
}

async function unchanged(pair: Pair, transactionId: string, accountNumber: string, before: string): Promise<string[]> {
  const now = await storyOf(pair, transactionId);
  const faults = before === wholeStory ? [] : [`the other worker's story is ${before}`];
  if (now !== before) faults.push(`the sleeper made it ${now}`);
  const { held } = await balanceOf(pair, accountNumber);
  if (held !== 0n) faults.push(`${held} kobo are still held`);
  return faults;
}

/** A message's late finisher compares its lease, and leaves the row as the other worker wrote it. */
async function sleptWithAMessage(pair: Pair): Promise<string[]> {
  const tenant = await pair.addTenant();
  const source = await openSource(pair, { naira: 10_000, tenant });
  await pair.must(0, { method: 'POST', path: '/utils/otp-request', body: { accountNumber: source.accountNumber } }, tenant);
  const [first, second] = pair.programs;
  const row = async (): Promise<unknown> => (await pair.query('select state, attempts, lease_version, next_at, sent_at from message where tenant_id = $1', [tenant.tenantId]))[0];
  const sleeper = await leaseAndSleep(first, messageQueue(first.app.ctx), tenant.tenantId);
  await lapse(pair, tenant);
  const { leased, done } = await closeQueue(messageQueue(second.app.ctx), second.app.ctx.log).runOnce(second.db, tenant.tenantId);
  await done;
  const before = JSON.stringify(await row());
  await sleeper.release();
  const now = JSON.stringify(await row());
  const faults = sleeper.count === 1 && leased === 1 ? [] : [`the message was leased ${sleeper.count} and ${leased} times`];
  if (!before.includes('"state":"sent"') || now !== before) faults.push(`the message was ${before} and became ${now}`);
  return faults.map((fault) => `slept with a message: ${fault}`);
}
