/** The real program as a child process: started, killed, started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { assert } from '#src/lib/assert.ts';
import { inherited } from '#tests/support/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const arm = new URL('./arm.ts', import.meta.url).href;

export const credential = { clientId: `ot_test_${'c'.repeat(24)}`, clientSecret: `sk_test_${'s'.repeat(43)}` } as const;

export type Program = {
  pid: number;
  baseUrl: string;
  /** True once it serves; false when it ended before that. */
  ready: Promise<boolean>;
  /** What it said and how it ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null; said: string }>;
  isOver(): boolean;
  /** SIGTERM, and the end. */
  stop(): Promise<void>;
  kill(): void;
};

export type ProgramOptions = { dataDir: string; port: number; env?: Readonly<Record<string, string>>; armed?: boolean; /** Hears everything the program says. */ heard?: (text: string) => void };

const saidMax = 20_000;

export function startProgram({ dataDir, port, env = {}, armed = false, heard }: ProgramOptions): Program {
  const child = spawn(process.execPath, [...(armed ? ['--import', arm] : []), 'src/main.ts'], {
    cwd: root,
    env: {
      ...inherited, HOME: process.env['HOME'] ?? '/tmp', DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error',
      SEED_CLIENT_ID: credential.clientId, SEED_CLIENT_SECRET: credential.clientSecret, SEED_PASSWORD: 'a password of the tests', ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const over = { yes: false };
  const { ready, exited } = listen(child, over, heard);
  assert(child.pid !== undefined, 'the program did not start');
  return {
    pid: child.pid,
    baseUrl: `http://127.0.0.1:${port}`,
    ready,
    exited,
    isOver: () => over.yes,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function listen(child: ChildProcess, over: { yes: boolean }, heard?: (text: string) => void): Pick<Program, 'ready' | 'exited'> {
  const ready = Promise.withResolvers<boolean>();
  let said = '';
  const hear = (chunk: unknown): void => {
    heard?.(String(chunk));
    said = `${said}${String(chunk)}`.slice(-saidMax);
    if (said.includes('Openteller is running')) ready.resolve(true);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const exited = new Promise<Awaited<Program['exited']>>((resolve) => {
    child.once('exit', (code, signal) => {
      over.yes = true;
      ready.resolve(false);
      resolve({ code, signal, said });
    });
  });
  return { ready: ready.promise, exited };
}

/** A port nobody listens on now; the program keeps it over its restarts. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      assert(typeof address === 'object' && address !== null, 'a listening server has an address');
      server.close(() => resolve(address.port));
    });
  });
}
