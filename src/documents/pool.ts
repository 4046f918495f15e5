/**
 * A bounded pool of processes. They start when there is work, stop when there is none, and are replaced after some hundred jobs or
 * above a memory limit. A job that takes too long or a process that dies costs that job and no other. What cannot wait in the queue is
 * told so at once.
 */
import type { Undecided } from '#src/kyc/document-reader.ts';
import type { ChildMessage } from './job.ts';
import { residentBytesOf } from './resident-bytes.ts';
import { startWorker, type Worker } from './worker.ts';

export type PoolOptions = {
  /** The module a process runs. */
  module: URL;
  /** Processes at once. */
  size: number;
  /** Jobs that may wait for one. */
  mostWaiting: number;
  startLimitMs: number;
  jobLimitMs: number;
  /** A process without work for so long is stopped. */
  idleMs: number;
  /** After so many jobs it is replaced: native memory fragments. */
  mostJobs: number;
  /** Above this after a job it is replaced; */
  recycleBytes: number;
  /** above this during a job it is killed (watched on Linux; elsewhere only between jobs). */
  mostBytes: number;
  heapMegabytes: number;
};

export const poolDefaults = {
  mostWaiting: 8, startLimitMs: 30_000, jobLimitMs: 25_000, idleMs: 60_000, mostJobs: 300,
  recycleBytes: 720 * 1024 * 1024, mostBytes: 1_600 * 1024 * 1024, heapMegabytes: 256,
} as const;

export type Done<Answer> = { outcome: 'done'; answer: Answer };

export type Pool<Job, Answer> = {
  /** Resolves whatever becomes of the job; rejects with the signal's reason when that aborts. */
  run(job: Job, signal: AbortSignal): Promise<Done<Answer> | Undecided>;
  /** Ids of the processes that run now, for tests and figures. */
  processIds(): number[];
  close(): Promise<void>;
};

type Task<Job, Answer> = { job: Job; settle(result: Done<Answer> | Undecided): void };
type Seat<Job, Answer> = { worker: Worker<Job>; state: 'starting' | 'idle' | 'busy'; task: Task<Job, Answer> | null; jobs: number; startedAt: number; timer: NodeJS.Timeout | null };

const watchMs = 250;
/** A platform that lacks a package will lack it a moment later too. */
const unableForMs = 60_000;
const typicalJobMs = 4_000;

