/**
 * Results of due work share their transactions: while one of a tenant runs, further results gather and travel in the next.
 * One transaction for each message sent cost more than all other writes of a transfer together (measured).
 */
type Waiting<Item> = { item: Item; resolve(): void; reject(error: unknown): void };

/**
 * Answers a function that resolves when its item was written, by `write` for one or many items of a tenant. An error rejects all
 * that travelled together. At most as many wait as are in flight, so the queue is bounded by the leases.
 */
export function createSharedWrites<Item>(write: (tenantId: string, items: readonly Item[]) => Promise<void>): (tenantId: string, item: Item) => Promise<void> {
  const queues = new Map<string, Waiting<Item>[]>();

  async function drain(tenantId: string, queue: Waiting<Item>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        await write(tenantId, batch.map((waiting) => waiting.item));
        for (const waiting of batch) waiting.resolve();
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queues.delete(tenantId);
  }

  return (tenantId, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting: Waiting<Item> = { item, resolve: () => resolve(undefined), reject };
    const queue = queues.get(tenantId);
    if (queue === undefined) {
      const started = [waiting];
      queues.set(tenantId, started);
      // Results of this turn of the event loop travel together.
      setImmediate(() => void drain(tenantId, started));
    } else {
      queue.push(waiting);
    }
    return promise;
  };
}
