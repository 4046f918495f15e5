/**
 * Due work: what must happen later is a row with `next_at`, and the row is the job. One module leases all of them.
 *
 * A lease moves `next_at` 30 seconds ahead and raises `lease_version`, the fencing token; who finishes a row compares
 * the token, so a worker that slept through its lease changes nothing. A crashed worker's rows are due again by themselves.
 */
import { setTimeout as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { countOne } from '#src/lib/count-one.ts';
import { crashPoint } from './crash-points.ts';
import type { HandOver } from './hand-over.ts';

export const leaseSeconds = 30;
/** Tenants whose rows are leased in one go. */
const tenantsAtOnce = 64;

/** For how long transfers of a retired sandbox are carried on. What is not over by then stays as it is: without an answer for people to decide, or scheduled and holding nothing. */
export const carriedDays = 2;

export type Lease = { id: string; leaseVersion: number };

export type DueTable = 'message' | 'transfer' | 'transfer_batch' | 'transfer_batch_item' | 'webhook_delivery';

/** A row may be leased and yet give no job: it is given back, or finished at once. */
export type Claim<Job> = { leased: number; jobs: Job[] };

export type DueQueue<Job> = {
  name: string;
  table: DueTable;
  /** How many rows of one tenant are leased at once: the tenant's share of the worker. */
  perTenant: number;
  /**
   * How many rows of the tenant may be leased now, for a queue whose jobs may hang: their ends are looked at one by one. Without it a
   * tenant has one batch of `perTenant` in hand at a time.
   */
  room?(tenantId: string): number;
  /** Between two looks that follow each other, so that what ends in this time is followed by one claim and not by one each; none: at once. */
  gatherMs?: number;
  /** Jobs of rows that were written under a lease, given to this worker by whoever wrote them: as many again as `perTenant`. */
  handOver?: Pick<HandOver<Job>, 'open'>;
  /** Leases up to `limit` due rows, reads what they need, and commits what must be durable before the outside world is touched. */
  claim(tx: Tx, limit: number): Promise<Claim<Job>>;
  /**
   * Does one job, outside any transaction, and finishes its row by `finishLease` or by a lane. Must not throw for the outside world's trouble. Of a queue with `room`, it
   * tells when the job has left its place, which may be before the row is finished.
   */
  work(tenantId: string, job: Job, left?: () => void): Promise<void>;
};

/** Primary key columns after tenant_id, as one text. */
const idOf: Record<DueTable, Sql> = {
  message: sql`message_id`,
  transfer: sql`transaction_id`,
  transfer_batch: sql`batch_id`,
  transfer_batch_item: sql`batch_id || ' ' || position`,
  webhook_delivery: sql`event_id || ' ' || endpoint_id`,
};
const tableOf: Record<DueTable, Sql> = {
  message: sql`message`,
  transfer: sql`transfer`,
  transfer_batch: sql`transfer_batch`,
  transfer_batch_item: sql`transfer_batch_item`,
  webhook_delivery: sql`webhook_delivery`,
};

/** When a lease that is taken now runs out. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * 1000);
}

/** Due rows of the transaction's tenant, oldest first, locked, passing over rows that others hold. */
function lockDue(tx: Tx, table: DueTable, columns: Sql, limit: number): Sql {
  return sql`
    select ${columns} from ${tableOf[table]}
    where tenant_id = ${tx.tenantId} and next_at <= ${tx.now}
    order by next_at limit ${limit} for no key update skip locked`;
}

/** Leases up to `limit` due rows. */
export async function leaseDue(tx: Tx, table: DueTable, limit: number): Promise<Lease[]> {
  return tx.rows<Lease>(sql`
    with due as materialized (${lockDue(tx, table, sql`ctid`, limit)})
    update ${tableOf[table]} set next_at = ${leaseEnd(tx.now)}, lease_version = lease_version + 1
    where tenant_id = ${tx.tenantId} and ctid = any(array(select ctid from due))
    returning ${idOf[table]} as id, lease_version as "leaseVersion"`);
}

/**
 * Locks up to `limit` due rows for a claim that changes them anyway. It writes each as `leased` makes it, in the update of its own
 * change: a second update would copy the row and its index entries once more, and check every foreign key anew.
 */
export async function pickDue<Row extends Leasable>(tx: Tx, table: DueTable, columns: Sql, limit: number): Promise<Row[]> {
  return tx.rows<Row>(lockDue(tx, table, columns, limit));
}

export type Leasable = { leaseVersion: number; nextAt: Date | null };

/** The row under a new lease. Pure. */
export function leased<Row extends Leasable>(row: Row, now: Date): Row {
  return { ...row, leaseVersion: row.leaseVersion + 1, nextAt: leaseEnd(now) };
}

/**
 * Tenants with due rows, by a look that locks nothing. Every tenant gets its turn, whoever has most to do. The first due row of each is asked for, not whether there is one: asked for that,
 * the server joins tenants with the whole table where it takes many rows to be due, as it does of a table that grew since it was analyzed.
 */
async function tenantsWithDue(tx: ReadTx, table: DueTable): Promise<string[]> {
  const carriedOn = isCarriedOn(table) ? sql`or t.retired_at > now() - make_interval(days => ${carriedDays})` : sql``;
  const rows = await tx.rows<{ tenant_id: string }>(sql`
    select t.tenant_id from tenant t
    where (t.retired_at is null ${carriedOn}) and (
      select true from ${tableOf[table]} d
      where d.tenant_id = t.tenant_id and d.next_at <= now() + make_interval(secs => t.clock_offset_seconds)
      order by d.next_at limit 1)
    order by t.tenant_id`);
  return rows.map((row) => row.tenant_id);
}

/** Of a retired sandbox nobody is told anything any more, by message or webhook; money that was on its way comes to its end. */
function isCarriedOn(table: DueTable): boolean {
  return table !== 'message' && table !== 'webhook_delivery';
}

export type Worker = {
  /** Looks for due rows of this queue now rather than at the next look; of this tenant alone, if one is named. */
  wake(queue: string, tenantId?: string): void;
  /** Stops leasing and waits for what is in hand, at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
};

/** A queue with its job type closed over, so that queues of different jobs stand in one list. */
export type ClosedQueue = {
  name: string;
  table: DueTable;
  perTenant: number;
  room?(tenantId: string): number;
  gatherMs?: number;
  /** `left` is called when a job of a queue with `room` has left its place. */
  runOnce(db: Database, tenantId: string, left?: () => void): Promise<{ leased: number; done: Promise<void> }>;
  /** From now on rows written under a lease are taken over, until `stop`. */
  takeOver?(): { stop(): Promise<void> };
};

export function closeQueue<Job>(queue: DueQueue<Job>, log: Logger): ClosedQueue {
  const { handOver } = queue;
  const work = (tenantId: string, job: Job, left?: () => void): Promise<void> =>
    queue.work(tenantId, job, left).catch((error: unknown) => log.error({ err: error, queue: queue.name, tenantId }, 'due work failed'));
  return {
    name: queue.name,
    table: queue.table,
    perTenant: queue.perTenant,
    ...(queue.room === undefined ? {} : { room: queue.room }),
    ...(queue.gatherMs === undefined ? {} : { gatherMs: queue.gatherMs }),
    ...(handOver === undefined ? {} : { takeOver: () => handOver.open(queue.perTenant, work) }),
    async runOnce(db, tenantId, left) {
      const claim = await db.writeTogether(`due.${queue.name}`, tenantId, async (tx) => {
        // Whoever wakes a queue names its tenant, a retired one too.
        if (tx.retired && !isCarriedOn(queue.table)) return { leased: 0, jobs: [] };
        const claimed = await queue.claim(tx, queue.room?.(tenantId) ?? queue.perTenant);
        if (claimed.leased > 0) crashPoint(`due.${queue.name}.leased`);
        return claimed;
      });
      if (claim.leased > 0) crashPoint(`due.${queue.name}.committed`);
      const done = Promise.all(claim.jobs.map((job) => work(tenantId, job, left))).then(() => undefined);
      return { leased: claim.leased, done };
    },
  };
}

export function startWorker(db: Database, queues: readonly ClosedQueue[], options: { pollMs: number; log: Logger }): Worker {
  let stopping = false;
  const loops = queues.map((queue) => createLoop(db, queue, options, () => stopping));
  const takingOver = queues.flatMap((queue) => queue.takeOver?.() ?? []);
  return {
    wake: (name, tenantId) => loops.find((loop) => loop.name === name)?.wake(tenantId),
    async stop(graceMs) {
      stopping = true;
      for (const loop of loops) loop.wake();
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(grace.resolve, graceMs);
      await Promise.race([Promise.all([...loops.map((loop) => loop.ended), ...takingOver.map((taking) => taking.stop())]), grace.promise]);
      clearTimeout(timer);
    },
  };
}

function createLoop(db: Database, queue: ClosedQueue, options: { pollMs: number; log: Logger }, stopping: () => boolean): { name: string; wake(tenantId?: string): void; ended: Promise<void> } {
  let wakeUp: (() => void) | null = null;
  let woken = false;
  /** Whom to look at; null: at every tenant. A tenant that is named by its waker costs no look for tenants, which is a transaction (docs/performance.md). */
  let named: Set<string> | null = null;
  let everyoneSeen = false;
  const inHand = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const hasRoom = (tenantId: string): boolean => (queue.room === undefined ? !inHand.has(tenantId) : queue.room(tenantId) > 0);

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, options.pollMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function look(tenants: Iterable<string>): Promise<void> {
    // Side by side, so that their claims travel together.
    for (let rest = [...tenants]; rest.length > 0 && !stopping(); rest = rest.slice(tenantsAtOnce)) {
      // A tenant has its share of the queue and no more: the bulkhead between tenants.
      await Promise.all(rest.slice(0, tenantsAtOnce).filter(hasRoom).map(lookAt));
    }
  }

  async function lookAt(tenantId: string): Promise<void> {
    const run = await queue.runOnce(db, tenantId, queue.room === undefined ? undefined : () => wake(tenantId)).catch((error: unknown) => {
      // One tenant's trouble must not cost the tenants behind it their turn.
      options.log.error({ err: error, queue: queue.name, tenantId }, 'leasing due work failed');
      return null;
    });
    if (run === null || run.leased === 0) return;
    const ended = countOne(inHand, tenantId);
    const batch: Promise<void> = run.done.then(() => {
      ended();
      running.delete(batch);
      if (queue.room === undefined) wake(tenantId);
    });
    running.add(batch);
  }

  /** Nobody waits longer for the look at everyone than without names. */
  async function tenantsToLookAt(): Promise<Iterable<string>> {
    const tenants = named;
    named = new Set();
    if (tenants !== null && tenants.size > 0 && everyoneSeen) return tenants;
    everyoneSeen = true;
    setTimeout(() => {
      everyoneSeen = false;
    }, options.pollMs).unref();
    return db.across('worker', (tx) => tenantsWithDue(tx, queue.table));
  }

  function wake(tenantId?: string): void {
    if (tenantId === undefined) named = null;
    else named?.add(tenantId);
    woken = true;
    wakeUp?.();
  }

  async function loop(): Promise<void> {
    while (!stopping()) {
      woken = false;
      await tenantsToLookAt().then(look).catch((error: unknown) => options.log.error({ err: error, queue: queue.name }, 'looking for due work failed'));
      if (!woken && !stopping()) await pause();
      else if (queue.gatherMs !== undefined && !stopping()) await nextTurn(queue.gatherMs);
      wakeUp = null;
    }
    await Promise.all(running);
  }

  return { name: queue.name, wake, ended: loop() };
}
