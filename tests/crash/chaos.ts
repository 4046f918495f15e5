/**
 * `npm run verify -- chaos [--seconds 120] [--seed 1]`: load against a rail that is a program of its own, misbehaves by
 * chance, and stands behind a network that loses, delays and cuts. At the end its credits are exactly our successes.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runningServer } from '#src/db/running-server.ts';
import { assert } from '#src/lib/assert.ts';
import { openRailBook } from '#src/sandbox/rail-simulator/book.ts';
import { type FaultMix, seededRandom } from '#src/sandbox/rail-simulator/faults.ts';
import { inherited } from '#tests/support/program.ts';
import { compareBooks, compareWithLog, replays, untilQuiet, withClient } from './audit.ts';
import { createCaller } from './caller.ts';
import type { Verdict } from './crash.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { newLoad, transfer } from './load.ts';
import { freePort, startProgram } from './program.ts';
import { prepareTemplates, type Templates } from './templates.ts';

const mix: FaultMix = {
  outage: 0.03, lost_request: 0.06, lost_reply: 0.12, delayed: 0.05, in_progress: 0.05, duplicate_reply: 0.04, late_rejection: 0.04,
  junk_xml: 0.03, junk_empty: 0.03, query_in_progress: 0.1, query_not_found: 0.08,
};
/** Longer than the longest delay of the simulator and the deadline of a call together. */
const quietLimitMs = 120_000;

export async function run(args: readonly string[]): Promise<Verdict> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string', default: '1' } } });
  return chaos(Number(values.seconds), Number(values.seed));
}

export async function chaos(seconds: number, seed: number): Promise<Verdict> {
  const templates = await prepareTemplates();
  const dataDir = templates.copy('seeded');
  const railDirectory = join(dataDir, 'distant-rail');
  mkdirSync(railDirectory);
  const rail = await startRail(railDirectory, seed);
  const proxy = await startFaultyProxy(rail.port, seededRandom(seed));
  const port = await freePort();
  const program = startProgram({ dataDir, port, env: { SANDBOX_RAIL_URL: `http://127.0.0.1:${proxy.port}`, SANDBOX_RAIL_DIRECTORY: railDirectory } });
  try {
    if (!(await program.ready)) throw new Error(`The program did not start: ${(await program.exited).said}`);
    return await loadAndCompare({ templates, dataDir, railDirectory, rail, proxy, baseUrl: program.baseUrl, seconds, seed });
  } finally {
    if (!program.isOver()) await program.stop();
    proxy.close();
    await rail.stop();
    templates.close();
  }
}

type Setting = { templates: Templates; dataDir: string; railDirectory: string; rail: Rail; proxy: FaultyProxy; baseUrl: string; seconds: number; seed: number };

async function loadAndCompare({ templates, dataDir, railDirectory, rail, proxy, baseUrl, seconds, seed }: Setting): Promise<Verdict> {
  const caller = createCaller(baseUrl, join(dataDir, 'caller.jsonl'));
  const load = newLoad();
  const until = performance.now() + seconds * 1000;
  await Promise.all(templates.sources.map(async (source, index) => {
    for (let turn = index; performance.now() < until; turn += 1) await transfer(caller, source, load, { naira: 100 + (turn % 50), scenario: turn % 9 === 0 ? 'transfer_rejected' : 'success' });
  }));
  const network = { ...proxy.counts };
  proxy.heal();
  await rail.set({});

  const connection = runningServer(dataDir);
  assert(connection !== null, 'the program announces its server');
  const healed = performance.now();
  const differences = await untilQuiet(connection, caller, quietLimitMs);
  const quietMs = Math.round(performance.now() - healed);
  differences.push(...(await replays(caller)), ...(await compareWithLog(connection, caller, load, templates.creditsBefore)), ...(await compareBooks(connection, railDirectory)));
  const states = await withClient(connection, async (client) => (await client.query<{ state: string; n: number }>('select state, count(*)::int as n from openteller.transfer group by state order by state')).rows);
  const succeeded = states.find((row) => row.state === 'COMPLETED')?.n ?? 0;
  const credited = await countCredits(railDirectory);
  if (credited !== succeeded) differences.push(`the rail credited ${credited} payments and ${succeeded} transfers are SUCCESS`);
  return {
    pass: differences.length === 0 && load.transfers.length > 0,
    figures: {
      seed, seconds, transfers: load.transfers.length, credited, succeeded, states: Object.fromEntries(states.map((row) => [row.state, row.n])), network, rail: mix,
      quietMs, differences: differences.length, first: differences.slice(0, 20),
    },
  };
}

async function countCredits(directory: string): Promise<number> {
  const book = await openRailBook(directory);
  try {
    return [...book.credits()].length;
  } finally {
    await book.close();
  }
}

type Rail = { port: number; set(mix: FaultMix): Promise<void>; stop(): Promise<void> };

async function startRail(directory: string, seed: number): Promise<Rail> {
  const port = await freePort();
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['src/sandbox/rail-simulator/main.ts'], {
    cwd: root, stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...inherited, PORT: String(port), DIRECTORY: directory, SEED: String(seed), FAULTS: JSON.stringify(mix) },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The rail simulator did not start.')));
  });
  return {
    port,
    async set(next) {
      await fetch(`http://127.0.0.1:${port}/simulator/faults`, { method: 'PUT', body: JSON.stringify(next) });
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
