/** The start and the end of the real program, as a child process. Each start takes about a second. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { assert, readRecord } from '#src/lib/assert.ts';
import { openDatabase } from '#src/open-database.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { inherited } from '#tests/support/program.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

const limitMs = 120_000;

function emptyDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-serve-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A database with its tables, in which nobody ever was: what a first start makes before it does anything else. Made once, because it takes seconds. */
const prepared = mkdtempSync(join(tmpdir(), 'openteller-serve-'));
beforeAll(async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: prepared }, { operator: DEFAULT_OPERATOR }), { say: () => undefined, onError: () => undefined });
  await database.stop();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

function preparedDataDir(): string {
  const dataDir = emptyDataDir();
  // Owners and modes stay as they are, which PostgreSQL insists on.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}

function listening(): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve) => {
    const server: Server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      assert(typeof address === 'object' && address !== null, 'a listening server has an address');
      resolve({ port: address.port, close: () => new Promise((closed) => void server.close(() => closed())) });
    });
  });
}

async function freePort(): Promise<number> {
  const { port, close } = await listening();
  await close();
  return port;
}

type Run = { deafen(): void; said(): string; running: Promise<boolean>; code: Promise<number | null>; signal(name: NodeJS.Signals): void };

function run(env: Readonly<Record<string, string>>, file = 'src/main.ts'): Run {
  const child = spawn(process.execPath, [file], { env: { ...inherited, LOG_LEVEL: 'error', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const running = Promise.withResolvers<boolean>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (/is running\.[\s\S]*\n/.test(said)) running.resolve(true);
    });
  }
  const code = new Promise<number | null>((resolve) => child.once('exit', (exitCode) => {
    running.resolve(false);
    resolve(exitCode);
  }));
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await code;
  });
  return { deafen: () => void child.stdout.destroy(), said: () => said, running: running.promise, code, signal: (name) => void child.kill(name) };
}

const secretLine = /^CLIENT_SECRET=sk_test_[\w-]{43,}$/m;

test('a start that finds its port taken has used up nothing: the next one shows the generated secret', async () => {
  const dataDir = emptyDataDir();
  const taken = await listening();
  const first = run({ DATA_DIR: dataDir, PORT: String(taken.port) });
  expect(await first.code).toBe(1);
  expect(first.said()).toBe('PORT is taken by another program; set PORT to a free one.\n');
  await taken.close();

  const second = run({ DATA_DIR: dataDir, PORT: String(taken.port) });
  expect(await second.running).toBe(true);
  expect(second.said()).toMatch(secretLine);
}, limitMs);

test('another MASTER_KEY than the database was sealed with stops the start with a line that names it', async () => {
  const dataDir = preparedDataDir();
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const first = run(env);
  expect(await first.running).toBe(true);
  first.signal('SIGTERM');
  expect(await first.code).toBe(0);

  const second = run({ ...env, MASTER_KEY: 'ab'.repeat(32) });
  expect(await second.code).toBe(1);
  expect(second.said()).toMatch(/^MASTER_KEY .*\n$/);
}, limitMs);

test('MASTER_KEY is replaced: with the one before beside it the program starts, and after the rotation without', async () => {
  const dataDir = preparedDataDir();
  const [before, after] = ['ab'.repeat(32), 'cd'.repeat(32)] as const;
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const stages = [{ MASTER_KEY: before }, { MASTER_KEY: after, PREVIOUS_MASTER_KEY: before }, { MASTER_KEY: after }];
  for (const keys of stages) {
    const program = run({ ...env, ...keys });
    expect(await program.running, program.said()).toBe(true);
    if ('PREVIOUS_MASTER_KEY' in keys) {
      const rotation = run({ ...env, ...keys }, 'src/cli/rotate-master-key.ts');
      expect(await rotation.code, rotation.said()).toBe(0);
    }
    program.signal('SIGTERM');
    expect(await program.code).toBe(0);
  }
  const late = run({ ...env, MASTER_KEY: before });
  expect(await late.code).toBe(1);
  expect(late.said()).toMatch(/^MASTER_KEY .*\n$/);
}, limitMs);

test('a LIMITS_FILE that cannot be used stops the start with one line', async () => {
  const dataDir = emptyDataDir();
  const program = run({ DATA_DIR: dataDir, PORT: String(await freePort()), LIMITS_FILE: 'package.json' });
  expect(await program.code).toBe(1);
  expect(program.said()).toMatch(/^LIMITS_FILE: versions must be [^\n]+\.\n$/);
}, limitMs);

