/** How many calls to one endpoint are in flight at once in this process. */
export type Slots = {
  /** True once a place is free; false when none was within the time, so that the caller does something else. */
  take(key: string): Promise<boolean>;
  release(key: string): void;
};

type Holder = { held: number; waiting: ((taken: boolean) => void)[] };

export function createSlots(limit: number, maxWaitMs: number): Slots {
  const holders = new Map<string, Holder>();
  return {
    take(key) {
      const holder = holders.get(key) ?? { held: 0, waiting: [] };
      holders.set(key, holder);
      if (holder.held < limit) {
        holder.held += 1;
        return Promise.resolve(true);
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => {
        holder.waiting.splice(holder.waiting.indexOf(handOver), 1);
        resolve(false);
      }, maxWaitMs);
      const handOver = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      holder.waiting.push(handOver);
      return promise;
    },
    release(key) {
      const holder = holders.get(key);
      if (holder === undefined) return;
      const next = holder.waiting.shift();
      if (next !== undefined) next(true);
      else if (holder.held > 1) holder.held -= 1;
      else holders.delete(key);
    },
  };
}
