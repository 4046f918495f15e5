/**
 * Short reads share their transactions: while some of a tenant run, further ones gather and travel in the next. A transaction for each
 * cost more than all it read (docs/performance.md). Each statement still sees what is committed when it runs.
 *
 * For reads of single records only: who travels together arrives together, so a long one would keep short ones waiting.
 */
import type { ReadTx } from './database.ts';

type Read = <T>(tenantId: string, work: (tx: ReadTx) => Promise<T>) => Promise<T>;

type Waiting = {
  /** Never rejects: answers how to tell whoever asked, once the transaction is known to have gone well. */
  within(tx: ReadTx): Promise<() => void>;
  alone(): Promise<void>;
};

type Queue = { waiting: Waiting[]; running: number };

const mostTogether = 64;
/** While the answers of one are worked on, the database works on the other. */
const atOnce = 2;

/** `read` runs one transaction. */
export function createSharedReads(read: Read): Read {
  const queues = new Map<string, Queue>();

  async function run(tenantId: string, batch: readonly Waiting[]): Promise<void> {
    const [only] = batch;
    if (only !== undefined && batch.length === 1) return only.alone();
    try {
      for (const tell of await read(tenantId, (tx) => Promise.all(batch.map((each) => each.within(tx))))) tell();
    } catch {
      // A statement of one failed, and all others with it; or the connection broke. Each finds out for itself.
      await Promise.all(batch.map((each) => each.alone()));
    }
  }

  function pump(tenantId: string, queue: Queue): void {
    while (queue.running < atOnce && queue.waiting.length > 0) {
      queue.running += 1;
      void run(tenantId, queue.waiting.splice(0, mostTogether)).finally(() => {
        queue.running -= 1;
        pump(tenantId, queue);
      });
    }
    if (queue.running === 0 && queues.get(tenantId) === queue) queues.delete(tenantId);
  }

  return <T>(tenantId: string, work: (tx: ReadTx) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting: Waiting = {
      within: (tx) => work(tx).then((value) => () => resolve(value), (error: unknown) => () => reject(error)),
      alone: () => read(tenantId, work).then(resolve, reject),
    };
    const queue = queues.get(tenantId);
    if (queue === undefined) {
      const fresh: Queue = { waiting: [waiting], running: 0 };
      queues.set(tenantId, fresh);
      // Reads that arrive in this turn of the event loop travel together.
      setImmediate(() => pump(tenantId, fresh));
    } else {
      queue.waiting.push(waiting);
      // A queue with room and nothing running waits for its first turn.
      if (queue.running > 0) pump(tenantId, queue);
    }
    return promise;
  };
}
