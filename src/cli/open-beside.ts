/** The database for a small command: the running program's embedded server when one is up, else one opened for the moment. */
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { type Config, readConfig } from '#src/config.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import { runningServer } from '#src/db/running-server.ts';
import { openDatabase } from '#src/open-database.ts';

export async function openBeside(env: Readonly<Record<string, string | undefined>>): Promise<{ config: Config; db: Database; stop(): Promise<void> }> {
  const config = readConfig(env, { operator: DEFAULT_OPERATOR });
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  const running = config.databaseUrl === null ? runningServer(config.dataDir) : null;
  if (running === null) {
    const { db, stop } = await openDatabase(config, { say: (line) => process.stderr.write(`${line}\n`), onError });
    return { config, db, stop };
  }
  const db = createDatabase(running, { poolSize: 3, onError });
  return { config, db, stop: () => db.close() };
}
