/** A migrated database of its own for a run outside vitest: an embedded server in a temporary directory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#src/db/embedded.ts';
import { migrate } from '#src/db/migrate.ts';

export type ScratchDatabase = {
  /** As the owner; the program's own pool changes its role. */
  connection: pg.ClientConfig;
  drop(): Promise<void>;
};

/** Nothing here outlives the run, so nothing is synced to the disk. */
const flags = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

export async function createScratchDatabase(more: Readonly<Record<string, string>> = {}): Promise<ScratchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-scratch-'));
  const server = await startEmbeddedPostgres({ dataDir, flags: { ...flags, ...more } });
  const connection = { host: server.socketDir, user: server.user, database: 'openteller' };
  try {
    await migrate(connection);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    connection,
    async drop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
