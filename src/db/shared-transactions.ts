/**
 * Short work of a tenant shares its transactions: while some runs, further work gathers and travels in the next. A transaction for each
 * cost more than all it read or wrote (docs/performance.md). The statements of those who travel together interleave on one connection,
 * and see each other's writes: only work on rows of its own may share. For single records: a long one would keep short ones waiting.
 */
type Run<Tx, Key extends string> = <T>(key: Key, work: (tx: Tx) => Promise<T>) => Promise<T>;

type Waiting<Tx> = {
  /** Answers how to tell whoever asked, once the transaction is known to have gone well. */
  within(tx: Tx): Promise<() => void>;
  alone(): Promise<void>;
};

type Queue<Tx> = { waiting: Waiting<Tx>[]; running: number };

const mostTogether = 64;
/** While the answers of one are worked on, the database works on the other. */
const atOnce = 2;

/**
 * `run` runs one transaction, of a tenant or in a scope: of one key. What fails fails for whoever asked it: where it has spoilt the transaction, the others run again, each alone.
 * `writes`: whatever is refused may have written before, so that nothing of its transaction may stand.
 */
export function shareTransactions<Tx, Key extends string>(run: Run<Tx, Key>, { writes }: { writes: boolean }): Run<Tx, Key> {
  const queues = new Map<Key, Queue<Tx>>();

  async function travel(key: Key, batch: readonly Waiting<Tx>[]): Promise<void> {
    const [only] = batch;
    if (only !== undefined && batch.length === 1) return only.alone();
    try {
      for (const tell of await run(key, (tx) => Promise.all(batch.map((each) => each.within(tx))))) tell();
    } catch {
      // A statement of one failed, and all others with it; or the connection broke, or its COMMIT is unknown. Each finds out for itself.
      await Promise.all(batch.map((each) => each.alone()));
    }
  }

  function pump(key: Key, queue: Queue<Tx>): void {
    while (queue.running < atOnce && queue.waiting.length > 0) {
      queue.running += 1;
      void travel(key, queue.waiting.splice(0, mostTogether)).finally(() => {
        queue.running -= 1;
        pump(key, queue);
      });
    }
    if (queue.running === 0 && queues.get(key) === queue) queues.delete(key);
  }

  return <T>(key: Key, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting: Waiting<Tx> = {
      within: (tx) => work(tx).then(
        (value) => () => resolve(value),
        (error: unknown) => {
          if (writes) throw error;
          return () => reject(error);
        },
      ),
      alone: () => run(key, work).then(resolve, reject),
    };
    const queue = queues.get(key);
    if (queue === undefined) {
      const fresh: Queue<Tx> = { waiting: [waiting], running: 0 };
      queues.set(key, fresh);
      // What arrives in this turn of the event loop travels together.
      setImmediate(() => pump(key, fresh));
    } else {
      queue.waiting.push(waiting);
      // A queue where nothing runs waits for its first turn.
      if (queue.running > 0) pump(key, queue);
    }
    return promise;
  };
}
