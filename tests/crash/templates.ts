/** Prepared data directories, so that no run waits for a new cluster: one that is empty, and one with accounts and money. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert } from '#src/lib/assert.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { runningServer } from '#src/db/running-server.ts';
import { openDatabase } from '#src/open-database.ts';
import { withClient } from './audit.ts';
import { createCaller } from './caller.ts';
import { openSources, type Source } from './load.ts';
import { freePort, startProgram } from './program.ts';

export type Templates = {
  /** A copy of the seeded directory (or the empty one), for one run. */
  copy(kind: 'empty' | 'seeded'): string;
  sources: readonly Source[];
  /** Inbound credits the seeded directory already holds. */
  creditsBefore: number;
  /** Of a webhook receiver that takes everything. */
  receiverPort: number;
  close(): void;
};

export async function prepareTemplates(): Promise<Templates> {
  const root = mkdtempSync(join(tmpdir(), 'openteller-crash-'));
  const empty = join(root, 'empty');
  const seeded = join(root, 'seeded');
  const database = await openDatabase(readConfig({ DATA_DIR: empty }, { operator: DEFAULT_OPERATOR }), { say: () => undefined, onError: () => undefined });
  await database.stop();
  copyDirectory(empty, seeded);
  const { port: receiverPort, close } = await startReceiver();

  const port = await freePort();
  const program = startProgram({ dataDir: seeded, port });
  if (!(await program.ready)) throw new Error(`The program did not start: ${(await program.exited).said}`);
  const caller = createCaller(program.baseUrl, null);
  const sources = await openSources(caller);
  await caller.send('/webhooks', { url: `http://127.0.0.1:${receiverPort}/hook`, events: ['payment.success', 'payment.failed', 'payment.reversed'] });
  const connection = runningServer(seeded);
  assert(connection !== null, 'the program announces its server');
  const creditsBefore = await withClient(connection, async (client) => (await client.query<{ n: number }>('select count(*)::int as n from openteller.inbound_credit')).rows[0]?.n ?? 0);
  await program.stop();

  let copies = 0;
  return {
    copy(kind) {
      copies += 1;
      const target = join(root, `run-${copies}`);
      copyDirectory(kind === 'empty' ? empty : seeded, target);
      return target;
    },
    sources,
    creditsBefore,
    receiverPort,
    close() {
      close();
      // A server that was killed may still write its last file.
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** Owners and modes stay as they are, which PostgreSQL insists on. */
function copyDirectory(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

async function startReceiver(): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('{"status":"ok"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a listening server has an address');
  return { port: address.port, close: () => { server.close(); server.closeAllConnections(); } };
}
