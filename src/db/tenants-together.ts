/**
 * Work of one kind travels together, whichever tenants it is of: while some of it is in the database, further work gathers, and goes in one transaction. A transaction and
 * its statements for each tenant cost ten times what they did for one of many (docs/performance.md).
 */
import type { Tx } from './database.ts';

type Transactions = {
  together<T>(tenantIds: readonly string[], work: (txOf: (tenantId: string) => Tx) => Promise<T>): Promise<T>;
  alone<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
};

type Waiting = {
  tenantId: string;
  /** Answers how to tell whoever asked, once the transaction is known to have gone well. */
  within(tx: Tx): Promise<() => void>;
  alone(): Promise<void>;
};

type Queue = { waiting: Waiting[]; /** Transactions under way for which the next one waits. */ running: number };

const mostTogether = 64;
const atOnce = 1;
/** A transaction that takes longer is held up by somebody's lock: others go past it. */
const patienceMs = 200;

/** Locks follow one order within a kind alone: two kinds never travel together. */
export function travelTogether({ together, alone }: Transactions): <T>(kind: string, tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T> {
  const queues = new Map<string, Queue>();

  async function travel(gathered: readonly Waiting[]): Promise<void> {
    // Whoever locks rows of several tenants does so in their order.
    const batch = [...gathered].sort((one, other) => (one.tenantId < other.tenantId ? -1 : 1));
    const [only] = batch;
    if (only !== undefined && batch.length === 1) return only.alone();
    try {
      const tellings = await together([...new Set(batch.map(({ tenantId }) => tenantId))], (txOf) => allOf(batch.map(async (each) => each.within(txOf(each.tenantId)))));
      for (const tell of tellings) tell();
    } catch {
      // A statement of one failed, and all others with it; or the connection broke, or its COMMIT is unknown. Each finds out for itself.
      await Promise.all(batch.map((each) => each.alone()));
    }
  }

  function pump(queue: Queue): void {
    while (queue.running < atOnce && queue.waiting.length > 0) {
      queue.running += 1;
      let counted = true;
      const next = (): void => {
        if (!counted) return;
        counted = false;
        queue.running -= 1;
        pump(queue);
      };
      const overdue = setTimeout(next, patienceMs);
      void travel(queue.waiting.splice(0, mostTogether)).finally(() => {
        clearTimeout(overdue);
        next();
      });
    }
  }

  return <T>(kind: string, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let queue = queues.get(kind);
    if (queue === undefined) queues.set(kind, queue = { waiting: [], running: 0 });
    queue.waiting.push({
      tenantId,
      within: (tx) => work(tx).then((value) => () => resolve(value)),
      alone: () => alone(tenantId, work).then(resolve, reject),
    });
    if (queue.waiting.length === 1) {
      const { running } = queue;
      const begun = queue;
      // What arrives in this turn of the event loop goes together.
      if (running < atOnce) setImmediate(() => pump(begun));
    }
    return promise;
  };
}

/** When all have ended: nobody is still at work in a transaction that is undone. @throws what the first to fail threw */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
