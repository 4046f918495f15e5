/**
 * Rows that are written under a lease go straight to the worker of the same process: what a lane has just committed need not be looked
 * for, locked, read and leased in a transaction of its own (docs/performance.md). A row that nobody took, or whose process died, is
 * due when its lease ends, like any other.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { countOne } from '#src/lib/count-one.ts';

export type HandOver<Job> = {
  /** How many more jobs of the tenant this process's worker takes now; 0 without a worker. What is beyond is written as due. */
  room(tenantId: string): number;
  /** Jobs whose leases are committed. */
  take(tenantId: string, jobs: readonly Job[]): void;
  /** For the worker: from now on jobs are taken, `perTenant` at once. `stop` takes no more and resolves when those in hand are done. */
  open(perTenant: number, work: (tenantId: string, job: Job) => Promise<void>): { stop(): Promise<void> };
};

type Taker<Job> = { perTenant: number; work(tenantId: string, job: Job): Promise<void> };

export function createHandOver<Job>(): HandOver<Job> {
  let taker: Taker<Job> | null = null;
  const inHand = new Map<string, number>();
  const running = new Set<Promise<void>>();

  async function run({ work }: Taker<Job>, tenantId: string, jobs: readonly Job[]): Promise<void> {
    const counted = jobs.map((job) => ({ job, ended: countOne(inHand, tenantId) }));
    // After the answers to the callers, who wait.
    await nextTurn();
    await Promise.all(counted.map(({ job, ended }) => work(tenantId, job).finally(ended)));
  }

  return {
    room: (tenantId) => (taker === null ? 0 : Math.max(0, taker.perTenant - (inHand.get(tenantId) ?? 0))),
    take(tenantId, jobs) {
      // A worker that stopped meanwhile leaves them to whoever finds their leases run out.
      if (taker === null || jobs.length === 0) return;
      const done: Promise<void> = run(taker, tenantId, jobs).finally(() => running.delete(done));
      running.add(done);
    },
    open(perTenant, work) {
      const own: Taker<Job> = { perTenant, work };
      taker = own;
      return {
        async stop() {
          if (taker === own) taker = null;
          await Promise.all(running);
        },
      };
    },
  };
}
