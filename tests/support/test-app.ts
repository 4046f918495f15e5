/** A whole program for a test file: its own database, its own rail book, real HTTP on a free port. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { type OpenAdapters, openAdapters } from '#src/adapters.ts';
import { type App, createApp } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { checkBooks } from '#src/cli/books.ts';
import { readConfig } from '#src/config.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import type { DocumentReader } from '#src/kyc/document-reader.ts';
import type { Failover } from '#src/kyc/providers/failover.ts';
import type { IdentityProvider } from '#src/kyc/providers/identity-provider.ts';
import { sql } from '#src/db/sql.ts';
import { eventSchema } from '#src/events/data.ts';
import { isRecord } from '#src/lib/assert.ts';
import { isEventKind } from '#src/webhooks/samples.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { storeCredential } from '#src/organizations/credentials.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import type { RailSimulator } from '#src/sandbox/rail-simulator/simulator.ts';
import { createTeller, type Teller } from '../../sdk/src/index.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type Answered = {
  status: number;
  headers: Headers;
  text: string;
  json: { statusCode?: unknown; message?: unknown; data?: unknown; errors?: unknown } & Record<string, unknown>;
  /** `data` as a record; {} when it is none. */
  data: Record<string, unknown>;
  /** Codes of the errors, in order. */
  codes: unknown[];
};

export type TestTenant = {
  organizationId: string;
  tenantId: string;
  liveTenantId: string;
  clientId: string;
  clientSecret: string;
  token: string;
  /** The SDK, at the root of the credential's environment. */
  teller: Teller;
  /** A call through it at the root of the credential's environment with this tenant's token and a fresh requestId, unless `headers` say otherwise; null leaves a header out. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string | null>): Promise<Answered>;
};

export type TestApp = TestTenant & {
  app: App;
  database: TestDatabase;
  db: Database;
  baseUrl: string;
  /** The sandbox's rail in this process, as a tester may handle it. */
  simulator: RailSimulator;
  /** Lines logged so far, as text. */
  logLines: string[];
  fetch(path: string, init?: RequestInit): Promise<Answered>;
  /** A new organization with a credential; its calls go to the root of the credential's environment, sandbox unless said otherwise. */
  addTenant(options?: { scopes?: readonly string[]; environment?: 'sandbox' | 'live' }): Promise<TestTenant>;
  /** Waits until nothing is due any more, at most a minute; time is the worker's, not a sleep. */
  settled(transactionId: string): Promise<Record<string, unknown>>;
  /** Zero differences, or the list of them. */
  books(): Promise<string[]>;
  /** Ends everything; fails when the books do not agree. */
  close(): Promise<void>;
};

/** What stands behind the live environment in place of the sandbox's adapters. */
export type LiveParts = { identity?: Failover; identityShadow?: IdentityProvider; documents?: DocumentReader };