export function createPool<Job extends object, Answer>(options: PoolOptions): Pool<Job, Answer> {
  const seats = new Set<Seat<Job, Answer>>();
  const waiting: Task<Job, Answer>[] = [];
  let lastJobMs = typicalJobMs;
  let unable: { detail: string; until: number } | null = null;
  let closed = false;
  let watch: NodeJS.Timeout | null = null;

  function pump(): void {
    for (const seat of seats) {
      if (waiting.length === 0) break;
      if (seat.state === 'idle') hand(seat);
    }
    const starting = [...seats].filter(({ state }) => state === 'starting').length;
    for (let missing = Math.min(waiting.length - starting, options.size - seats.size); missing > 0; missing -= 1) open();
  }

  function open(): void {
    const seat: Seat<Job, Answer> = { worker: startWorker<Job, Answer>(options.module, options.heapMegabytes, {
      message: (message) => heed(seat, message),
      end: (detail) => leave(seat, detail),
    }), state: 'starting', task: null, jobs: 0, startedAt: performance.now(), timer: null };
    limit(seat, options.startLimitMs);
    seats.add(seat);
  }

  function hand(seat: Seat<Job, Answer>): void {
    const task = waiting.shift();
    if (task === undefined) return;
    Object.assign(seat, { state: 'busy', task, startedAt: performance.now() });
    limit(seat, options.jobLimitMs);
    watch ??= setInterval(look, watchMs).unref();
    seat.worker.send(task.job);
  }

  /** Kills the process unless something else happens to it in time. */
  function limit(seat: Seat<Job, Answer>, ms: number): void {
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.timer = setTimeout(() => seat.worker.kill(), ms).unref();
  }

  function heed(seat: Seat<Job, Answer>, message: ChildMessage<Answer>): void {
    if (!seats.has(seat)) return;
    if (message.kind === 'unable') return refuseAll(seat, message.detail);
    if (message.kind !== 'ready') {
      lastJobMs = performance.now() - seat.startedAt;
      seat.jobs += 1;
      settle(seat, message.kind === 'answer' ? { outcome: 'done', answer: message.reply } : { outcome: 'unavailable', detail: `the check broke off: ${message.detail}` });
      if (message.kind === 'broken' || seat.jobs >= options.mostJobs || message.residentBytes > options.recycleBytes) return dismiss(seat);
    }
    seat.state = 'idle';
    limit(seat, options.idleMs);
    pump();
  }

  function settle(seat: Seat<Job, Answer>, result: Done<Answer> | Undecided): void {
    seat.task?.settle(result);
    seat.task = null;
    if (watch !== null && ![...seats].some(({ task }) => task !== null)) {
      clearInterval(watch);
      watch = null;
    }
  }

  /** Takes a process out of the pool and ends it. */
  function dismiss(seat: Seat<Job, Answer>): void {
    seats.delete(seat);
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.worker.kill();
    if (!closed) pump();
  }

  function leave(seat: Seat<Job, Answer>, detail: string): void {
    if (!seats.has(seat)) return;
    if (seat.state === 'starting') return refuseAll(seat, detail);
    settle(seat, { outcome: 'unavailable', detail: `the process of the check is gone: ${detail}` });
    dismiss(seat);
  }

  /** The engine cannot start: whoever waits is told why, and nobody tries again for a while. */
  function refuseAll(seat: Seat<Job, Answer>, detail: string): void {
    unable = { detail: `the engine does not start: ${detail}`, until: performance.now() + unableForMs };
    for (const task of waiting.splice(0)) task.settle({ outcome: 'unavailable', detail: unable.detail });
    dismiss(seat);
  }

  function look(): void {
    for (const { worker, task } of seats) {
      if (task !== null && (residentBytesOf(worker.pid) ?? 0) > options.mostBytes) worker.kill();
    }
  }

  function refusal(): Undecided | null {
    if (closed) return { outcome: 'unavailable', detail: 'shutting down' };
    if (unable !== null && performance.now() < unable.until) return { outcome: 'unavailable', detail: unable.detail };
    if (waiting.length < options.mostWaiting) return null;
    const rounds = (waiting.length + 1) / options.size;
    return { outcome: 'busy', retryAfterSeconds: Math.max(1, Math.min(30, Math.ceil((rounds * lastJobMs) / 1000))) };
  }

  return {
    async run(job, signal) {
      signal.throwIfAborted();
      const refused = refusal();
      if (refused !== null) return refused;
      return new Promise((resolve, reject) => {
        const task: Task<Job, Answer> = {
          job,
          settle(result) {
            signal.removeEventListener('abort', onAbort);
            resolve(result);
          },
        };
        // Nobody wants the answer any more: who waits leaves the queue, and work in hand is not finished.
        const onAbort = (): void => {
          reject(signal.reason);
          const place = waiting.indexOf(task);
          if (place >= 0) waiting.splice(place, 1);
          [...seats].find((seat) => seat.task === task)?.worker.kill();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(task);
        pump();
      });
    },
    processIds: () => [...seats].flatMap(({ worker }) => worker.pid ?? []),
    async close() {
      closed = true;
      for (const task of waiting.splice(0)) task.settle({ outcome: 'unavailable', detail: 'shutting down' });
      const ending = [...seats];
      for (const seat of ending) {
        settle(seat, { outcome: 'unavailable', detail: 'shutting down' });
        dismiss(seat);
      }
      await Promise.all(ending.map(({ worker }) => worker.ended));
    },
  };
}
