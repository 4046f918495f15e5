/** Lets the small commands (books check, demo) join the embedded server of a running program instead of starting a second one. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { isRecord } from '#src/lib/assert.ts';
import { isDirectoryLocked } from './directory-lock.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'database.json');

/** Says where the server listens; the directory's own rights guard the socket. */
export function announceServer(dataDir: string, connection: { host: string; user: string; database: string }): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(connection)}\n`, { mode: 0o600 });
}

export function withdrawServer(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** The server of a program that runs on this DATA_DIR now, or null. */
export function runningServer(dataDir: string): pg.ClientConfig | null {
  if (!isDirectoryLocked(dataDir)) return null;
  try {
    const said: unknown = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    if (!isRecord(said) || typeof said['host'] !== 'string' || typeof said['user'] !== 'string' || typeof said['database'] !== 'string') return null;
    return { host: said['host'], user: said['user'], database: said['database'] };
  } catch {
    return null;
  }
}
