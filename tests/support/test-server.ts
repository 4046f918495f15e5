import pg from 'pg';

/** What the global set-up hands to every test file; must survive being copied to another process. */
export type TestServer = {
  /** A connection to a database that always exists, by a user who may create databases. */
  admin: ServerConnection;
  /** The migrated database that every test database is a copy of. */
  template: string;
};

export type ServerConnection = { host: string; port: number; user: string; password: string; database: string };

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer | { problem: string };
  }
}

/** The parts of a connection, with libpq's environment variables and defaults filled in. */
export function toServerConnection(config: pg.ClientConfig): ServerConnection {
  const { host, port, user, password, database } = new pg.Client(config);
  return { host, port, user: user ?? 'postgres', password: password ?? '', database: database ?? 'postgres' };
}

/** Runs one piece of work on a connection of its own. */
export async function withConnection<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
