/** The program under test: `src/main.ts` in a process of its own, with its embedded PostgreSQL, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { runningServer } from '#src/db/running-server.ts';
import heap from '../scripts/heap.json' with { type: 'json' };

export type Program = {
  port: number;
  pid: number;
  postmasterPid: number;
  /** From the start of the process to its first yes at /readyz, which is asked every 20 ms. */
  readyAfterMs: number;
  /** The embedded server, as its owner. */
  connection: pg.ClientConfig;
  stop(): Promise<void>;
};

const root = join(import.meta.dirname, '..');
const startWithinMs = 60_000;

/** `settings` are environment variables on top. @throws when the program does not become ready; its own words are on standard error. */
export async function startProgram(dataDir: string, nodeArguments: readonly string[] = [], settings: Readonly<Record<string, string>> = {}): Promise<Program> {
  const port = await freePort();
  // For comparing what the log of calls costs, and what Node's own settings bring.
  const { API_LOG, PROGRAM_NODE_OPTIONS } = process.env;
  const compared = { ...(API_LOG === undefined ? {} : { API_LOG }), ...(PROGRAM_NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS: PROGRAM_NODE_OPTIONS }) };
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], DATA_DIR: dataDir, PORT: String(port), ...compared, ...settings };
  // The log is written as always, and thrown away: its cost belongs to the measurement.
  const child = spawn(process.execPath, [...heap['src/main.ts'], ...nodeArguments, join(root, 'src/main.ts')], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const startedAt = performance.now();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(child, port);
  const readyAfterMs = performance.now() - startedAt;
  const connection = runningServer(dataDir);
  if (connection === null || child.pid === undefined) throw new Error('The program runs without an embedded database.');
  return {
    port,
    pid: child.pid,
    readyAfterMs,
    postmasterPid: Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    connection,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + startWithinMs;
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The program ended with exit code ${child.exitCode} before it was ready.`);
    if (performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The program was not ready within ${startWithinMs / 1000} seconds.`);
    }
    await pause(20);
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found.');
  return address.port;
}
