/** The limit to compare with: pgbench's own transactions on the same server, in a database of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export type Script = 'tpcb-like' | 'simple-update';
export type Baseline = { script: Script; clients: number; transactionsPerSecond: number; latencyMs: number; /** Null when it was not asked for. */ p99Ms: number | null };

export type PgbenchRun = {
  clients: number;
  seconds: number;
  script?: Script;
  /** Transactions a second, begun at random times; latency counts from the time each was meant to begin. */
  rate?: number;
  /** Also writes each transaction's time to a file, for the 99th percentile. */
  withP99?: boolean;
};

const debianRoot = '/usr/lib/postgresql';
const database = 'bench';

/** The program, from PATH or from Debian's versioned directories, newest first; null when it is not installed. */
export function findPgbench(): string | null {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench';
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).toSorted((left, right) => Number(right) - Number(left)) : [];
  return versions.map((version) => join(debianRoot, version, 'bin/pgbench')).find((path) => existsSync(path)) ?? null;
}

export async function preparePgbench(program: string, connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  await run(program, connection, ['-i', '-s', '10', '-q']);
}

/** Scale 10, prepared nothing, two threads where there are two clients. */
export async function runPgbench(program: string, connection: pg.ClientConfig, { clients, seconds, script = 'tpcb-like', rate, withP99 = false }: PgbenchRun): Promise<Baseline> {
  const logDir = withP99 ? mkdtempSync(join(tmpdir(), 'openteller-pgbench-')) : null;
  try {
    const text = await run(program, connection, [
      '-b', script, '-c', String(clients), '-j', String(Math.min(2, clients)), '-T', String(seconds), '-n',
      ...(rate === undefined ? [] : ['-R', String(rate)]), ...(logDir === null ? [] : ['-l', `--log-prefix=${join(logDir, 'log')}`]),
    ]);
    const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN);
    return {
      script, clients, transactionsPerSecond: Math.round(number(/tps = ([\d.]+) \(without/)), latencyMs: Math.round(number(/latency average = ([\d.]+)/) * 10) / 10,
      p99Ms: logDir === null ? null : p99Of(logDir),
    };
  } finally {
    if (logDir !== null) rmSync(logDir, { recursive: true, force: true });
  }
}

/** The third field of a line is the transaction's time in microseconds; one that failed has a word there. */
function p99Of(logDir: string): number {
  const times = readdirSync(logDir).flatMap((name) => readFileSync(join(logDir, name), 'utf8').split('\n')).map((line) => Number(line.split(' ')[2])).filter((time) => Number.isFinite(time));
  const sorted = times.toSorted((left, right) => left - right);
  return Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN) / 100) / 10;
}

function run(program: string, connection: pg.ClientConfig, args: readonly string[]): Promise<string> {
  const child = spawn(program, ['-h', String(connection.host), '-U', String(connection.user), ...args, database], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    texts.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    texts.err += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(texts.out) : reject(new Error(`pgbench ended with ${code}: ${texts.err.trim()}`))));
  });
}
