import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from '#tests/support/test-server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { findProcess } from './process-table.ts';

const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
let root = '';

beforeAll(() => { root = mkdtempSync(join(tmpdir(), 'openteller embedded ')); });
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function start(dataDir: string, more: { userNamespace?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...more, say: () => {} });
  running.push(server);
  return server;
}

/** Another Node that owns a PostgreSQL in dataDir, ready for clients. */
async function startChild(dataDir: string): Promise<{ node: ChildProcess; socketDir: string }> {
  const node = spawn(process.execPath, [join(import.meta.dirname, '../../tests/support/embedded-child.ts'), dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(node);
  await once(createInterface(node.stdout), 'line');
  return { node, socketDir: join(dataDir, 'run') };
}

function query(socketDir: string, text: string): Promise<unknown[]> {
  return withConnection({ host: socketDir, user: 'openteller_owner', database: 'openteller' }, async (client) => (await client.query(text)).rows);
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

async function gone(pid: number): Promise<void> {
  await expect.poll(() => findProcess(pid)).toBeUndefined();
}

/** Ids of the living processes of a group, for which the group's leader is the guardian. */
function groupOf(pid: number): number[] {
  const group = statFields(pid)[2];
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((other) => statFields(other)[2] === group);
}

/** State, parent, group, … of a process: what follows its name. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

describe('an embedded PostgreSQL', () => {
  it('keeps what was committed over stop and start, and says when it is gone', async () => {
    const dataDir = join(root, 'restart');
    const first = await start(dataDir);
    await query(first.socketDir, "create table kept as select 'row' as value");
    await first.stop();
    await first.exited;
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.socketDir, 'select value from kept')).toEqual([{ value: 'row' }]);
  });

  it('never loosens durability and listens on no network', async () => {
    const { socketDir } = await start(join(root, 'restart'));
    const rows = await query(socketDir, "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses') order by name");
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' }, { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' }, { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('runs beside another one, in another directory', async () => {
    const [one, two] = await Promise.all([start(join(root, 'restart')), start(join(root, 'beside'))]);
    await query(two.socketDir, 'create table only_here ()');
    expect(await query(one.socketDir, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
  });

  it('finds a short place for its socket when the directory is too deep for one', async () => {
    const { socketDir } = await start(join(root, 'd'.repeat(60), 'e'.repeat(60)));
    expect(Buffer.byteLength(socketDir)).toBeLessThan(90);
    expect(await query(socketDir, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)('runs as a system user where root has no user namespace', async () => {
    const dataDir = join(root, 'as system user');
    const first = await start(dataDir, { userNamespace: false });
    await query(first.socketDir, 'create table kept as select 1 as value');
    await first.stop();
    // Its user cannot enter this test's directory, so the data is elsewhere; a later start in any mode must find it there.
    const home = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim();
    const second = await start(dataDir);
    expect(await query(second.socketDir, 'select value from kept')).toEqual([{ value: 1 }]);
    await second.stop();
    rmSync(home, { recursive: true });
  });
});

describe('a second start on the same directory', () => {
  it('is refused with one line and leaves the first alone', async () => {
    const dataDir = join(root, 'shared');
    const first = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(new RegExp(`^DATA_DIR .* is in use by process ${process.pid}: .*$`));
    expect(await query(first.socketDir, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is refused while another program owns it', async () => {
    const dataDir = join(root, 'shared');
    const { node, socketDir } = await startChild(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`in use by process ${node.pid}`);
    expect(await query(socketDir, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('after kill -9', () => {
  it('of its owner, PostgreSQL ends within seconds and commits are kept', async () => {
    const dataDir = join(root, 'killed owner');
    const { node, socketDir } = await startChild(dataDir);
    await query(socketDir, 'create table kept (value int)');
    await query(socketDir, 'insert into kept values (1)');
    const postgres = postmasterPid(dataDir);
    node.kill('SIGKILL');
    await gone(postgres);
    const next = await start(dataDir);
    expect(await query(next.socketDir, 'select value from kept')).toEqual([{ value: 1 }]);
  });

  it.runIf(process.platform === 'linux')('of its owner and its guardian, the orphan is taken over by the next start', async () => {
    const dataDir = join(root, 'orphan');
    const { node, socketDir } = await startChild(dataDir);
    await query(socketDir, 'create table kept as select 1 as value');
    const postgres = postmasterPid(dataDir);
    const guardian = groupOf(postgres).filter((pid) => findProcess(pid)?.commandLine.startsWith('/bin/sh'));
    for (const pid of guardian) process.kill(pid, 'SIGSTOP');
    for (const pid of [node.pid ?? 0, ...guardian]) process.kill(pid, 'SIGKILL');
    await gone(node.pid ?? 0);
    expect(findProcess(postgres)).toBeDefined();
    const next = await start(dataDir);
    expect(await query(next.socketDir, 'select value from kept')).toEqual([{ value: 1 }]);
    expect(findProcess(postgres)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('of everything at once, the next start recovers what was committed', async () => {
    const dataDir = join(root, 'power cut');
    const { node, socketDir } = await startChild(dataDir);
    await query(socketDir, 'create table kept as select 1 as value');
    const group = groupOf(postmasterPid(dataDir));
    for (const pid of [...group, node.pid ?? 0]) process.kill(pid, 'SIGKILL');
    await gone(node.pid ?? 0);
    const next = await start(dataDir);
    expect(await query(next.socketDir, 'select value from kept')).toEqual([{ value: 1 }]);
  });

  it('a process id that now belongs to another program does not block the start', async () => {
    const dataDir = join(root, 'reused');
    await (await start(dataDir)).stop();
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n\n  1  1\nready\n`);
    writeFileSync(join(dataDir, 'run/.s.PGSQL.5432.lock'), `${process.pid}\n`);
    writeFileSync(join(dataDir, 'in-use'), `${process.pid} some-other-start\n`);
    const next = await start(dataDir);
    expect(await query(next.socketDir, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

it('when PostgreSQL itself falls, its owner is told and may start again', async () => {
  const dataDir = join(root, 'fallen');
  const server = await start(dataDir);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await server.exited;
  await server.stop();
  const next = await start(dataDir);
  expect(await query(next.socketDir, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe('a directory that cannot be used', () => {
  it('of another PostgreSQL version is refused in one line and not touched', async () => {
    const dataDir = join(root, 'old');
    await (await start(dataDir)).stop();
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '14\n');
    await expect(start(dataDir)).rejects.toThrow(/^.* was written by PostgreSQL 14 and this is 18: .*$/);
  });

  it('whose server will not start is reported with the server\'s own reason, and is free afterwards', async () => {
    const dataDir = join(root, 'broken');
    await (await start(dataDir)).stop();
    const refused = startEmbeddedPostgres({ dataDir, flags: { max_connections: 'many' } });
    await expect(refused).rejects.toThrow(/^Embedded PostgreSQL did not start: .*max_connections.*$/);
    await start(dataDir);
  });

  it('that is a file is refused in one line', async () => {
    writeFileSync(join(root, 'file'), '');
    await expect(start(join(root, 'file'))).rejects.toThrow(/^DATA_DIR .*cannot be written by this user: .*$/);
  });
});
