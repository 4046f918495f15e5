/** Test support: the command line as a child process, with a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecord } from '#src/lib/assert.ts';
import type { TestTenant } from '#tests/support/test-app.ts';

/** Kept from one child to the next: starting is most of what they do. */
const compileCache = join(tmpdir(), 'openteller-cli-compiled');
const main = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

export type Ended = { code: number | null; out: string; err: string; /** The output as one JSON document. */ json(): Record<string, unknown>; /** The output as one JSON document for each line. */ records(): Record<string, unknown>[] };

export type Running = {
  child: ChildProcess;
  /** Records so far; with --json. */
  records(): Record<string, unknown>[];
  /** Resolves when a record fits. */
  until(fits: (record: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** When it ends by itself. */
  ended: Promise<Ended>;
  /** Ctrl-C, and the end. */
  interrupt(): Promise<Ended>;
};

export type CommandLine = {
  home: string;
  run(given: readonly string[], options?: { stdin?: string; env?: Record<string, string> }): Promise<Ended>;
  start(given: readonly string[], options?: { env?: Record<string, string> }): Running;
  close(): void;
};

const recordsIn = (text: string): Record<string, unknown>[] => text.split('\n').filter((line) => line.startsWith('{')).map((line) => readRecord(JSON.parse(line)));

/** Whom the commands call for, unless told otherwise. */
export function environmentOf(baseUrl: string, tenant: Pick<TestTenant, 'clientId' | 'clientSecret'>): Record<string, string> {
  return { OPENTELLER_URL: baseUrl, OPENTELLER_CLIENT_ID: tenant.clientId, OPENTELLER_CLIENT_SECRET: tenant.clientSecret };
}

export function openCommandLine(standing: Record<string, string> = {}): CommandLine {
  const home = mkdtempSync(join(tmpdir(), 'openteller-cli-'));
  const running = new Set<ChildProcess>();

  function open(given: readonly string[], env: Record<string, string>): { child: ChildProcess; text: { out: string; err: string }; ended: Promise<Ended>; heard(listener: () => void): void } {
    const child = spawn(process.execPath, [main, ...given], { cwd: home, env: { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: join(home, 'config'), NODE_COMPILE_CACHE: compileCache, ...standing, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    running.add(child);
    const text = { out: '', err: '' };
    const listeners: (() => void)[] = [];
    child.stdout?.on('data', (chunk) => {
      text.out += String(chunk);
      for (const listener of listeners) listener();
    });
    child.stderr?.on('data', (chunk) => { text.err += String(chunk); });
    child.stdin?.on('error', () => undefined);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        running.delete(child);
        resolve({ code, ...text, json: () => readRecord(JSON.parse(text.out)), records: () => recordsIn(text.out) });
      });
    });
    return { child, text, ended, heard: (listener) => void listeners.push(listener) };
  }

  return {
    home,
    run(given, { stdin = '', env = {} } = {}) {
      const { child, ended } = open(given, env);
      child.stdin?.end(stdin);
      return ended;
    },
    start(given, { env = {} } = {}) {
      const { child, text, ended, heard } = open([...given, '--json'], env);
      const whole = (): Record<string, unknown>[] => recordsIn(text.out.slice(0, text.out.lastIndexOf('\n') + 1));
      return {
        child,
        ended,
        records: whole,
        until: (fits) => new Promise((resolve, reject) => {
          const look = (): void => {
            const found = whole().find(fits);
            if (found !== undefined) resolve(found);
          };
          heard(look);
          look();
          void ended.then(({ out, err }) => reject(new Error(`It ended before: ${out}${err}`)));
        }),
        interrupt() {
          child.kill('SIGINT');
          return ended;
        },
      };
    },
    close() {
      for (const child of running) child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
