/**
 * A process of the pool: loads the engine, then answers one job at a time. Native code runs here and nowhere else, so that its crash
 * costs one check. Started with nothing of the program's environment, and node's permission model: it may read this program's files and load
 * native modules; it may not write, connect, or start anything.
 */
import type { Engine } from './engine.ts';
import type { ChildMessage, Job } from './job.ts';

// A signal to the whole group is for the parent, which finishes its requests first and then closes the channel.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

const tell = (message: ChildMessage): void => void process.send?.(message);

try {
  // Loaded here and not above, so that a package that is missing on this platform can be reported.
  const { createEngine } = await import('./engine.ts');
  const engine = await createEngine();
  process.on('message', (job: Job) => void answer(engine, job));
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'unable', detail: error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'the engine did not start' });
}

async function answer(engine: Engine, job: Job): Promise<void> {
  try {
    const reply = job.kind === 'read' ? { kind: job.kind, reading: await engine.read(job.question) } : { kind: job.kind, reading: await engine.compareFaces(job.photo, job.picture) };
    tell({ kind: 'answer', reply, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    // Only the name: a native library's message may quote what it was given.
    tell({ kind: 'broken', detail: error instanceof Error ? error.name : 'unknown', residentBytes: process.memoryUsage.rss() });
  }
}
