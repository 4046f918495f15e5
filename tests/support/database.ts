import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type TestServer, withConnection } from './test-server.ts';

export type TestDatabase = {
  name: string;
  /** As the owner, who bypasses row-level security. */
  connection: pg.ClientConfig;
  /** As the program connects: in its own role, bound by row-level security. */
  appConnection: pg.ClientConfig;
  /** Disconnects everybody and removes the database. */
  drop(): Promise<void>;
};

/** Copies of one template are made one after another: two at a time disturb each other's checkpoints. */
const cloneLockKey = '7306577016';

/**
 * A fresh database with every migration applied and nothing else in it. Throws with the reason when the run's server or the
 * migrations did not work.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  if ('problem' in server) throw new Error(`There is no test database: ${server.problem}`);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await cloneTemplate(server, name);
  const connection = { ...server.admin, database: name };
  return {
    name,
    connection,
    appConnection: { ...connection, options: '-c role=openteller_app -c search_path=openteller' },
    drop: () => withConnection(server.admin, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
    }),
  };
}

async function cloneTemplate({ admin, template }: TestServer, name: string): Promise<void> {
  await withConnection(admin, async (client) => {
    await client.query(`select pg_advisory_lock(${cloneLockKey})`);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
}
