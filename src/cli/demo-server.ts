/** The server the demo plays against: one that runs already, or one of its own that leaves nothing behind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openAdapters } from '#src/adapters.ts';
import { createApp } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { systemIds } from '#src/lib/ids.ts';
import { openDatabase } from '#src/open-database.ts';
import { seedSandbox } from '#src/sandbox/seed.ts';

export type DemoServer = {
  /** Without a trailing slash; the roots hang below it. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** How this server came to be chosen, in a sentence. */
  story: string;
  stop(): Promise<void>;
};

type Environment = Readonly<Record<string, string | undefined>>;

const answerWithinMs = 1_500;

export async function chooseDemoServer(env: Environment): Promise<DemoServer> {
  const url = serverUrl(env);
  const clientId = env['CLIENT_ID'] ?? env['SEED_CLIENT_ID'] ?? '';
  const clientSecret = env['CLIENT_SECRET'] ?? env['SEED_CLIENT_SECRET'] ?? '';
  if (!(await answers(url))) return startOwnServer(`No server answers at ${url}, so the demo starts one of its own; its data is removed at the end.`);
  if (clientId === '' || clientSecret === '') {
    return startOwnServer(`A server answers at ${url}, but CLIENT_ID and CLIENT_SECRET are not set, so the demo starts one of its own; its data is removed at the end.`);
  }
  return { url, clientId, clientSecret, story: `The server at ${url} answers; the demo plays against its sandbox.`, stop: () => Promise.resolve() };
}

function serverUrl(env: Environment): string {
  const host = env['HOST'] === undefined || env['HOST'] === '0.0.0.0' || env['HOST'] === '::' ? '127.0.0.1' : env['HOST'];
  const url = env['OPENTELLER_URL'] ?? env['PUBLIC_URL'] ?? `http://${host.includes(':') ? `[${host}]` : host}:${env['PORT'] ?? '3000'}`;
  return url.replace(/\/+$/, '');
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) })).ok;
  } catch {
    return false;
  }
}

/** The whole program in this process, on a free port, with an embedded database in a temporary directory. */
async function startOwnServer(story: string): Promise<DemoServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-demo-'));
  const stoppers: (() => Promise<void>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const end of stoppers.splice(0)) await end().catch(() => undefined);
  };
  try {
    const ids = systemIds();
    const [clientId, clientSecret] = [ids.clientId('sandbox'), ids.clientSecret('sandbox')];
    const port = String(await freePort());
    const config = readConfig({ DATA_DIR: dataDir, PORT: port, SEED_CLIENT_ID: clientId, SEED_CLIENT_SECRET: clientSecret, LOG_LEVEL: 'silent' }, { operator: DEFAULT_OPERATOR });
    const database = await openDatabase(config, { say: () => undefined, onError: () => undefined });
    stoppers.unshift(database.stop);
    const open = await openAdapters(config, null);
    stoppers.unshift(open.close);
    const app = createApp({ config, db: database.db, log: pino({ level: config.logLevel }), open });
    const worker = app.startWorker();
    stoppers.unshift(() => worker.stop(5_000));
    await seedSandbox(app);
    const http = await app.createHttp();
    await http.listen({ host: config.host, port: config.port });
    stoppers.unshift(() => http.close());
    return { url: config.publicUrl, clientId, clientSecret, story, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found.');
  return address.port;
}
