import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isDirectoryLocked } from '#src/db/directory-lock.ts';
import { startEmbeddedPostgres } from '#src/db/embedded.ts';
import { migrate } from '#src/db/migrate.ts';
import { type TestServer, toServerConnection, withConnection } from './test-server.ts';

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
const youngMs = 60_000;

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
  const server = { admin, template };
  await createTemplate(server);
  finish = () => withConnection(admin, async (client) => {
    await client.query(`alter database ${template} is_template false`);
    await client.query(`drop database ${template} with (force)`);
  });
  return migrateTemplate(server);
}

async function openEmbedded(): Promise<TestServer> {
  removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), dirPrefix));
  const server = await startEmbeddedPostgres({ dataDir, flags: testFlags });
  finish = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const admin = toServerConnection({ host: server.socketDir, user: server.user, database: 'postgres' });
  const template = 'openteller_template';
  await createTemplate({ admin, template });
  return migrateTemplate({ admin, template });
}

async function createTemplate({ admin, template }: TestServer): Promise<void> {
  await withConnection(admin, (client) => client.query(`create database ${template}`));
}

async function migrateTemplate({ admin, template }: TestServer): Promise<TestServer> {
  await migrate({ ...admin, database: template });
  // Nobody may be connected to a database while it is copied.
  await withConnection(admin, (client) => client.query(`alter database ${template} is_template true allow_connections false`));
  return { admin, template };
}

/** A run that was killed leaves its directory behind. A young one may belong to a run that is just starting. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(dirPrefix))) {
    const path = join(tmpdir(), name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.uid !== process.getuid?.() || Date.now() - (found?.mtimeMs ?? 0) < youngMs || isDirectoryLocked(path)) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
