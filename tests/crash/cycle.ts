/** One life and death: start armed, load, die at the point, start again, let the callers finish, compare everything. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { runningServer } from '#src/db/running-server.ts';
import { assert } from '#src/lib/assert.ts';
import { compareBooks, compareWithLog, railDirectoryIn, replays, untilQuiet } from './audit.ts';
import { type Caller, createCaller } from './caller.ts';
import { newLoad, runLoad } from './load.ts';
import { killPostgres } from './kill-postgres.ts';
import { isSeeding } from './points.ts';
import { freePort, type Program, startProgram } from './program.ts';
import type { Templates } from './templates.ts';

export type Death = { kind: 'point'; point: string; nth: number } | { kind: 'database' };

export type CycleResult = {
  name: string;
  nth: number;
  /** Did the process die where it should? */
  fired: boolean;
  restartMs: number;
  /** From the restart until nothing was left to do. */
  cleanMs: number;
  acknowledged: number;
  lostAnswers: number;
  differences: string[];
};

/** From when it serves; a busy machine needs long for twelve passes. */
const fireLimitMs = 60_000;
const quietLimitMs = 60_000;
/** A claim of a request in hand lasts a minute; the caller need not wait for it in real time. */
const claimSeconds = 61;

export async function runCycle(templates: Templates, death: Death): Promise<CycleResult> {
  const seeding = death.kind === 'point' && isSeeding(death.point);
  const dataDir = templates.copy(seeding ? 'empty' : 'seeded');
  const port = await freePort();
  const caller = createCaller(`http://127.0.0.1:${port}`, join(dataDir, 'caller.jsonl'));
  const env: Record<string, string> = death.kind === 'point' ? { CRASH_POINT: death.point, CRASH_NTH: String(death.nth) } : {};
  const first = startProgram({ dataDir, port, env, armed: true });
  const load = newLoad();
  const turns = { over: false };
  const loading = seeding ? Promise.resolve() : runLoad(caller, templates.sources, load, () => turns.over);
  const failed = loading.then(() => null, (error: unknown) => String(error));
  const fired = await dies(first, death, dataDir, () => caller.log.length);
  turns.over = true;

  const restarted = performance.now();
  const second = startProgram({ dataDir, port });
  const differences: string[] = [];
  if (!(await second.ready)) differences.push(`the program did not start again: ${(await second.exited).said}`);
  const restartMs = performance.now() - restarted;
  if (differences.length === 0) differences.push(...(await finish(dataDir, caller, failed, load, seeding ? null : templates.creditsBefore)));
  const cleanMs = performance.now() - restarted;
  await second.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  const name = death.kind === 'point' ? death.point : 'kill -9 of PostgreSQL';
  return { name, nth: death.kind === 'point' ? death.nth : 1, fired, restartMs, cleanMs, acknowledged: caller.log.length, lostAnswers: caller.lostAnswers(), differences };
}

/** Waits for the death; a run that misses its point is ended, so that the report can say so. */
async function dies(program: Program, death: Death, dataDir: string, answers: () => number): Promise<boolean> {
  const ready = await program.ready;
  const until = performance.now() + fireLimitMs;
  if (death.kind === 'database' && ready) {
    const enough = answers() + 60;
    while (answers() < enough && performance.now() < until) await pause(10);
    killPostgres(dataDir);
  }
  while (!program.isOver() && performance.now() < until) await pause(10);
  const fired = program.isOver();
  if (!fired) program.kill();
  const { signal, said } = await program.exited;
  if (death.kind === 'point' && fired && signal !== 'SIGKILL') throw new Error(`The program ended by itself: ${said}`);
  return fired;
}

async function finish(dataDir: string, caller: Caller, loaded: Promise<string | null>, load: ReturnType<typeof newLoad>, creditsBefore: number | null): Promise<string[]> {
  const connection = connectionOf(dataDir);
  await caller.send('/sandbox/clock', { advanceSeconds: claimSeconds });
  const failure = await loaded;
  const differences = failure === null ? [] : [failure];
  differences.push(...(await untilQuiet(connection, caller, quietLimitMs)));
  differences.push(...(await replays(caller)));
  if (creditsBefore !== null) differences.push(...(await compareWithLog(connection, caller, load, creditsBefore)));
  differences.push(...(await compareBooks(connection, railDirectoryIn(dataDir))));
  return differences;
}

function connectionOf(dataDir: string): pg.ClientConfig {
  const connection = runningServer(dataDir);
  assert(connection !== null, 'the program announces its server');
  return connection;
}
