/** One measured run, with what program, database and load generator used meanwhile. */
import { rampSeconds } from '../../measure.ts';
import type { Program } from '../../program.ts';
import { cpuSeconds, residentBytes, treeCpuSeconds } from '../../usage.ts';
import { type Closed, closedLoop } from './closed-loop.ts';
import type { Work } from './work.ts';

export type Figures = Closed & {
  unit: string;
  clients: number;
  perSecond: number;
  /** CPU of each part for one unit, in microseconds; null without /proc. */
  cpuMicroseconds: { program: number | null; database: number | null; load: number };
  /** The load generator's part of the CPU that all three used, 0 to 1. */
  loadShare: number | null;
  /** The load generator's part of one core: at 1 it is what limits. */
  loadCore: number;
  /** Most memory the program held; null without /proc. */
  residentMegabytes: number | null;
};

const sampleEveryMs = 250;

export async function runLoad(program: Program, work: Work, options: { clients: number; seconds: number; /** Longer where a turn is. */ rampSeconds?: number }): Promise<Figures> {
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(program.pid) ?? 0);
  }, sampleEveryMs);
  let [before, after] = [spent(program), spent(program)];
  const closed = await closedLoop(work, {
    rampSeconds,
    ...options,
    onMeasuring: () => {
      before = spent(program);
    },
    onMeasured: () => {
      after = spent(program);
    },
  }).finally(() => clearInterval(sampling));
  const used = { program: less(after.program, before.program), database: less(after.database, before.database), load: after.load - before.load };
  const each = (seconds: number): number => Math.round((seconds * 1e6) / Math.max(1, closed.units));
  const all = (used.program ?? 0) + (used.database ?? 0) + used.load;
  return {
    ...closed,
    unit: work.unit,
    clients: options.clients,
    perSecond: Math.round((closed.units / closed.seconds) * 10) / 10,
    cpuMicroseconds: { program: used.program === null ? null : each(used.program), database: used.database === null ? null : each(used.database), load: each(used.load) },
    loadShare: used.program === null ? null : hundredths(used.load / all),
    loadCore: hundredths(used.load / closed.seconds),
    residentMegabytes: peak === 0 ? null : Math.round(peak / 1024 / 1024),
  };
}

function spent({ pid, postmasterPid }: Program): { program: number | null; database: number | null; load: number } {
  const own = process.cpuUsage();
  return { program: cpuSeconds(pid), database: treeCpuSeconds(postmasterPid), load: (own.user + own.system) / 1e6 };
}

function less(now: number | null, then: number | null): number | null {
  return now === null || then === null ? null : now - then;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
