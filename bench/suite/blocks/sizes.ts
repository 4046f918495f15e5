/** Whether confirmations and starts take longer because there is more in the tables. */
import { setTimeout as pause } from 'node:timers/promises';
import { railBookOf } from '#tests/models/many-transfers.ts';
import { drain } from '../../books.ts';
import { rampSeconds } from '../../measure.ts';
import { cpuSeconds, treeCpuSeconds } from '../../usage.ts';
import { fillTransfers } from '../fill.ts';
import { sumRefusals } from '../load/answers.ts';
import { type Figures, runLoad } from '../load/run-load.ts';
import type { SuiteOptions } from '../options.ts';
import { type Block, emptyBlock, goal } from '../report/block.ts';
import { baselineText, meanOf, rateHead, rateRow, rounded } from '../report/figures.ts';
import { openStage, type Stage } from '../stage.ts';
import { confirming } from './confirming.ts';

export type Filled = { stage: Stage; transfers: number; seconds: number };
export type Pair = { small: Filled; large: Filled };

/** Small, large, small, …: whatever else the machine does falls on both. */
const turns = 5;
const quietWithinMs = 120_000;
const starts = 3;

export async function openFilled(name: string, transfers: number, options: SuiteOptions, say: (line: string) => void): Promise<Filled> {
  const stage = await openStage(name, Math.ceil(options.seconds / 2), say);
  const [tenant] = await stage.tenants(1);
  if (tenant === undefined) throw new Error('There is no tenant.');
  say(`${name}: writing ${transfers} transfers`);
  const { rows, seconds } = await fillTransfers(stage, tenant.tenantId, transfers);
  say(`${name}: ${rows} rows in ${seconds} s`);
  return { stage, transfers, seconds };
}

export async function sizesBlock({ small, large }: Pair, options: SuiteOptions, say: (line: string) => void): Promise<Block> {
  const clients = Math.min(64, options.clients.at(-1) ?? 1);
  const run = async ({ stage, transfers }: Filled): Promise<Figures> => {
    const figures = await runLoad(stage.program(), await confirming(stage, { clients, tenants: 1, seconds: options.seconds + rampSeconds }), { clients, seconds: options.seconds });
    await drain(stage.program().connection);
    say(`${transfers} transfers: ${figures.perSecond} confirmations a second`);
    return figures;
  };
  // What the program does about so many new rows, and what is prepared anew, is no part of the runs.
  for (const { stage } of [small, large]) {
    await runLoad(stage.program(), await confirming(stage, { clients, tenants: 1, seconds: 3 }), { clients, seconds: Math.min(2, options.seconds) });
    await drain(stage.program().connection);
    await untilQuiet(stage);
  }
  const before = await small.stage.baseline();
  small.stage.loaded();
  const runs: { transfers: number; figures: Figures }[] = [];
  for (let turn = 0; turn < (options.quick ? 3 : turns); turn += 1) {
    const side = turn % 2 === 0 ? small : large;
    runs.push({ transfers: side.transfers, figures: await run(side) });
  }
  const after = await small.stage.baseline();
  const rateOf = (transfers: number): number => {
    const rates = runs.filter((one) => one.transfers === transfers).map((one) => one.figures.perSecond);
    return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  };
  const ratio = rounded(rateOf(large.transfers) / rateOf(small.transfers));
  return {
    ...emptyBlock,
    title: 'Small and large tables',
    text: [
      `Two programs with a server each: ${small.transfers.toLocaleString('en')} transfers with their enquiries, attempts, entries and events in one, ${large.transfers.toLocaleString('en')} in the other (written in ${small.seconds} and ${large.seconds} s), in the tenant that then confirms, by turns. ${clients} callers, worker on.`,
      baselineText(before, after),
    ],
    tables: [{ head: rateHead, rows: runs.map(({ transfers, figures }) => rateRow(`${transfers.toLocaleString('en')} transfers`, figures, meanOf(before, after))) }],
    goals: [goal('e', `confirmations a second with ${large.transfers.toLocaleString('en')} transfers, to those with ${small.transfers.toLocaleString('en')}`, 'at least', 0.9, ratio, '', `${Math.round(rateOf(large.transfers))}/s and ${Math.round(rateOf(small.transfers))}/s`)],
    refusals: sumRefusals(runs.map(({ figures }) => figures.refusals)),
    raw: { runs, before, after },
  };
}

export async function coldStartBlock(sides: Pair, say: (line: string) => void): Promise<Block> {
  const found: { transfers: number; ms: number[] }[] = [];
  for (const { stage, transfers } of [sides.small, sides.large]) {
    const ms: number[] = [];
    for (let start = 0; start < starts; start += 1) ms.push(Math.round((await stage.restart()).readyAfterMs));
    say(`${transfers} transfers: ready after ${ms.join(', ')} ms`);
    found.push({ transfers, ms });
  }
  const slowest = Math.max(...found.map(({ ms }) => medianOf(ms)));
  return {
    ...emptyBlock,
    title: 'Start to ready',
    text: ['From the start of the process, on a database that was stopped in order, to its first yes at `/readyz`; the embedded server starts within it. Files are in the system\'s cache, as after a restart for an upgrade.'],
    tables: [{ head: ['Transfers in the tables', 'Starts, ms', 'Median, ms'], rows: found.map(({ transfers, ms }) => [transfers.toLocaleString('en'), ms.join(', '), String(medianOf(ms))]) }],
    goals: [goal('h', 'start to ready on an existing database', 'at most', 3, rounded(slowest / 1000), ' s', found.map(({ transfers, ms }) => `${medianOf(ms)} ms with ${transfers.toLocaleString('en')} transfers`).join(', '))],
    raw: found,
  };
}

/** One line for each difference, of both. */
export async function booksOfPair({ small, large }: Pair): Promise<string[]> {
  return [...(await small.stage.books(railBookOf(small.transfers))), ...(await large.stage.books(railBookOf(large.transfers)))];
}

/** Waits until program and server use less than a tenth of a core. */
async function untilQuiet(stage: Stage): Promise<void> {
  const { pid, postmasterPid } = stage.program();
  const used = (): number => (cpuSeconds(pid) ?? 0) + (treeCpuSeconds(postmasterPid) ?? 0);
  const until = performance.now() + quietWithinMs;
  for (let before = used(); performance.now() < until;) {
    await pause(2_000);
    const now = used();
    if (now - before < 0.2) return;
    before = now;
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
