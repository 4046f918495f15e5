/** Runs the program until it is told to stop. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openAdapters } from '#src/adapters.ts';
import { type App, createApp } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { type Config, ConfigError, readConfig } from '#src/config.ts';
import type { Database } from '#src/db/database.ts';
import { readLiveConfig } from '#src/live-config.ts';
import { openDatabase } from '#src/open-database.ts';
import { countWrapped } from '#src/organizations/count-wrapped.ts';
import { wrappingBy } from '#src/organizations/wrapping.ts';
import { seedSandbox } from '#src/sandbox/seed.ts';
import { checkBooks } from './books.ts';
import { buildDashboard } from './build-dashboard.ts';
import { openLog } from './open-log.ts';
import { runCommand } from './run-command.ts';
import { welcome } from './welcome.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Requests in hand are finished within this; then leases go back and the database stops. */
const drainMs = 25_000;
/** A signal to a whole process group, as systemd sends it, arrives again through npm and its shell. */
const echoMs = 2_000;

const wrongMasterKey = 'MASTER_KEY (or master.key in DATA_DIR) is not the key this database was sealed with: give every process the same one.';
const halfRotated = 'MASTER_KEY is being replaced in this database, and some keys are under another one: set MASTER_KEY to the new key and PREVIOUS_MASTER_KEY to the one before, then finish with npm run rotate-master-key.';

export function serve(env: Environment): Promise<void> {
  return runCommand(() => start(env));
}

async function start(env: Environment): Promise<void> {
  const config = readConfig(env, { operator: DEFAULT_OPERATOR });
  const live = readLiveConfig(env);
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, {
    say: (line) => process.stderr.write(`${line}\n`),
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const stoppers: (() => Promise<void>)[] = [database.stop];
  try {
    const open = await openAdapters(config, live, (health) => log.warn(health, 'an identity provider changed its state'));
    stoppers.unshift(open.close);
    const app = createApp({ config, db: database.db, log, open, checkBooks: () => checkBooks(database.db, open.simulator) });
    stoppers.unshift(app.close);
    await refuseWrongKey(config, database.db, log);
    const worker = config.role === 'api' ? null : app.startWorker();
    if (worker !== null) stoppers.unshift(() => worker.stop(drainMs));
    const opened = Promise.withResolvers<void>();
    if (config.role !== 'worker') {
      const http = await listen(app, config, opened.promise);
      stoppers.unshift(() => http.close());
    }
    // After the port is ours: what is generated is shown once, so a start that fails must not have generated anything.
    const seeded = config.role === 'worker' ? null : await seedSandbox(app).finally(opened.resolve);
    waitForEnd(stoppers, database.fallen, log);
    if (config.role !== 'worker') buildDashboard(log);
    process.stdout.write(seeded === null ? 'Openteller worker is running.\n' : welcome(config, seeded));
  } catch (error) {
    for (const stop of stoppers) await stop().catch(() => undefined);
    throw error;
  }
}

/** @throws ConfigError */
async function refuseWrongKey({ masterKey, previousMasterKey }: Config, db: Database, log: Logger): Promise<void> {
  const previous = previousMasterKey === null ? null : wrappingBy(previousMasterKey);
  const { under, elsewhere } = await countWrapped(db, [wrappingBy(masterKey), ...(previous === null ? [] : [previous])]);
  if (elsewhere > 0) throw new ConfigError([...under.values()].some((tenants) => tenants > 0) ? halfRotated : wrongMasterKey);
  if (previous === null) return;
  const tenants = under.get(previous.id) ?? 0;
  log.info({ tenants }, tenants === 0 ? 'nothing is under PREVIOUS_MASTER_KEY any more: leave it out at the next start' : 'keys of tenants are under PREVIOUS_MASTER_KEY: npm run rotate-master-key wraps them anew');
}

async function listen(app: App, config: Config, opened: Promise<void>): Promise<FastifyInstance> {
  const http = await app.createHttp(opened);
  try {
    await http.listen({ host: config.host, port: config.port });
  } catch (error) {
    // What repeats beside the server would keep the process alive.
    await http.close();
    throw listenFault(error) ?? error;
  }
  return http;
}

/** Null: nothing that an operator can mend. */
function listenFault(error: unknown): ConfigError | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError('PORT is taken by another program; set PORT to a free one.');
  if (code === 'EACCES') return new ConfigError('PORT or HOST cannot be listened on by this user; choose a PORT above 1023.');
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigError('HOST is no address of this machine.');
  return null;
}

function waitForEnd(stoppers: readonly (() => Promise<void>)[], fallen: Promise<void>, log: Logger): void {
  let ending = false;
  const end = async (why: string, exitCode: number): Promise<void> => {
    if (ending) return;
    ending = true;
    log.info({ why }, 'stopping');
    // A second signal seconds later, or a drain that hangs, ends the process; everything it had promised is in the database.
    setTimeout(() => process.exit(exitCode === 0 ? 1 : exitCode), drainMs + 5_000).unref();
    for (const stop of stoppers) await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
    process.exit(exitCode);
  };
  let firstSignalMs = 0;
  const onSignal = (signal: string): void => {
    if (!ending) firstSignalMs = performance.now();
    else if (performance.now() - firstSignalMs > echoMs) process.exit(1);
    void end(signal, 0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  void fallen.then(() => end('the embedded database ended', 1));
}
