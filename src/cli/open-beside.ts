/** What small commands stand on, beside a running program or alone. */
import { pino } from 'pino';
import { type OpenAdapters, openAdapters } from '#src/adapters.ts';
import { type App, createApp } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { type Config, readConfig } from '#src/config.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import { runningServer } from '#src/db/running-server.ts';
import { readLiveConfig } from '#src/live-config.ts';
import { openDatabase } from '#src/open-database.ts';

/** The database: the running program's embedded server when one is up, else one opened for the moment. */
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

/** The whole program without its listeners and its worker, for one piece of work. */
export async function besideProgram(env: Readonly<Record<string, string | undefined>>, work: (app: App, open: OpenAdapters) => Promise<void>): Promise<void> {
  const { config, db, stop } = await openBeside(env);
  try {
    const open = await openAdapters(config, readLiveConfig(env));
    try {
      await work(createApp({ config, db, log: pino({ level: 'error' }, process.stderr), open }), open);
    } finally {
      await open.close();
    }
  } finally {
    await stop();
  }
}
