import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildMessage } from './job.ts';

/** One process: at most one job at a time. */
export type Worker<Job> = {
  pid: number | undefined;
  send(job: Job): void;
  kill(): void;
  /** Resolves once it is gone. */
  ended: Promise<void>;
};

export type WorkerEvents<Answer> = { message(message: ChildMessage<Answer>): void; end(detail: string): void };

const programRoot = fileURLToPath(new URL('../..', import.meta.url));
/** Where the packages really are: an image may keep them elsewhere, behind a link. */
const packages = join(programRoot, 'node_modules');
const readable = [programRoot, ...(existsSync(packages) ? [realpathSync(packages)] : [])].map((path) => `--allow-fs-read=${path}`);
/** Behind the program that answers requests: a check may take longer, a transfer may not. */
const niceness = 10;

/**
 * All of its environment. glibc keeps what is freed for the thread that had it, and learns to keep ever larger pieces; told to map pieces of 4 MiB and more and to give them back, a process peaks at 0.77 GB in place
 * of 0.96, for a tenth to a fifth more CPU (`npm run bench -- memory`). Other C libraries pass it over.
 */
const returningMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024), MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024) };

/** Starts a process on a module, with nothing of this one's environment, and no right to anything but reading this program's files. */
export function startWorker<Job extends object, Answer>(module: URL, heapMegabytes: number, events: WorkerEvents<Answer>): Worker<Job> {
  const child = fork(fileURLToPath(module), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: returningMemory,
    execArgv: ['--permission', '--allow-addons', ...readable, `--max-old-space-size=${heapMegabytes}`],
  });
  lower(child);
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = (detail: string): void => {
      if (over) return;
      over = true;
      events.end(detail);
      resolve();
    };
    child.on('exit', (code, signal) => end(signal === null ? `it ended with code ${code ?? 'none'}` : `it ended by ${signal}`));
    child.on('error', (error) => {
      // A failed send is followed by the exit; a failed start by nothing.
      if (child.pid === undefined) end(error.message);
    });
  });
  child.on('message', (message: ChildMessage<Answer>) => events.message(message));
  return {
    pid: child.pid,
    send: (job) => void child.send(job, (error) => {
      if (error !== null) child.kill('SIGKILL');
    }),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

function lower({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It ended before its first breath; its exit says so.
  }
}
