/** Runs a command of the program as an operator would, on the database of a test. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** All that a program started by a test inherits. As under npm, what was compiled for one start is there for the next: that is half of a short command's time. */
export const inherited = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
} as const;

export type Ended = { exitCode: number; stdout: string; stderr: string };

/** `file` relative to the repository, e.g. src/cli/review.ts; has a DATA_DIR of its own unless `env` names one. */
export async function runProgram(file: string, args: readonly string[], database: pg.ClientConfig, env: Record<string, string> = {}): Promise<Ended> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-command-'));
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, [file, ...args], { env: { ...inherited, DATA_DIR: dataDir, DATABASE_URL: databaseUrl(database), ...env } }, (error, stdout, stderr) => {
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr });
      });
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Where a program finds the database of a test. */
export function databaseUrl({ host = 'localhost', port = 5432, user = 'postgres', password, database = 'postgres' }: pg.ClientConfig): string {
  const url = new URL(`postgresql://localhost:${port}/${database}`);
  url.username = user;
  if (typeof password === 'string') url.password = password;
  // A directory is a socket's, and has its place among the parameters.
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return url.href;
}
