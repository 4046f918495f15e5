/** The database of this process: the operator's server, or the embedded one in DATA_DIR; migrated before it is used. */
import type pg from 'pg';
import type { Config } from './config.ts';
import { createDatabase, type Database } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { announceServer, withdrawServer } from './db/running-server.ts';

export type OpenDatabase = { db: Database; connection: pg.ClientConfig; /** Settles when the embedded server ends by itself. */ fallen: Promise<void>; stop(): Promise<void> };

const poolSize = 12;

export async function openDatabase(config: Config, options: { say(line: string): void; onError(error: Error): void }): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const connection: pg.ClientConfig = { connectionString: config.databaseUrl };
    await migrate(connection);
    const db = createDatabase(connection, { poolSize, onError: options.onError });
    return { db, connection, fallen: new Promise(() => undefined), stop: () => db.close() };
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, say: options.say });
  const connection = { host: server.socketDir, user: server.user, database: 'openteller' };
  try {
    await migrate(connection);
  } catch (error) {
    await server.stop();
    throw error;
  }
  announceServer(config.dataDir, connection);
  const db = createDatabase(connection, { poolSize, onError: options.onError });
  return {
    db,
    connection,
    fallen: server.exited,
    async stop() {
      withdrawServer(config.dataDir);
      await db.close();
      await server.stop();
    },
  };
}
