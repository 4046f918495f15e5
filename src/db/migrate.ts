import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { prepareSchema } from './prepare-schema.ts';
import { DatabaseStartError } from './start-error.ts';
import { seedTenantStatistics } from './tenant-statistics.ts';

export type MigrateOptions = {
  /** Receives one line per applied migration. */
  log?(line: string): void;
  /** Where the NNNN-name.sql files are. Default: migrations/ beside this file. */
  directory?: string;
};

type Migration = { name: string; sha256: string; text: string };

const ownMigrations = fileURLToPath(new URL('migrations/', import.meta.url));
/** Any constant will do, as long as nothing else in the database locks it. */
const advisoryLockKey = '7306577015';
const lockAttempts = 10;

/**
 * Brings the schema `openteller` forward: applies the files NNNN-name.sql that are not recorded yet, in order, each in its
 * own transaction together with its record, and returns their names. Several programs may call it at once; one works, the
 * others wait. A statement waits two seconds for a lock and is then tried again, so that queries never queue behind it for long.
 * Throws DatabaseStartError when a recorded file has changed, when a new file sorts before a recorded one, when the server is
 * older than 15 or cannot be reached, or when the user may not create what is missing. A migration that fails is rolled back and its error passed on.
 */
export async function migrate(connection: string | pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.directory ?? ownMigrations);
  const client = new pg.Client(connection);
  // A lost connection also fails the query that is running; that error is the one to report.
  client.on('error', () => {});
  await connect(client);
  try {
    await client.query(`set lock_timeout = '10min'; select pg_advisory_lock(${advisoryLockKey}); reset lock_timeout`);
    await prepareSchema(client);
    const pending = findPending(migrations, await readRecorded(client));
    for (const migration of pending) {
      await applyPatiently(client, migration);
      options.log?.(`Applied migration ${migration.name}.`);
    }
    if (pending.length > 0) await seedTenantStatistics(client);
    return pending.map(({ name }) => name);
  } finally {
    // Ends the session, and with it the advisory lock.
    await client.end();
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    throw new DatabaseStartError(`DATABASE_URL: cannot connect to database ${client.database} at ${client.host}:${client.port}: ${reason}`, error);
  }
}

function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  return files.map((file) => {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
    if (number === undefined) throw new DatabaseStartError(`Migration ${file} is not named NNNN-name.sql.`);
    if (numbers.has(number)) throw new DatabaseStartError(`Two migrations have the number ${number}: give ${file} the next free one.`);
    numbers.add(number);
    // A checkout on Windows may have other line ends; the migration is the same.
    const text = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n');
    return { name: file.slice(0, -'.sql'.length), sha256: createHash('sha256').update(text).digest('hex'), text };
  });
}

async function readRecorded(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from openteller.migration order by name');
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Recorded names without a file are left alone: during a rolling update an older program meets a newer schema. */
function findPending(migrations: readonly Migration[], recorded: ReadonlyMap<string, string>): Migration[] {
  const last = [...recorded.keys()].at(-1) ?? '';
  const pending = migrations.filter(({ name }) => !recorded.has(name));
  for (const { name, sha256 } of migrations) {
    if ((recorded.get(name) ?? sha256) !== sha256) {
      throw new DatabaseStartError(`Migration ${name} was applied and has changed since: restore the file and put the change into a new one.`);
    }
  }
  const late = pending.find(({ name }) => name < last);
  if (late) throw new DatabaseStartError(`Migration ${late.name} comes before ${last}, which is applied: give it the next free number.`);
  return pending;
}

async function applyPatiently(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migration);
    } catch (error) {
      await client.query('rollback');
      // One that takes locks on many tables may meet a running program in a circle, and be the one that has to let go.
      const lostLock = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
      if (!lostLock || attempt === lockAttempts) throw error;
      await pause(200 * attempt);
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin; set local lock_timeout = '2s'; set local statement_timeout = 0; set local search_path = openteller");
  await client.query(migration.text);
  await client.query('insert into openteller.migration (name, sha256) values ($1, $2)', [migration.name, migration.sha256]);
  await client.query('commit');
}
