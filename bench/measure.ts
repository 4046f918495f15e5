/** One measured run of the load, with what program and database used meanwhile. */
import { type Load, runLoad } from './load.ts';
import type { BenchClient } from './prepare.ts';
import type { Program } from './program.ts';
import { cpuSeconds, residentBytes, treeCpuSeconds } from './usage.ts';

export type Measured = Load & {
  confirmationsPerSecond: number;
  /** Megabytes the program held before the load, and at most under it; null without /proc. */
  idleMegabytes: number | null;
  peakMegabytes: number | null;
  /** CPU of each part for one confirmation, in microseconds, the sending and settling that follows included. */
  cpuMicroseconds: { program: number | null; database: number | null; loadGenerator: number };
};

const sampleEveryMs = 250;

/** All clients are running when it counts. */
export const rampSeconds = 0.5;

export async function measure(program: Program, clients: readonly BenchClient[], seconds: number): Promise<Measured> {
  const idleBytes = residentBytes(program.pid);
  let peakBytes = idleBytes ?? 0;
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(program.pid) ?? 0);
  }, sampleEveryMs);
  let before = spent(program);
  const load = await runLoad(program.port, clients, {
    rampSeconds,
    seconds,
    onMeasuring: () => {
      before = spent(program);
    },
  });
  const after = spent(program);
  clearInterval(sampling);
  const each = (now: number | null, then: number | null): number | null => (now === null || then === null ? null : Math.round(((now - then) * 1e6) / Math.max(1, load.confirmations)));
  return {
    ...load,
    confirmationsPerSecond: Math.round(load.confirmations / load.seconds),
    idleMegabytes: idleBytes === null ? null : toMegabytes(idleBytes),
    peakMegabytes: idleBytes === null ? null : toMegabytes(peakBytes),
    cpuMicroseconds: { program: each(after.program, before.program), database: each(after.database, before.database), loadGenerator: each(after.own, before.own) ?? 0 },
  };
}

function spent({ pid, postmasterPid }: Program): { program: number | null; database: number | null; own: number } {
  const own = process.cpuUsage();
  return { program: cpuSeconds(pid), database: treeCpuSeconds(postmasterPid), own: (own.user + own.system) / 1e6 };
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
