/**
 * Short reads of a tenant share their transactions: while some run, further ones gather and travel in the next. A transaction for each
 * cost more than all it read (docs/performance.md). For single records: a long one would keep short ones waiting.
 */
import { createGathering } from '#src/lib/gathering.ts';

type Run<Tx, Key extends string> = <T>(key: Key, work: (tx: Tx) => Promise<T>) => Promise<T>;

type Waiting<Tx> = {
  /** Answers how to tell whoever asked, once the transaction is known to have gone well. */
  within(tx: Tx): Promise<() => void>;
  alone(): Promise<void>;
};

const mostTogether = 64;
/** While the answers of one are worked on, the database works on the other. */
const atOnce = 2;

/** `run` runs one transaction, of a tenant or in a scope: of one key. What fails fails for whoever asked it: where it has spoilt the transaction, the others run again, each alone. */
export function shareTransactions<Tx, Key extends string>(run: Run<Tx, Key>): Run<Tx, Key> {
  const gather = createGathering<Key, Waiting<Tx>>({ atOnce, most: mostTogether }, async (key, batch) => {
    const [only] = batch;
    if (only !== undefined && batch.length === 1) return only.alone();
    try {
      for (const tell of await run(key, (tx) => Promise.all(batch.map((each) => each.within(tx))))) tell();
    } catch {
      // A statement of one failed, and all others with it; or the connection broke, or its COMMIT is unknown. Each finds out for itself.
      await Promise.all(batch.map((each) => each.alone()));
    }
  });

  return <T>(key: Key, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    gather(key, {
      within: (tx) => work(tx).then(
        (value) => () => resolve(value),
        (error: unknown) => () => reject(error),
      ),
      alone: () => run(key, work).then(resolve, reject),
    });
    return promise;
  };
}
