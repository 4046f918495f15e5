/**
 * `npm run bench -- suite`: everything the program is asked for, beside what the same machine does at most in the same minutes, and one report. Ends with 1 when an answer
 * was not 200 or the books differ; a goal that is missed is said in the report.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drain } from '../books.ts';
import { callsBlock } from './blocks/calls.ts';
import { confirmBlock, type Confirmed, runConfirm } from './blocks/confirm.ts';
import { journeyBlock } from './blocks/journey.ts';
import { latencyBlock } from './blocks/latency.ts';
import { type Profiled, profiledBlock } from './blocks/profiled.ts';
import { readsBlock } from './blocks/reads.ts';
import { booksOfPair, coldStartBlock, openFilled, sizesBlock } from './blocks/sizes.ts';
import { soakBlock } from './blocks/soak.ts';
import { sumRefusals } from './load/answers.ts';
import { type BlockName, blockNames, readSuiteOptions, type SuiteOptions } from './options.ts';
import { type Block, emptyBlock } from './report/block.ts';
import { confirmChart, rateChart } from './report/charts.ts';
import { loadNow, machineOf, settingsOf } from './report/machine.ts';
import { type Report, toMarkdown } from './report/markdown.ts';
import { openStage, type Stage } from './stage.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const begun = { at: new Date(), loadBefore: loadNow(), command: ['npm run bench --', ...process.argv.slice(2)].join(' ') };
const startedMs = performance.now();
const stages: Stage[] = [];
const blocks: Block[] = [];
/** What did not come to its end, and why: the rest of a long run is worth its report. */
const failures: string[] = [];
let profiled: Profiled | null = null;

const options = optionsOf(process.argv.slice(3));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void clean().then(() => process.exit(1)));
try {
  process.exitCode = (await suite()) ? 0 : 1;
} finally {
  await clean();
}

async function suite(): Promise<boolean> {
  const wants = (...names: readonly BlockName[]): boolean => names.some((name) => options.blocks.includes(name));
  const main = await staged(openStage('main', Math.ceil(options.seconds / 2), say));
  const server = await settingsOf(main);
  const differences: string[] = [];
  if (wants('confirm', 'journey', 'calls', 'reads', 'latency', 'soak') || options.profile) {
    await onMain(main, wants);
    say('checking the books');
    differences.push(...((await attempt('books', () => main.books())) ?? []));
  }
  await main.close();
  if (wants('sizes', 'cold-start')) differences.push(...((await attempt('sizes', () => onFilled(wants))) ?? []));
  for (const difference of differences) say(difference);
  const refusals = sumRefusals(blocks.map((block) => block.refusals));
  const report: Report = {
    machine: machineOf(begun, server), quick: options.quick, blocks, goals: blocks.flatMap((block) => block.goals).toSorted((left, right) => left.id.localeCompare(right.id)), refusals, failures,
    booksDifferences: [...differences, ...blocks.flatMap((block) => block.booksDifferences)], seconds: (performance.now() - startedMs) / 1000,
  };
  write(report);
  return report.booksDifferences.length === 0 && Object.keys(refusals).length === 0 && failures.length === 0;
}

async function attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    say(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

async function onMain(main: Stage, wants: (name: BlockName) => boolean): Promise<void> {
  const add = async (name: BlockName, work: () => Promise<Block>): Promise<void> => {
    const block = wants(name) ? await attempt(name, work) : null;
    if (block !== null) blocks.push(block);
  };
  const withWorker = wants('confirm') ? await attempt('confirm', () => runConfirm(main, options, 'with worker', say)) : null;
  if (withWorker !== null) blocks.push(confirmBlock(withWorker));
  await add('journey', () => journeyBlock(main, options, say));
  await add('calls', () => callsBlock(main, options, say));
  await add('reads', () => readsBlock(main, options, say));
  await add('latency', () => latencyBlock(main, options, say));
  if (withWorker !== null) await attempt('confirm', () => confirmWithoutWorker(main, withWorker));
  // Last: the simulated rail's book keeps what it pays, and after it every program that has the rail beside it reads half a million payments when it starts.
  await add('soak', () => soakBlock(main, options, say));
  if (!options.profile) return;
  profiled = await attempt('profile', () => profiledBlock(main, options, say));
  if (profiled !== null) blocks.push(profiled.block);
}

async function confirmWithoutWorker(main: Stage, withWorker: Confirmed): Promise<void> {
  await main.restart({ ROLE: 'api' });
  const workerOff = await runConfirm(main, options, 'worker off', say);
  // After the other form, though it was measured later: what waits would disturb everything that comes after it.
  blocks.splice(1, 0, { ...confirmBlock(workerOff), charts: [confirmChart(withWorker, workerOff)] });
  await main.restart();
  say('sending and settling what waits');
  const { backlog, seconds } = await drain(main.program().connection);
  blocks.push({ ...emptyBlock, title: 'The backlog of the worker', text: [`${backlog} transfers that were confirmed while no worker ran were sent and settled in ${seconds} s: ${Math.round(backlog / Math.max(1, seconds))} a second.`], raw: { backlog, seconds } });
}

async function onFilled(wants: (name: BlockName) => boolean): Promise<string[]> {
  const small = await openFilled('small', options.sizes.small, options, say);
  stages.push(small.stage);
  const large = await openFilled('large', options.sizes.large, options, say);
  stages.push(large.stage);
  const pair = { small, large };
  if (wants('sizes')) blocks.push(await sizesBlock(pair, options, say));
  if (wants('cold-start')) blocks.push(await coldStartBlock(pair, say));
  say('checking the books of both');
  return booksOfPair(pair);
}

async function staged(opening: Promise<Stage>): Promise<Stage> {
  const stage = await opening;
  stages.push(stage);
  return stage;
}

function write(report: Report): void {
  const whole = !options.quick && blockNames.every((name) => name === 'soak' || options.blocks.includes(name));
  const dir = options.out ?? (whole ? join(import.meta.dirname, '../results') : mkdtempSync(join(tmpdir(), 'openteller-suite-report-')));
  mkdirSync(dir, { recursive: true });
  const rates = rateChart(blocks.flatMap((block) => block.rates));
  const shown = rates === null ? report : { ...report, blocks: [{ ...emptyBlock, title: 'All rates', charts: [rates], raw: null }, ...report.blocks] };
  for (const chart of shown.blocks.flatMap((block) => block.charts)) writeFileSync(join(dir, `${chart.name}.svg`), chart.svg);
  const { blocks: found, ...rest } = report;
  writeFileSync(join(dir, 'suite.json'), `${JSON.stringify({ ...rest, options, blocks: found.map(({ title, tables, raw }) => ({ title, tables, raw })) }, null, 1)}\n`);
  writeFileSync(join(dir, 'suite.md'), toMarkdown(shown));
  if (profiled !== null) writeFileSync(join(dir, 'suite.cpuprofile'), JSON.stringify(profiled.profile));
  process.stdout.write(`\n${toMarkdown(report)}\nWritten to ${dir}\n`);
}

function optionsOf(args: readonly string[]): SuiteOptions {
  try {
    return readSuiteOptions(args);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}

async function clean(): Promise<void> {
  await Promise.all(stages.splice(0).map((stage) => stage.close()));
}
