/** The limit of a read: a bare Fastify route in a process of its own, which answers the same JSON to the same load generator. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { isRecord } from '#src/lib/assert.ts';

export type BareRoute = { port: number; close(): Promise<void> };

export const barePath = '/bare';

/** `body` is the JSON that it answers. */
export async function openBareRoute(body: string): Promise<BareRoute> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The bare route ended with ${String(code)}.`)));
    child.once('message', (told: unknown) => (isRecord(told) && typeof told['port'] === 'number' ? resolve(told['port']) : reject(new Error('The bare route told no port.'))));
    child.send({ body });
  });
  return {
    port,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
