/**
 * What an operator may set, read once from the environment, checked and frozen. A wrong value stops the start with
 * one line that names the variable.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isLoopbackHost } from './lib/loopback.ts';

export type Config = Readonly<{
  host: string;
  port: number;
  /** Without a trailing slash. */
  publicUrl: string;
  databaseUrl: string | null;
  /** Absolute path. */
  dataDir: string;
  /** 32 bytes: the key-encryption key. */
  masterKey: Buffer;
  /** The one before it, while it is being replaced: opens what is still wrapped by it. */
  previousMasterKey: Buffer | null;
  role: 'all' | 'api' | 'worker';
  seed: Readonly<{ email: string | null; password: string | null; clientId: string | null; clientSecret: string | null }>;
  /** Key of the signatures on inbound credits; null: nobody may report one. */
  railCallbackSecret: string | null;
  /** Addresses and networks whose X-Forwarded-For is believed; none by default. */
  trustedProxies: readonly string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  operator: Readonly<{ name: string; cbnCode: string; nipCode: string }>;
  /** The sandbox's rail when it runs as a program of its own; null: the simulator in this process. */
  sandboxRailUrl: string | null;
  /** Absolute path: where the sandbox's rail keeps its book. */
  sandboxRailDirectory: string;
  /** Absolute path of the operator's own limit policies; null: those this program ships. */
  limitsFile: string | null;
  /** Who reads identity documents: our own reader, or the identity provider first where it offers that. */
  documentReader: 'local' | 'provider';
  /** How long the law keeps records after the end of a relationship; the sandbox keeps nobody. */
  retentionYears: number;
  /** How long comparisons with a shadow identity provider are kept. */
  identityShadowDays: number;
  /** How many members must say the same about an identity check that is too close to call. */
  kycReviewers: number;
  /** Processes that read documents at once; null: as many as the machine has cores, but one. */
  documentProcesses: number | null;
  /** Which calls of live the log keeps; those of the sandbox are kept whole unless it is off. */
  apiLog: (typeof apiLogs)[number];
  apiLogDays: number;
  /** May strangers make an organization of their own? */
  signUp: 'open' | 'closed';
  /** Answers are held against their declared schemas; for tests and development. */
  checkAnswers: boolean;
}>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const apiLogs = ['refused', 'all', 'off'] as const;
const roles = ['all', 'api', 'worker'] as const;

/** Reads the configuration. May create DATA_DIR/master.key. @throws ConfigError naming the variable that is wrong. */
export function readConfig(env: Environment, defaults: { operator: Config['operator'] }): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535);
  const dataDir = resolve(text(env, 'DATA_DIR') ?? '.data');
  const ownUrl = publicUrl(env) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return Object.freeze({
    host,
    port,
    publicUrl: ownUrl,
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir,
    masterKey: masterKey(env, dataDir),
    previousMasterKey: readKey(env, 'PREVIOUS_MASTER_KEY'),
    role: oneOf(env, 'ROLE', roles, 'all'),
    seed: Object.freeze({
      email: pattern(env, 'SEED_EMAIL', /^[^@\s]+@[^@\s]+$/, 'an e-mail address'),
      password: pattern(env, 'SEED_PASSWORD', /^.{12,200}$/, 'a password of 12 to 200 characters'),
      clientId: pattern(env, 'SEED_CLIENT_ID', /^ot_test_[a-z0-9]{24}$/, '"ot_test_" and 24 lower-case letters or digits'),
      clientSecret: pattern(env, 'SEED_CLIENT_SECRET', /^sk_test_[A-Za-z0-9_-]{43,200}$/, '"sk_test_" and at least 43 letters, digits, "_" or "-"'),
    }),
    trustedProxies: addressList(env, 'TRUSTED_PROXIES'),
    railCallbackSecret: pattern(env, 'RAIL_CALLBACK_SECRET', /^.{32,200}$/, 'a secret of 32 to 200 characters'),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    operator: Object.freeze({
      name: text(env, 'OPERATOR_NAME') ?? defaults.operator.name,
      cbnCode: pattern(env, 'OPERATOR_CBN_CODE', /^(\d{3}|\d{5})$/, 'a CBN bank code of 3 or 5 digits') ?? defaults.operator.cbnCode,
      nipCode: pattern(env, 'OPERATOR_NIP_CODE', /^\d{6}$/, 'a NIP institution code of 6 digits') ?? defaults.operator.nipCode,
    }),
    sandboxRailUrl: url(env, 'SANDBOX_RAIL_URL', ['http:', 'https:']),
    sandboxRailDirectory: resolve(text(env, 'SANDBOX_RAIL_DIRECTORY') ?? join(dataDir, 'rail-simulator')),
    limitsFile: limitsFile(env),
    documentReader: oneOf(env, 'DOCUMENT_READER', ['local', 'provider'] as const, 'local'),
    documentProcesses: text(env, 'DOCUMENT_PROCESSES') === null ? null : wholeNumber(env, 'DOCUMENT_PROCESSES', 1, 1, 32),
    retentionYears: wholeNumber(env, 'RETENTION_YEARS', 5, 0, 50),
    identityShadowDays: wholeNumber(env, 'IDENTITY_SHADOW_DAYS', 90, 1, 3650),
    kycReviewers: wholeNumber(env, 'KYC_REVIEWERS', 1, 1, 2),
    apiLog: oneOf(env, 'API_LOG', apiLogs, 'refused'),
    apiLogDays: wholeNumber(env, 'API_LOG_DAYS', 7, 1, 90),
    // On a machine of one's own whoever comes is oneself; elsewhere the operator decides.
    signUp: oneOf(env, 'SIGN_UP', ['open', 'closed'] as const, isLoopbackHost(new URL(ownUrl).hostname) ? 'open' : 'closed'),
    checkAnswers: oneOf(env, 'CHECK_ANSWERS', ['0', '1'] as const, '0') === '1',
  });
}

