/**
 * `npm run bench`: confirmed transfers per second over HTTP against the real program, beside pgbench on the same server in
 * the same run: baseline, candidate, baseline again. Ends with 1 when an answer was not 200 or the books differ.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { booksOf, drain } from './books.ts';
import { footprint, marksOf, resetRowCounts, rowCountsSettleMs, rowsWritten } from './footprint.ts';
import { runLoad } from './load.ts';
import { measure, rampSeconds } from './measure.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { type Baseline, findPgbench, preparePgbench, runPgbench } from './pgbench.ts';
import { analyze, prepareClients } from './prepare.ts';
import { enableStatements, programTime, resetStatements, sequentialReads, topStatements } from './profile.ts';
import { type Program, startProgram } from './program.ts';
import { loadOfMachine, machineOf, ratioOf, type Results, toMarkdown } from './report.ts';

const resultsDir = join(import.meta.dirname, 'results');
const baselineClients = [8, 32] as const;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

let options: BenchOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(2);
}
const dataDir = mkdtempSync(join(tmpdir(), 'openteller-bench-'));
const profileDir = join(dataDir, 'profile');
let program: Program | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void clean().then(() => process.exit(1)));
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  await clean();
}

async function bench(): Promise<boolean> {
  const loadBefore = loadOfMachine();
  say('starting the program');
  program = await start();
  const warmUpSeconds = options.short ? 1 : 4;
  say(`preparing ${options.clients} funded accounts`);
  const clients = await prepareClients(program, dataDir, options, options.seconds + warmUpSeconds + rampSeconds);
  const baselines = await baseline(program, true);
  say(`warming up for ${warmUpSeconds} s`);
  await runLoad(program.port, clients, { rampSeconds: 0, seconds: warmUpSeconds, onMeasuring: () => undefined });
  await drain(program.connection);
  await analyze(program.connection);
  await checkpoint(program);
  if (options.profile) {
    await resetStatements(program.connection);
    await resetRowCounts(program.connection);
  }
  const marks = await marksOf(program.connection);
  say(`measuring for ${options.seconds} s`);
  const candidate = await measure(program, clients, options.seconds);
  const drained = await drain(program.connection);
  const left = footprint(marks, await marksOf(program.connection));
  const statements = options.profile ? await statementsOf(program) : [];
  baselines.push(...(await baseline(program, false)));
  say('checking the books');
  const differences = await booksOf(program.connection, dataDir);
  for (const difference of differences) say(difference);
  const results: Results = {
    at: new Date().toISOString().slice(0, 16), machine: machineOf(await versionOf(program), loadBefore), options, baselines, candidate,
    ratio: ratioOf(candidate, baselines), footprint: left, drain: drained, booksDifferences: differences.length,
  };
  write(results);
  if (options.profile) await showProfile(program, statements);
  return differences.length === 0 && Object.keys(candidate.refusals).length === 0;
}

async function statementsOf({ connection }: Program): Promise<string[]> {
  const statements = await topStatements(connection, 45);
  await pause(rowCountsSettleMs);
  return [...statements, '', 'Rows written:', ...(await rowsWritten(connection)), '', 'Whole tables read:', ...(await sequentialReads(connection))];
}

async function start(): Promise<Program> {
  if (!options.profile) return startProgram(dataDir);
  // A library is loaded when the server starts, so the first start only writes that it shall be.
  const first = await startProgram(dataDir);
  await enableStatements(first.connection);
  await first.stop();
  return startProgram(dataDir, ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]);
}

async function baseline({ connection }: Program, isFirst: boolean): Promise<Baseline[]> {
  if (options.short || options.alone || options.profile) return [];
  const pgbench = findPgbench();
  if (pgbench === null) {
    if (isFirst) say('pgbench is not installed, so there is no ratio: apt-get install postgresql-contrib (or your system\'s PostgreSQL package) brings it.');
    return [];
  }
  if (isFirst) await preparePgbench(pgbench, connection);
  const baselines: Baseline[] = [];
  for (const clients of baselineClients) {
    say(`pgbench, ${clients} clients`);
    baselines.push(await runPgbench(pgbench, connection, { clients, seconds: Math.ceil(options.seconds / 2) }));
  }
  return baselines;
}

/** Every part begins with nothing left to write. */
async function checkpoint({ connection }: Program): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

async function versionOf({ connection }: Program): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version ?? 'unknown';
}

function write(results: Results): void {
  const table = toMarkdown(results);
  mkdirSync(resultsDir, { recursive: true });
  // Only a full run is worth keeping; the others say what they found and leave the last full one alone.
  if (!options.short && !options.alone && !options.profile) {
    writeFileSync(join(resultsDir, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
    writeFileSync(join(resultsDir, 'latest.md'), table);
  }
  process.stdout.write(`\n${table}`);
}

async function showProfile(running: Program, statements: readonly string[]): Promise<void> {
  await running.stop();
  program = null;
  const { parts, functions } = programTime(profileDir, 40);
  process.stdout.write(`\nStatements by time:\n${statements.join('\n')}\n\nThe program by part:\n${parts.join('\n')}\n\nThe program by function:\n${functions.join('\n')}\n`);
}

async function clean(): Promise<void> {
  await program?.stop();
  program = null;
  rmSync(dataDir, { recursive: true, force: true });
}
