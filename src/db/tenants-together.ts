/**
 * Work of one kind travels together, whichever tenants it is of: while some of it is in the database, further work gathers, and goes in one transaction. A transaction and
 * its statements for each tenant cost four times what they do for one of many (docs/performance.md).
 */
import { type Companion, travel } from './shared-transactions.ts';
import type { Opening } from './tx.ts';

type Transactions = {
  together<T>(tenantIds: readonly string[], work: (openingOf: (tenantId: string) => Opening) => Promise<T>): Promise<T>;
  alone<T>(tenantId: string, work: (opening: Opening) => Promise<T>): Promise<T>;
};

type Waiting = Companion<Opening> & { tenantId: string };

/** Of one kind. */
type Queue = { waiting: Waiting[]; /** Has a transaction for which the next one waits. */ busy: boolean };

const mostTogether = 64;
/** Transactions under way: while the answers of one are worked on, the database works on others. With more, each has fewer in it (docs/performance.md). */
const atOnce = 3;
/** A transaction that takes longer is held up by somebody's lock: others go past it. */
const patienceMs = 200;
/** With those that are held up: the other connections are for whoever does not travel. */
const mostUnderWay = 6;

/** Locks follow one order within a kind alone: two kinds never travel together. */
export function travelTogether({ together, alone }: Transactions): <T>(kind: string, tenantId: string, work: (opening: Opening) => Promise<T>) => Promise<T> {
  /** Kinds in the order in which they wait for their turn. */
  const queues = new Map<string, Queue>();
  let running = 0;
  let underWay = 0;

  function pump(): void {
    for (const [kind, queue] of queues) {
      if (running >= atOnce || underWay >= mostUnderWay) return;
      if (queue.busy || queue.waiting.length === 0) continue;
      depart(queue);
      // Behind the other kinds, next time.
      queues.delete(kind);
      queues.set(kind, queue);
    }
  }

  function depart(queue: Queue): void {
    running += 1;
    underWay += 1;
    queue.busy = true;
    let counted = true;
    const passed = (): void => {
      if (!counted) return;
      counted = false;
      running -= 1;
      queue.busy = false;
    };
    const overdue = setTimeout(() => {
      passed();
      pump();
    }, patienceMs);
    // Whoever locks rows of several tenants does so in their order.
    const batch = queue.waiting.splice(0, mostTogether).sort((one, other) => (one.tenantId < other.tenantId ? -1 : 1));
    void travel(batch, (all) => together([...new Set(all.map(({ tenantId }) => tenantId))], (openingOf) => {
      const openings = all.map(({ tenantId, within }) => ({ within, opening: openingOf(tenantId) }));
      return allOf(openings.map(async ({ within, opening }) => within(opening)));
    })).finally(() => {
      clearTimeout(overdue);
      passed();
      underWay -= 1;
      pump();
    });
  }

  return <T>(kind: string, tenantId: string, work: (opening: Opening) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const queue = queues.get(kind) ?? { waiting: [], busy: false };
    queues.set(kind, queue);
    queue.waiting.push({
      tenantId,
      within: (opening) => work(opening).then((value) => () => resolve(value)),
      alone: () => alone(tenantId, work).then(resolve, reject),
    });
    // What arrives in this turn of the event loop goes together.
    if (!queue.busy && queue.waiting.length === 1) setImmediate(pump);
    return promise;
  };
}

/** When all have ended: nobody is still at work in a transaction that is undone. @throws what the first to fail threw */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(works);
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}
