/**
 * Answers too long for memory, made at full speed and sent as fast as the caller reads: what makes them (a transaction,
 * say) is over before the first byte leaves, so a slow caller holds up nobody, and a failure is still a refusal.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '#src/errors.ts';

export type Spool = {
  /**
   * Takes everything `make` writes, then gives it back as a stream. Throws what `make` throws.
   * @throws Failure service_unavailable while too many are being made.
   */
  fill(make: (write: (chunk: string | Uint8Array) => Promise<void>) => Promise<void>): Promise<AsyncIterable<Uint8Array>>;
};

/** `atOnce`: how many may be made at the same time in this process. */
export function createSpool(atOnce: number): Spool {
  let running = 0;
  return {
    async fill(make) {
      if (running >= atOnce) throw fail('service_unavailable', { message: 'Too many long answers are being made.', retryAfterSeconds: 2 });
      running += 1;
      try {
        return await filled(make);
      } finally {
        running -= 1;
      }
    },
  };
}

async function filled(make: Parameters<Spool['fill']>[0]): Promise<AsyncIterable<Uint8Array>> {
  const directory = await mkdtemp(join(tmpdir(), 'openteller-spool-'));
  const file = await open(join(directory, 'answer'), 'wx+', 0o600).finally(() => rm(directory, { recursive: true }));
  // The name is gone already: whatever happens to this process, the file does not outlive it.
  try {
    await make(async (chunk) => void (await file.writeFile(chunk)));
  } catch (error) {
    await file.close();
    throw error;
  }
  return file.createReadStream({ start: 0 });
}
