import { availableParallelism } from 'node:os';
import type { DocumentReader } from '#src/kyc/document-reader.ts';
import { refusalOf } from './admit.ts';
import { refusalHints } from './hints.ts';
import type { Job, Reply } from './job.ts';
import { createPool, poolDefaults, type PoolOptions } from './pool.ts';

export type LocalReaderOptions = Partial<PoolOptions> & { now?: () => Date };

/** Cores but one, which answers requests; each process takes up to 0.8 GB. */
export function defaultProcesses(): number {
  return Math.max(1, Math.min(4, availableParallelism() - 1));
}

/** Reads documents on this machine, in processes of its own. Nothing is loaded and nothing runs before the first question. */
export function createLocalReader({ now = () => new Date(), ...options }: LocalReaderOptions = {}): DocumentReader & { processIds(): number[] } {
  const pool = createPool<Job, Reply>({ module: new URL('child.ts', import.meta.url), size: defaultProcesses(), ...poolDefaults, ...options });
  return {
    async read(question, signal) {
      // Pictures that no decoder may see cost no place in the queue.
      for (const [picture, bytes] of [['document', question.image], ['selfie', question.selfie]] as const) {
        const reason = bytes === undefined ? null : refusalOf(bytes);
        if (reason !== null) return { outcome: 'refused', picture, reason, hint: refusalHints[reason] };
      }
      const result = await pool.run({ kind: 'read', question: { ...question, today: now() } }, signal);
      if (result.outcome !== 'done') return result;
      return result.answer.kind === 'read' ? result.answer.reading : { outcome: 'unavailable', detail: 'the engine answered something else' };
    },
    async compareFaces(photo, picture, signal) {
      for (const [name, bytes] of [['first', photo], ['second', picture]] as const) {
        const reason = refusalOf(bytes);
        if (reason !== null) return { outcome: 'refused', picture: name, reason, hint: refusalHints[reason] };
      }
      const result = await pool.run({ kind: 'compare', photo, picture }, signal);
      if (result.outcome !== 'done') return result;
      return result.answer.kind === 'compare' ? result.answer.reading : { outcome: 'unavailable', detail: 'the engine answered something else' };
    },
    processIds: pool.processIds,
    close: pool.close,
  };
}
