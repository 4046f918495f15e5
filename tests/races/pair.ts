/**
 * Two whole programs on one database, each with its own pool, lanes, worker and HTTP server. In-process queues hide races
 * inside one program; between two of them nothing but the database decides.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { openAdapters } from '#src/adapters.ts';
import { type App, createApp } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { checkBooks } from '#src/cli/books.ts';
import { type Config, readConfig } from '#src/config.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import { assert, isRecord } from '#src/lib/assert.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { storeCredential } from '#src/organizations/credentials.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import type { RailSimulator } from '#src/sandbox/rail-simulator/simulator.ts';
import type { Worker } from '#src/work/due.ts';

export type Program = { app: App; db: Database; baseUrl: string; simulator: RailSimulator; logLines: string[] };

export type Reply = {
  status: number;
  text: string;
  data: Record<string, unknown>;
  /** Code of the first error; null on success. */
  code: string | null;
  replayed: boolean;
};

export type Call = { method: string; path: string; body?: unknown; requestId?: string };

export type Tenant = { tenantId: string; token: string };

export type Pair = {
  programs: readonly [Program, Program];
  tenant: Tenant;
  addTenant(): Promise<Tenant>;
  /** Sends to one of the two programs: even numbers to the first. */
  send(program: number, call: Call, tenant?: Tenant): Promise<Reply>;
  /** The same, and must succeed. */
  must(program: number, call: Call, tenant?: Tenant): Promise<Record<string, unknown>>;
  /** All at once, every other one to the other program. */
  storm(calls: readonly Call[], tenant?: Tenant): Promise<Reply[]>;
  /** As the owner of the database. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs both workers, until `stop`. */
  work(): { stop(): Promise<void> };
  /** Runs both workers until no transfer can go on, but those that the rail was asked to keep pending. At most half a minute. */
  finish(): Promise<void>;
  books(): Promise<string[]>;
  close(): Promise<void>;
};

export async function startPair(connection: pg.ClientConfig): Promise<Pair> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-pair-'));
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', CHECK_ANSWERS: '1' }, { operator: DEFAULT_OPERATOR });
  const [first, second] = [await startProgram(config, connection), await startProgram(config, connection)];
  const programs = [first, second] as const;
  const owner = new pg.Pool({ ...connection, max: 2, options: '-c search_path=openteller' });
  owner.on('error', () => undefined);

  const at = (program: number): Program => (program % 2 === 0 ? first : second);
  const query: Pair['query'] = async (text, values = []) => (await owner.query(text, [...values])).rows;
  const addTenant = async (): Promise<Tenant> => openTenant(first, config, query);
  const tenant = await addTenant();
  const send: Pair['send'] = (program, call, by = tenant) => sendTo(at(program).baseUrl, by.token, call);

  const work = (): { stop(): Promise<void> } => {
    const workers: readonly Worker[] = programs.map(({ app }) => app.startWorker());
    return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop(10_000)))) };
  };
  return {
    programs,
    tenant,
    addTenant,
    send,
    async must(program, call, by) {
      const reply = await send(program, call, by);
      assert(reply.status === 200, `${call.method} ${call.path} answered ${reply.status}: ${reply.text}`);
      return reply.data;
    },
    storm: (calls, by) => Promise.all(calls.map((call, index) => send(index, call, by))),
    query,
    work,
    async finish() {
      const worker = work();
      const going = `select 1 from transfer where state in ('AUTHORISED', 'SENDING', 'UNKNOWN') and not (state = 'UNKNOWN' and scenario = 'stays_pending') limit 1`;
      await until(async () => (await query(going)).length === 0, 30_000);
      await worker.stop();
    },
    books: () => checkBooks(first.db, first.simulator),
    async close() {
      await Promise.all(programs.map((program) => program.close()));
      await owner.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startProgram(config: Config, connection: pg.ClientConfig): Promise<Program & { close(): Promise<void> }> {
  const logLines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) });
  const db = createDatabase(connection, { poolSize: 12, onError: () => undefined });
  const open = await openAdapters(config, null);
  const app = createApp({ config, db, log, open });
  const http = await app.createHttp();
  const baseUrl = await http.listen({ host: '127.0.0.1', port: 0 });
  return {
    app, db, baseUrl, simulator: open.simulator, logLines,
    async close() {
      await http.close();
      await open.close();
      await db.close();
    },
  };
}

async function openTenant({ db, baseUrl }: Program, { masterKey }: Config, query: Pair['query']): Promise<Tenant> {
  const ids = systemIds();
  const { tenants } = await createOrganization(db, ids, masterKey, 'Test organization');
  const [clientId, clientSecret] = [ids.clientId('sandbox'), ids.clientSecret('sandbox')];
  await db.write(tenants.sandbox, (tx) => storeCredential(tx, { credentialId: ids.newId('crd'), clientId, clientSecret, name: 'race', scopes: defaultScopes }));
  // A race is faster than the rate any caller is allowed.
  await query('update credential set rate_per_second = 1000000, rate_burst = 1000000, kyc_per_minute = 1000000 where client_id = $1', [clientId]);
  const { data, status, text } = await sendTo(baseUrl, Buffer.from(`${clientId}:${clientSecret}`).toString('base64'), { method: 'GET', path: '/auth/token' });
  assert(status === 200, `no token: ${text}`);
  return { tenantId: tenants.sandbox, token: String(data['accessToken']) };
}

async function sendTo(baseUrl: string, token: string, { method, path, body, requestId = randomUUID() }: Call): Promise<Reply> {
  const response = await fetch(`${baseUrl}/sandbox/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, requestid: requestId, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = JSON.parse(text);
  assert(isRecord(parsed), `an answer is no object: ${text}`);
  const { data, errors } = parsed;
  const error: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return {
    status: response.status,
    text,
    data: isRecord(data) ? data : {},
    code: isRecord(error) ? String(error['code']) : null,
    replayed: response.headers.get('idempotency-replayed') === 'true',
  };
}

/** Looks again and again until it is so. @throws when that takes longer. */
export async function until(isSo: () => Promise<boolean>, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs;
  while (!(await isSo())) {
    assert(performance.now() < end, 'it did not come about in time');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
