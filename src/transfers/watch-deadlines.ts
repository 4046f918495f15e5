/**
 * Looks for transfers that take too long. 60 s is "instant" in the CBN's regulation of electronic funds transfers (2018),
 * 4 minutes the latest credit, 10 minutes the latest refund of a failed one, and at 23 hours people must decide.
 */
import type { Context, Environment } from '#src/context.ts';
import { type PendingGroup, pendingByAge } from './deadline-store.ts';
import { reviewAfterSeconds } from './transfer.ts';

const deadlines = [
  { olderThan: '60s', seconds: 60 },
  { olderThan: '4m', seconds: 240 },
  { olderThan: '10m', seconds: 600 },
  { olderThan: '23h', seconds: reviewAfterSeconds },
] as const;

const environments: readonly Environment[] = ['sandbox', 'live'];

/** A look this old is not shown any more: the worker that made it has other troubles. */
const freshMs = 30_000;

export type PendingFigure = { environment: Environment; olderThan: string; transfers: number };

export type DeadlineWatch = {
  /** Counts, and warns once for each environment, state and deadline; again only after it was clear in between. */
  look(): Promise<void>;
  /** Every environment and deadline, zeros too: of the last look, or counted now when there was none lately. */
  figures(): Promise<PendingFigure[]>;
};

export function createDeadlineWatch(ctx: Pick<Context, 'db' | 'log' | 'clock'>): DeadlineWatch {
  let warned = new Set<string>();
  let last: { atMs: number; figures: PendingFigure[] } | null = null;
  const count = (): Promise<PendingGroup[]> => ctx.db.across('worker', (tx) => pendingByAge(tx, deadlines.map((deadline) => deadline.seconds)));

  return {
    async look() {
      const groups = await count();
      last = { atMs: ctx.clock.monotonicMs(), figures: figuresOf(groups) };
      const standing = new Set<string>();
      for (const { environment, state, thresholdSeconds, transfers, oldest } of groups) {
        const key = `${environment} ${state} ${thresholdSeconds}`;
        standing.add(key);
        if (!warned.has(key)) ctx.log.warn({ environment, state, olderThanSeconds: thresholdSeconds, transfers, oldest }, 'transfers are pending for too long');
      }
      warned = standing;
    },
    async figures() {
      if (last !== null && ctx.clock.monotonicMs() - last.atMs < freshMs) return last.figures;
      return figuresOf(await count());
    },
  };
}

function figuresOf(groups: readonly PendingGroup[]): PendingFigure[] {
  return environments.flatMap((environment) => deadlines.map(({ olderThan, seconds }) => ({
    environment,
    olderThan,
    transfers: groups.filter((group) => group.environment === environment && group.thresholdSeconds === seconds).reduce((sum, group) => sum + group.transfers, 0),
  })));
}
