import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createCluster, ownerName, reclaimCluster } from './cluster.ts';
import { lockDirectory } from './directory-lock.ts';
import { type GuardedServer, startGuardedServer } from './guarded-server.ts';
import { type ServerAccount, chooseServerAccount } from './server-account.ts';
import { DatabaseStartError } from './start-error.ts';

export type EmbeddedOptions = {
  /** Directory that owns everything: cluster, socket, log. Created when missing. */
  dataDir: string;
  /** Server settings on top of the defaults, such as { fsync: 'off' } in tests. */
  flags?: Readonly<Record<string, string>>;
  /** Default: postgres.log in dataDir. */
  logFile?: string;
  /** False keeps root from using a user namespace. Default true. */
  userNamespace?: boolean;
  /** Receives notices for the operator, one line each. Default: standard error. */
  say?(line: string): void;
};

export type EmbeddedPostgres = {
  /** The `host` of a client: a directory only this operating system user can enter. */
  socketDir: string;
  /** The superuser's name; no password, the directory is the guard. */
  user: string;
  /** Settles when the server is gone, whether stopped or fallen. */
  exited: Promise<void>;
  /** Disconnects everybody, writes a checkpoint and returns when the server is gone. Harmless when repeated. */
  stop(): Promise<void>;
};

const databaseName = 'openteller';

/** Durability is PostgreSQL's default (fsync and synchronous_commit on). Sizes suit a machine of 2 to 8 GB. */
const serverSettings = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  wal_compression: 'pglz',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // Containers have small shared memory, and no query here is long enough to need helpers.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Details and statements of errors can carry personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/**
 * Keeps a PostgreSQL of its own in dataDir, reachable by socket alone, and holds a database `openteller` in it. It ends
 * with this process however that ends, `kill -9` included, and what a client was told is committed is still there at the next start.
 * Throws DatabaseStartError with one line when dataDir is in use, unusable, or of another PostgreSQL version.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDataDir(options.dataDir);
  const lock = lockDirectory(dataDir);
  try {
    const say = options.say ?? ((line: string) => process.stderr.write(`${line}\n`));
    const account = chooseServerAccount({ dataDir, userNamespace: options.userNamespace ?? true, say });
    const cluster = join(account.home, 'postgres');
    await createCluster(account, cluster, options.flags?.fsync !== 'off');
    await reclaimCluster(cluster);
    const socketDir = openSocketDir(account);
    const logFile = options.logFile ?? join(dataDir, 'postgres.log');
    const args = ['-D', cluster, ...settingArgs({ ...serverSettings, unix_socket_directories: socketDir, ...options.flags })];
    const server = await startGuardedServer({ account, args, cluster, socketDir, user: ownerName, logFile });
    return await handOver(server, socketDir, () => {
      if (!socketDir.startsWith(account.home)) rmSync(socketDir, { recursive: true, force: true });
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    const path = realpathSync(dataDir);
    // The lock is a file beside the cluster, so the directory must be ours to write.
    const probe = join(path, `probe.${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return path;
  } catch (error) {
    throw new DatabaseStartError(`DATA_DIR ${dataDir} cannot be written by this user: ${String(error)}`, error);
  }
}

/** The kernel takes socket paths of about 100 bytes; a longer one moves to a short directory derived from dataDir. */
function openSocketDir(account: ServerAccount): string {
  const near = join(account.home, 'run');
  const name = `openteller-${createHash('sha256').update(account.home).digest('hex').slice(0, 16)}`;
  const fits = (path: string): boolean => Buffer.byteLength(path) <= 88;
  const socketDir = [near, join(tmpdir(), name), join('/tmp', name)].find(fits) ?? near;
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const entry = lstatSync(socketDir);
  const mine = entry.isDirectory() && (entry.uid === process.getuid?.() || entry.uid === account.uid || process.getuid?.() === 0 && socketDir === near);
  if (!mine) throw new DatabaseStartError(`${socketDir} belongs to somebody else: remove it and start again.`);
  if (process.getuid?.() === 0) chownSync(socketDir, account.uid, account.gid);
  chmodSync(socketDir, 0o700);
  // Nobody listens here now; a lock with a reused process id would stop the server.
  for (const stale of readdirSync(socketDir)) rmSync(join(socketDir, stale), { force: true });
  return socketDir;
}

function settingArgs(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function handOver(server: GuardedServer, socketDir: string, release: () => void): Promise<EmbeddedPostgres> {
  try {
    await createDatabase(socketDir);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const stop = async (): Promise<void> => {
    await server.stop();
    release();
  };
  return { socketDir, user: ownerName, exited: server.exited, stop };
}

async function createDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: ownerName, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
