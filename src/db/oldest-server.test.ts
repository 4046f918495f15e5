import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaFaults } from '#tests/support/schema-lint.ts';
import { withConnection } from '#tests/support/test-server.ts';
import { migrate } from './migrate.ts';

/** Where Debian's packages put the oldest PostgreSQL this program supports. */
const programs = '/usr/lib/postgresql/15/bin';

test('the migrations run on PostgreSQL 15, where this machine has it', async () => {
  // The embedded server is newer and no package brings an older one: without Debian's there is nothing to run on.
  if (!existsSync(join(programs, 'postgres'))) return;
  const directory = mkdtempSync(join(tmpdir(), 'openteller-pg15-'));
  const data = join(directory, 'data');
  try {
    chmodSync(directory, 0o777);
    run('initdb', '-D', data, '-U', 'owner', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C');
    run('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', `-c listen_addresses= -c unix_socket_directories=${directory} -c fsync=off`, 'start');
    const connection = { host: directory, user: 'owner', database: 'postgres' };
    expect((await migrate(connection)).length).toBeGreaterThan(0);
    expect(await migrate(connection)).toEqual([]);
    expect(await withConnection({ ...connection, options: '-c search_path=openteller' }, schemaFaults)).toEqual([]);
  } finally {
    if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
    rmSync(directory, { recursive: true, force: true });
  }
});

/** PostgreSQL refuses to run as root; nobody may run it as well as anybody. */
function run(program: string, ...args: string[]): void {
  const command = [join(programs, program), ...args];
  const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];
  const [file = '', ...rest] = [...asOther, ...command];
  // The server inherits no pipe of ours: waiting for its end would be waiting for the server's.
  const { status, error } = spawnSync(file, rest, { cwd: tmpdir(), stdio: 'ignore' });
  if (status !== 0) throw new Error(`${program} ended with ${status ?? String(error)}`);
}
