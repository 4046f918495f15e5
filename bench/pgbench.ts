/** The limit to compare with: pgbench's own tpcb-like transaction on the same server, in a database of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export type Baseline = { clients: number; transactionsPerSecond: number; latencyMs: number };

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

/** tpcb-like, scale 10, prepared nothing, two threads. */
export async function runPgbench(program: string, connection: pg.ClientConfig, clients: number, seconds: number): Promise<Baseline> {
  const text = await run(program, connection, ['-c', String(clients), '-j', '2', '-T', String(seconds), '-n']);
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return { clients, transactionsPerSecond: Math.round(number(/tps = ([\d.]+) \(without/)), latencyMs: Math.round(number(/latency average = ([\d.]+)/) * 10) / 10 };
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
