import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isDirectoryLocked } from '#src/db/directory-lock.ts';
import { startEmbeddedPostgres } from '#src/db/embedded.ts';
import { migrate } from '#src/db/migrate.ts';
import { type ServerConnection, type TestServer, toServerConnection, withConnection } from './test-server.ts';

/** A test's database need not survive a power cut; without that, creating one takes 40 ms. */
const testFlags = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
};
const dirPrefix = 'openteller-test-';

let finish = async (): Promise<void> => {};

/**
 * One PostgreSQL for the run, TEST_DATABASE_URL's or an embedded one, with a migrated template. When that fails, the tests
 * that ask for a database fail with the reason and the others run.
 */
export async function setup(project: TestProject): Promise<void> {
  project.provide('testServer', await openServer().catch((error: unknown) => ({ problem: String(error) })));
}

export async function teardown(): Promise<void> {
  await finish();
}

async function openServer(): Promise<TestServer> {
  const connectionString = process.env.TEST_DATABASE_URL ?? '';
  if (connectionString === '') return openEmbedded();
  const admin = toServerConnection({ connectionString });
  // Other runs may use the same server at the same time.
  const template = `openteller_template_${randomBytes(4).toString('hex')}`;
  finish = () => withConnection(admin, async (client) => {
    await client.query(`alter database ${template} is_template false`);
    await client.query(`drop database ${template} with (force)`);
  });
  return createTemplate(admin, template);
}

async function openEmbedded(): Promise<TestServer> {
  removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), dirPrefix));
  const server = await startEmbeddedPostgres({ dataDir, flags: testFlags });
  finish = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return createTemplate(toServerConnection({ host: server.socketDir, user: server.user, database: 'postgres' }), 'openteller_template');
}

async function createTemplate(admin: ServerConnection, template: string): Promise<TestServer> {
  await withConnection(admin, (client) => client.query(`create database ${template}`));
  await migrate({ ...admin, database: template });
  // Nobody may be connected to a database while it is copied.
  await withConnection(admin, (client) => client.query(`alter database ${template} is_template true allow_connections false`));
  return { admin, template };
}

/** A run that was killed leaves its directory behind. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    if (name.startsWith(dirPrefix) && !isDirectoryLocked(path)) rmSync(path, { recursive: true, force: true });
  }
}
