/**
 * Short reads of a tenant share their transactions: while some run, further ones gather and travel in the next. A transaction for each
 * cost more than all it read (docs/performance.md). A long one would keep short ones waiting, so that records and pages have their own, and there are few pages in each.
 */
import { createGathering } from '#src/lib/gathering.ts';
import { whenAll } from './opening.ts';

type Run<Tx, Key extends string> = <T>(key: Key, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Work that may share a transaction. */
export type Companion<Tx> = {
  /** Answers how to tell whoever asked, once the transaction is known to have gone well. */
  within(tx: Tx): Promise<() => void>;
  alone(): Promise<void>;
};

/** One transaction for all of them, or one for each where that fails: a statement of one may have spoilt it for all, the connection have broken, or its COMMIT be unknown. Each finds out for itself. */
export async function travel<Each extends Companion<never>>(batch: readonly Each[], together: (batch: readonly Each[]) => Promise<(() => void)[]>): Promise<void> {
  const [only] = batch;
  if (only !== undefined && batch.length === 1) return only.alone();
  try {
    for (const tell of await together(batch)) tell();
  } catch {
    await Promise.all(batch.map((each) => each.alone()));
  }
}

export type Sharing = { atOnce: number; most: number };
/** While the answers of one are worked on, the database works on the other. */
const recordsTogether: Sharing = { atOnce: 2, most: 64 };
/** A list that is counted for the first time holds up seven others, and three more transactions pass it. */
export const pagesTogether: Sharing = { atOnce: 4, most: 8 };

/** `run` runs one transaction, of a tenant or in a scope: of one key. What fails fails for whoever asked it: where it has spoilt the transaction, the others run again, each alone. */
export function shareTransactions<Tx extends { lastly(): void }, Key extends string>(run: Run<Tx, Key>, sharing: Sharing = recordsTogether): Run<Tx, Key> {
  const gather = createGathering<Key, Companion<Tx>>(sharing, (key, batch) => travel(batch, (all) => run(key, (tx) => {
    const lastOf = whenAll(tx.lastly);
    const own = all.map((each) => ({ each, tx: { ...tx, lastly: lastOf() } }));
    return Promise.all(own.map((one) => one.each.within(one.tx)));
  })));

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