test('a signal that arrives again through a process group does not cut off the request in hand', async () => {
  const port = await freePort();
  const clientId = `ot_test_${'a'.repeat(24)}`;
  const clientSecret = `sk_test_${'b'.repeat(43)}`;
  const program = run({ DATA_DIR: preparedDataDir(), PORT: String(port), SEED_CLIENT_ID: clientId, SEED_CLIENT_SECRET: clientSecret });
  expect(await program.running).toBe(true);
  const root = `http://127.0.0.1:${port}/sandbox/v1`;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const issued = await (await fetch(`${root}/auth/token`, { headers: { authorization: `Bearer ${basic}` } })).text();
  const token = /at_[\w-]+/.exec(issued)?.[0] ?? '';
  // The reserved number whose last digit is 6 answers after some seconds.
  const slow = fetch(`${root}/kyc/validate/bvn`, {
    method: 'POST', body: JSON.stringify({ bvn: '00000000006', firstName: 'Adaeze', lastName: 'Okonkwo', dob: '1990-01-15' }),
    headers: { authorization: `Bearer ${token}`, requestid: 'slow-1', 'content-type': 'application/json' },
  });
  // An answer on a second connection tells that the first request has reached the program.
  await fetch(`${root}/customer/profiles?page=1&pageSize=1`, { headers: { authorization: `Bearer ${token}`, requestid: 'quick-1' } });
  program.signal('SIGTERM');
  program.signal('SIGTERM');
  expect((await slow).status).toBe(200);
  expect(await program.code).toBe(0);
}, limitMs);

test('every request has its line in the log when the program has ended', async () => {
  const port = await freePort();
  const program = run({ DATA_DIR: preparedDataDir(), PORT: String(port), LOG_LEVEL: 'info' });
  expect(await program.running).toBe(true);
  for (let count = 0; count < 40; count += 1) await (await fetch(`http://127.0.0.1:${port}/sandbox/v1/transfer/banks`)).arrayBuffer();
  program.signal('SIGTERM');
  expect(await program.code).toBe(0);
  const lines = program.said().split('\n').filter((line) => line.startsWith('{')).map((line): unknown => JSON.parse(line));
  expect(lines.filter((line) => readRecord(line)['msg'] === 'request')).toHaveLength(40);
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'stopping', why: 'SIGTERM' }));
}, limitMs);

test('a lost connection is logged by what an operator needs, without what the driver knows of it', async () => {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const { host, user, port } = database.connection;
  const program = run({
    DATA_DIR: emptyDataDir(), PORT: String(await freePort()), LOG_LEVEL: 'info', MASTER_KEY: 'cd'.repeat(32),
    DATABASE_URL: `postgres://${user}@localhost:${port ?? 5432}/${database.name}?host=${encodeURIComponent(String(host))}`,
  });
  expect(await program.running, program.said()).toBe(true);
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  await client.end();
  await expect.poll(() => program.said()).toContain('a database connection was lost');
  program.signal('SIGTERM');
  expect(await program.code).toBe(0);
  const line = program.said().split('\n').find((text) => text.includes('a database connection was lost')) ?? '{}';
  expect(Object.keys(readRecord(readRecord(JSON.parse(line))['err'])).toSorted()).toEqual(['code', 'message', 'stack', 'type']);
}, limitMs);

test('a program whose log nobody reads any more answers, and ends', async () => {
  const port = await freePort();
  const program = run({ DATA_DIR: preparedDataDir(), PORT: String(port), LOG_LEVEL: 'info' });
  expect(await program.running).toBe(true);
  program.deafen();
  for (let count = 0; count < 40; count += 1) expect((await fetch(`http://127.0.0.1:${port}/sandbox/v1/transfer/banks`)).status).toBe(401);
  program.signal('SIGTERM');
  expect(await program.code).toBe(0);
}, limitMs);

test('two programs and a worker that start at once on one new database agree on one organization, and its secret is shown', async () => {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const { host, user, port } = database.connection;
  const shared = { DATA_DIR: emptyDataDir(), DATABASE_URL: `postgres://${user}@localhost:${port ?? 5432}/${database.name}?host=${encodeURIComponent(String(host))}`, MASTER_KEY: 'cd'.repeat(32) };
  const worker = run({ ...shared, ROLE: 'worker' });
  const programs = await Promise.all(['api', 'api'].map(async (ROLE) => run({ ...shared, ROLE, PORT: String(await freePort()) })));
  for (const program of [worker, ...programs]) expect(await program.running, program.said()).toBe(true);
  expect(programs.filter((program) => secretLine.test(program.said()))).toHaveLength(1);

  const client = new pg.Client(database.connection);
  await client.connect();
  cleanups.push(() => client.end());
  const { rows } = await client.query('select (select count(*)::int from openteller.organization) as organizations, (select count(*)::int from openteller.credential) as credentials');
  expect(rows).toEqual([{ organizations: 1, credentials: 1 }]);
}, limitMs);
