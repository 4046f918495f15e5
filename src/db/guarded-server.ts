import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type ServerAccount, serverEnvironment } from './server-account.ts';
import { DatabaseStartError } from './start-error.ts';

export type ServerPlan = {
  account: ServerAccount;
  /** Arguments of `postgres`. */
  args: readonly string[];
  cluster: string;
  socketDir: string;
  user: string;
  logFile: string;
};

export type GuardedServer = {
  /** Settles when the server is gone, for whatever reason. */
  exited: Promise<void>;
  /** A fast shutdown; after a minute an immediate one, which the next start recovers from. */
  stop(): Promise<void>;
};

/**
 * The shell between this process and PostgreSQL. Its standard input is a pipe that only this process holds open: when the
 * pipe closes, by stop() or because this process died, the shell asks PostgreSQL for a fast shutdown (SIGINT). It turns a
 * signal sent to itself into the same; SIGTERM passed on would mean a shutdown that waits for every client.
 */
const guardian = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
( read -r _ <&3; kill -INT $server ) 2>/dev/null &
watcher=$!
exec 3<&-
trap 'kill -INT $server' INT TERM HUP
wait $server; code=$?
while kill -0 $server 2>/dev/null; do wait $server; code=$?; done
kill $watcher 2>/dev/null
exit $code
`;

const recoveryLimitMs = 10 * 60_000;
const stopLimitMs = 60_000;
const logLimitBytes = 10_000_000;
const busyRetries = 30;

/**
 * Starts PostgreSQL in a process group of its own, so that Ctrl-C in a terminal reaches this process alone, and returns when
 * a client has connected. Crash recovery may take minutes; it is waited for as long as the server lives.
 * Throws DatabaseStartError with the server's own last fatal line.
 */
export async function startGuardedServer(plan: ServerPlan): Promise<GuardedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const from = openLog(plan.logFile);
    const { child, exited } = spawnGuarded(plan);
    if (await becomesReady(plan, exited)) return { exited, stop: stopOnce(child, exited) };
    closePipe(child);
    await exited;
    const reason = fatalLine(plan.logFile, from);
    // Backends of a killed server need a moment to notice; PostgreSQL rightly refuses until the last one is gone.
    if (attempt < busyRetries && /still in use|already exists/.test(reason)) {
      await pause(500);
      continue;
    }
    throw new DatabaseStartError(`Embedded PostgreSQL did not start: ${reason} (log: ${plan.logFile})`);
  }
}

/** One old log is kept. Returns where this start's lines begin. */
function openLog(logFile: string): number {
  closeSync(openSync(logFile, 'a', 0o600));
  const { size } = statSync(logFile);
  if (size < logLimitBytes) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

function spawnGuarded(plan: ServerPlan): { child: ChildProcess; exited: Promise<void> } {
  const { file, args, options } = plan.account.command('postgres', plan.args);
  const log = openSync(plan.logFile, 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', guardian, 'openteller-postgres', file, ...args], {
    ...options, detached: true, cwd: plan.cluster, env: serverEnvironment(), stdio: ['pipe', log, log],
  });
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // A program that ends without stop() must not be kept alive by the database it is leaving.
  child.unref();
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return { child, exited };
}

async function becomesReady(plan: ServerPlan, exited: Promise<void>): Promise<boolean> {
  let gone = false;
  void exited.then(() => { gone = true; });
  const giveUpAt = performance.now() + recoveryLimitMs;
  while (!gone && performance.now() < giveUpAt) {
    if (await canConnect(plan)) return true;
    await pause(20);
  }
  return false;
}

async function canConnect(plan: ServerPlan): Promise<boolean> {
  const client = new pg.Client({ host: plan.socketDir, user: plan.user, database: 'postgres', connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function stopOnce(child: ChildProcess, exited: Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stopServer(child, exited);
    return stopped;
  };
}

async function stopServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.ref();
  closePipe(child);
  const patience = setTimeout(() => quitGroup(child), stopLimitMs);
  await exited;
  clearTimeout(patience);
}

function closePipe(child: ChildProcess): void {
  child.stdin?.on('error', () => {});
  child.stdin?.end();
}

/** SIGQUIT to the whole group: PostgreSQL leaves without a checkpoint and recovers from its log next time. */
function quitGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGQUIT');
  } catch {
    // Gone already.
  }
}

function fatalLine(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '') || 'it left no message';
}
