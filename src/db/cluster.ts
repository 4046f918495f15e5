import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProcess } from './process-table.ts';
import { type ServerAccount, giveTo, serverEnvironment } from './server-account.ts';
import { DatabaseStartError } from './start-error.ts';

/** The superuser inside the embedded cluster. */
export const ownerName = 'openteller_owner';

const stopLimitMs = 60_000;

/** Builds the cluster aside and moves it into place, so that an interrupted first start leaves nothing half made. */
export async function createCluster(account: ServerAccount, cluster: string, durable: boolean): Promise<void> {
  const versionFile = join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) return adoptCluster(account, cluster);
  if (existsSync(cluster)) throw new DatabaseStartError(`${cluster} is not a PostgreSQL cluster: move it away, or choose another DATA_DIR.`);
  for (const entry of readdirSync(account.home)) {
    if (entry.startsWith('postgres.new-')) rmSync(join(account.home, entry), { recursive: true, force: true });
  }
  const draft = `${cluster}.new-${process.pid}`;
  mkdirSync(draft, { mode: 0o700 });
  giveTo(account, draft);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const { file, args, options } = account.command('initdb', ['-D', draft, '-U', ownerName, '-A', 'trust', '--no-instructions', ...locale, ...(durable ? [] : ['--no-sync'])]);
  const { code, text } = await runToEnd(spawn(file, args, { ...options, env: serverEnvironment(), cwd: draft, stdio: ['ignore', 'ignore', 'pipe'] }));
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new DatabaseStartError(`PostgreSQL could not create its cluster in ${account.home}: ${text.trim().split('\n').at(-1) || `exit code ${code}`}`);
  }
  renameSync(draft, cluster);
  if (durable) syncDirectory(account.home);
}

/** A new name is on disk only when its directory is. */
function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

function adoptCluster(account: ServerAccount, cluster: string): void {
  const have = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const { file, args, options } = account.command('postgres', ['--version']);
  const need = /(\d+)\./.exec(spawnSync(file, args, { ...options, encoding: 'utf8' }).stdout ?? '')?.[1];
  if (need === undefined) throw new DatabaseStartError(`PostgreSQL's program in ${account.programs} does not run here: set DATABASE_URL, or install again.`);
  if (have !== need) throw new DatabaseStartError(`${cluster} was written by PostgreSQL ${have} and this is ${need}: dump it with the old version first.`);
  giveTo(account, cluster);
}

function runToEnd(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    let text = '';
    child.stderr?.on('data', (chunk) => { text += String(chunk); });
    child.on('error', (error) => resolve({ code: -1, text: error.message }));
    child.on('close', (code) => resolve({ code, text }));
  });
}

/**
 * Ends what an unclean exit left behind. We hold the directory's lock, so a PostgreSQL that still runs on this cluster is an
 * orphan. A dead one may still be listed as a zombie, and its id may belong to another program by now: both make
 * PostgreSQL refuse to start, so its pid file goes. Backends that outlive their server are found by PostgreSQL itself.
 */
export async function reclaimCluster(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const runs = (): boolean => {
    const commandLine = findProcess(pid)?.commandLine ?? '';
    return commandLine.includes('/postgres ') && commandLine.includes(` ${cluster} `);
  };
  for (let waitedMs = 0; runs(); waitedMs += 50) {
    if (waitedMs > stopLimitMs) throw new DatabaseStartError(`An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop: end it and start again.`);
    if (waitedMs === 0) signal(pid, 'SIGINT');
    await pause(50);
  }
  rmSync(pidFile, { force: true });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, which is what we want.
  }
}
