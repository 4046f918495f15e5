/**
 * Results of due work share their transactions: while one of a tenant runs, further results gather and travel in the next.
 * One transaction for each message sent cost more than all other writes of a transfer together (measured).
 */
import { createGathering } from '#src/lib/gathering.ts';

type Waiting<Item> = { item: Item; resolve(): void; reject(error: unknown): void };

/**
 * Answers a function that resolves when its item was written, by `write` for one or many items of a tenant. An error rejects all
 * that travelled together. At most as many wait as are in flight, so the queue is bounded by the leases.
 */
export function createSharedWrites<Item>(write: (tenantId: string, items: readonly Item[]) => Promise<void>): (tenantId: string, item: Item) => Promise<void> {
  const gather = createGathering<string, Waiting<Item>>({ atOnce: 1, most: Infinity }, async (tenantId, batch) => {
    try {
      await write(tenantId, batch.map((waiting) => waiting.item));
      for (const waiting of batch) waiting.resolve();
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  });
  return (tenantId, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    gather(tenantId, { item, resolve: () => resolve(undefined), reject });
    return promise;
  };
}