function text(env: Environment, name: string): string | null {
  const value = env[name];
  return value === undefined || value.trim() === '' ? null : value.trim();
}

function limitsFile(env: Environment): string | null {
  const path = text(env, 'LIMITS_FILE');
  return path === null ? null : resolve(path);
}

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
  return number;
}

function oneOf<const Choice extends string>(env: Environment, name: string, choices: readonly Choice[], fallback: Choice): Choice {
  const value = text(env, name);
  if (value === null) return fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new ConfigError(`${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

function pattern(env: Environment, name: string, form: RegExp, meaning: string): string | null {
  const value = text(env, name);
  if (value !== null && !form.test(value)) throw new ConfigError(`${name} must be ${meaning}.`);
  return value;
}

function url(env: Environment, name: string, protocols: readonly string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(`${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
  }
  return value.replace(/\/+$/, '');
}

function addressList(env: Environment, name: string): readonly string[] {
  const list = (text(env, name) ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '');
  for (const part of list) {
    const [address = '', bits] = part.split('/');
    const family = isIP(address);
    if (family === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))) {
      throw new ConfigError(`${name} must be addresses or networks separated by commas, such as 10.0.0.7,10.1.0.0/16.`);
    }
  }
  return Object.freeze(list);
}

/** Links are made by adding paths to it, so it can carry nothing behind its own path. */
function publicUrl(env: Environment): string | null {
  const value = url(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (value !== null && /[?#@]/.test(value)) throw new ConfigError('PUBLIC_URL must have no user, query or fragment.');
  return value;
}

/** A key-encryption key: 64 hex digits or 44 base64 characters. Null: not set. @throws ConfigError */
export function readKey(env: Environment, name: 'MASTER_KEY' | 'PREVIOUS_MASTER_KEY' | 'NEXT_MASTER_KEY'): Buffer | null {
  const given = text(env, name);
  if (given === null) return null;
  // The decoder skips what is no base64, so that a mistyped key would become another key.
  if (/^[0-9a-fA-F]{64}$/.test(given)) return Buffer.from(given, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(given)) return Buffer.from(given, 'base64');
  throw new ConfigError(`${name} must be 32 bytes, as 64 hex digits or as base64.`);
}

/** Generated and kept in DATA_DIR when absent; live refuses to start on that one. */
function masterKey(env: Environment, dataDir: string): Buffer {
  const given = readKey(env, 'MASTER_KEY');
  if (given !== null) return given;
  const file = join(dataDir, 'master.key');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Exclusive creation: of two processes starting at once, one makes the key and both read it.
    if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    if (!existsSync(file)) throw new ConfigError(`DATA_DIR (${dataDir}) cannot be written.`, { cause });
  }
  const kept = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (kept.length !== 32) throw new ConfigError(`DATA_DIR holds a damaged master.key (${file}); restore it, or set MASTER_KEY.`);
  return kept;
}
