/** Whether the program's memory stays flat under load that goes on. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { drain } from '../../books.ts';
import { rampSeconds } from '../../measure.ts';
import { freePort } from '../../program.ts';
import { residentBytes } from '../../usage.ts';
import { type Refusals, sumRefusals } from '../load/answers.ts';
import { runLoad } from '../load/run-load.ts';
import type { SuiteOptions } from '../options.ts';
import { type Block, emptyBlock, goal } from '../report/block.ts';
import { lineChart } from '../report/chart.ts';
import { rounded } from '../report/figures.ts';
import type { Stage } from '../stage.ts';
import { confirming } from './confirming.ts';

type Sample = readonly [seconds: number, megabytes: number];

const sampleEveryMs = 5_000;
/** The load pauses so often for new name-enquiry sessions. */
const sliceSeconds = 30;
/** The first tells how many sessions the others need. */
const firstSliceSeconds = 5;
const timesTheRate = 3;
/** Pools, plans and compiled code fill up first. */
const settledAfterSeconds = 60;
/** Below this it is the breathing of the garbage collector: over ten minutes a twentieth of what the program may hold. */
const flatMegabytesPerMinute = 1.5;

export async function soakBlock(stage: Stage, options: SuiteOptions, say: (line: string) => void): Promise<Block> {
  const clients = options.clients.at(-1) ?? 1;
  const rail = await startRail(join(stage.dataDir, 'rail-simulator'));
  try {
    const program = await stage.restart({ SANDBOX_RAIL_URL: rail.url, SANDBOX_RAIL_DIRECTORY: join(stage.dataDir, 'rail-simulator') });
    stage.loaded();
    const samples: Sample[] = [];
    const begun = performance.now();
    const seconds = (): number => (performance.now() - begun) / 1000;
    const sampling = setInterval(() => void samples.push([rounded(seconds(), 1), rounded((residentBytes(program.pid) ?? 0) / 1024 / 1024, 1)]), Math.min(sampleEveryMs, (options.soakSeconds * 1000) / 10));
    const refusals: Refusals[] = [];
    const rates: number[] = [];
    while (seconds() < options.soakSeconds) {
      const slice = Math.max(1, Math.min(rates.length === 0 ? firstSliceSeconds : sliceSeconds, Math.round(options.soakSeconds - seconds())));
      const most = rates.length === 0 ? {} : { most: Math.max(1_000, Math.max(...rates) * timesTheRate) };
      const run = await runLoad(program, await confirming(stage, { clients, tenants: 1, seconds: slice + rampSeconds, ...most }), { clients, seconds: slice });
      say(`soak, ${Math.round(seconds())} s: ${run.perSecond} confirmations a second, ${samples.at(-1)?.[1]} MB`);
      refusals.push(run.refusals);
      rates.push(run.perSecond);
    }
    clearInterval(sampling);
    await drain(program.connection);
    return report(samples, rates, clients, options.soakSeconds, sumRefusals(refusals));
  } finally {
    // The program first: it asks the rail until it ends.
    await stage.restart();
    await rail.stop();
  }
}

function report(samples: readonly Sample[], rates: readonly number[], clients: number, seconds: number, refusals: Refusals): Block {
  const settled = samples.filter(([at]) => at >= Math.min(settledAfterSeconds, seconds / 2));
  const slope = rounded(slopeOf(settled) * 60);
  const most = Math.max(...samples.map(([, megabytes]) => megabytes));
  return {
    ...emptyBlock,
    title: `Memory over ${seconds} seconds`,
    text: [
      `${clients} callers confirm for ${seconds} s; memory is looked at every ${sampleEveryMs / 1000} s. The simulated rail is a process of its own here, as a real one is: it keeps in memory where each payment stands in its book, and in the program's process that would be what grows. The slope is a straight line through all samples after the first ${Math.min(settledAfterSeconds, Math.round(seconds / 2))} s.`,
    ],
    tables: [{ head: ['Samples', 'First, MB', 'Last, MB', 'Most, MB', 'Slope, MB a minute', 'Confirmations a second, first and last slice'], rows: [[String(samples.length), String(settled[0]?.[1]), String(samples.at(-1)?.[1]), String(most), String(slope), `${rates[0]}, ${rates.at(-1)}`]] }],
    charts: [lineChart('suite-memory', { title: `Resident memory of the program, ${clients} callers`, x: 'seconds', y: 'MB', series: [{ label: 'program', points: samples }], line: { label: 'aim: at most 300', value: 300 } })],
    goals: [
      goal('g', `memory of the program over ${seconds} s with ${clients} clients`, 'at most', 300, most, ' MB', `${most} MB`),
      goal('g', 'memory stays flat', 'at most', flatMegabytesPerMinute, slope, ' MB a minute', `${slope} MB a minute`),
    ],
    refusals,
    raw: { samples, rates, slope },
  };
}

/** Of the straight line with the least squares, for one second. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [x, y] = [mean(samples.map(([at]) => at)), mean(samples.map(([, megabytes]) => megabytes))];
  const spread = samples.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, [at, megabytes]) => sum + (at - x) * (megabytes - y), 0) / spread;
}

async function startRail(directory: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const root = join(import.meta.dirname, '../../..');
  const child = spawn(process.execPath, ['src/sandbox/rail-simulator/main.ts'], { cwd: root, env: { PATH: process.env['PATH'], PORT: String(port), DIRECTORY: directory }, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // Its first line says that it listens.
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`The rail ended with ${String(code)}.`)));
  });
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