/** `live`: the live environment is configured too, with the sandbox's adapters for providers but for those that are named. `documents`: in place of the reader that the program would open; close it yourself. */
export async function startTestApp(options: { worker?: boolean; env?: Record<string, string>; live?: boolean | LiveParts; documents?: DocumentReader } = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-test-'));
  const config = { ...readConfig({ DATA_DIR: dataDir, PORT: '0', CHECK_ANSWERS: '1', ...options.env }, { operator: DEFAULT_OPERATOR }) };
  const logLines: string[] = [];
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) });
  const db = createDatabase(database.connection, { poolSize: 8, onError: () => undefined });
  const real = withLive(await openAdapters(config, null), options.live === true ? {} : options.live || null);
  const open = options.documents === undefined ? real : { ...real, documents: options.documents };
  const app = createApp({ config, db, log, open, checkBooks: () => checkBooks(db, open.simulator) });
  const http = await app.createHttp();
  await http.listen({ host: '127.0.0.1', port: config.port });
  const address = http.server.address() as AddressInfo; // eslint-disable-line -- a listening TCP server has one
  const baseUrl = `http://127.0.0.1:${address.port}`;
  const worker = options.worker === false ? null : app.startWorker();

  const call = async (path: string, init: RequestInit = {}): Promise<Answered> => answered(await fetch(`${baseUrl}${path}`, init));

  async function addTenant(tenantOptions: { scopes?: readonly string[]; environment?: 'sandbox' | 'live' } = {}): Promise<TestTenant> {
    const { environment = 'sandbox' } = tenantOptions;
    const root = environment === 'live' ? '/v1' : '/sandbox/v1';
    const { organizationId, tenants } = await createOrganization(db, app.ctx.ids, config.masterKey, 'Test organization');
    const clientId = app.ctx.ids.clientId(environment);
    const clientSecret = app.ctx.ids.clientSecret(environment);
    await db.write(tenants[environment], (tx) => storeCredential(tx, { credentialId: app.ctx.ids.newId('crd'), clientId, clientSecret, name: 'test', scopes: tenantOptions.scopes ?? defaultScopes }));
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const token = await call(`${root}/auth/token`, { headers: { authorization: `Bearer ${basic}` } });
    const accessToken = String(token.data['accessToken']);
    // What an integrator would use; without its second tries and new tokens, because a test wants to see each answer, and with the patience of one.
    const teller = createTeller({ baseUrl: `${baseUrl}${root}`, clientId, clientSecret, retries: 0, timeoutMs: 110_000 });
    return {
      organizationId, tenantId: tenants[environment], liveTenantId: tenants.live, clientId, clientSecret, token: accessToken, teller,
      call: async (method, path, body, headers = {}) => {
        const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
        const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
        return answered(await teller.send({ method, path, headers: { accept: '*/*', authorization: `Bearer ${accessToken}`, ...own }, ...text }));
      },
    };
  }

  const first = await addTenant();
  const books = (): Promise<string[]> => checkBooks(db, open.simulator);
  return {
    ...first,
    app, database, db, baseUrl, logLines,
    simulator: open.simulator,
    fetch: call,
    addTenant,
    books,
    async settled(transactionId) {
      const until = Date.now() + 60_000;
      for (;;) {
        const { data } = await first.call('GET', `/transfer/status/${transactionId}`);
        if (data['conclusive'] === true || Date.now() > until) return data;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await http.close();
      await worker?.stop(10_000);
      await app.close();
      const differences = [...(await books()), ...(await eventFaults(db))];
      await open.close();
      await db.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (differences.length > 0) throw new Error(`The books or the events are not right:\n${differences.join('\n')}`);
    },
  };
}

/** Events whose body is not what the event reference says. */
async function eventFaults(db: Database): Promise<string[]> {
  const rows = await db.across('audit', (tx) => tx.rows<{ kind: string; body: string }>(sql`select kind, body from event order by event_id limit 5000`));
  return rows.flatMap(({ kind, body }) => {
    const faults = isEventKind(kind) ? eventSchema(kind).safeParse(JSON.parse(body)).error?.issues : [];
    // A test may carry whatever its sender wanted.
    return faults === undefined || faults.length === 0 || body.includes('"test":true') ? [] : [`${kind}: ${faults.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`];
  });
}

function withLive(open: OpenAdapters, live: LiveParts | null): OpenAdapters {
  const { sandbox } = open.adapters;
  if (live === null || sandbox === null) return open;
  const { scenarios: _, ...rail } = sandbox.rail;
  const { identity, identityShadow = null, documents = open.documents } = live;
  const health = identity === undefined ? {} : { identityHealth: identity.health };
  return { ...open, ...health, documents, identityShadow, adapters: { sandbox, live: { ...sandbox, rail, identity: identity ?? sandbox.identity } } };
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  let parsed: unknown = {};
  try {
    parsed = JSON.parse(text);
  } catch {
    // Some answers are pages or metrics.
  }
  const json = isRecord(parsed) ? parsed : {};
  const errors: unknown = json['errors'];
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    data: isRecord(json['data']) ? json['data'] : {},
    codes: Array.isArray(errors) ? errors.map((entry: unknown) => (isRecord(entry) ? entry['code'] : entry)) : [],
  };
}
