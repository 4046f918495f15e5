import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcess } from './process-table.ts';
import { DatabaseStartError } from './start-error.ts';

export type DirectoryLock = { release(): void };

const lockName = 'in-use';

/**
 * Makes this process the only user of a directory until it releases the lock or ends in any way. The lock names its
 * owner by process id and start time, so one left behind by a killed process is taken over at once.
 * Throws DatabaseStartError when another living process holds it.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, lockName);
  const mine = `${process.pid} ${findProcess(process.pid)?.startedAt ?? ''}\n`;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    // A hard link appears whole or not at all: nobody ever reads a half-written lock.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (tryLink(draft, path)) return { release: () => releaseIfMine(path, mine) };
      const holder = readHolder(path);
      if (holder.alive) throw inUse(directory, holder.pid);
      discardStale(path, holder.text, directory);
    }
    throw inUse(directory, 'unknown');
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether a living process holds the lock of this directory. */
export function isDirectoryLocked(directory: string): boolean {
  return readHolder(join(directory, lockName)).alive;
}

function inUse(directory: string, pid: string): DatabaseStartError {
  return new DatabaseStartError(`DATA_DIR ${directory} is in use by process ${pid}: stop that one first, or choose another DATA_DIR.`);
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(path: string): { text: string; pid: string; alive: boolean } {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const [pid = '', ...startedAt] = text.trim().split(' ');
  return { text, pid, alive: pid !== '' && findProcess(Number(pid))?.startedAt === startedAt.join(' ') };
}

/** Two starts may find the same stale lock: whoever moved away a fresh one puts it back. */
function discardStale(path: string, stale: string, directory: string): void {
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved.text !== stale) tryLink(aside, path);
  rmSync(aside, { force: true });
  if (moved.text !== stale) throw inUse(directory, moved.pid);
}

function releaseIfMine(path: string, mine: string): void {
  if (readHolder(path).text === mine) rmSync(path, { force: true });
}
