/** Test support: customer and KYC routes behind the real HTTP layer, on a database of their own, with the registry simulator. */
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { createBankDirectory } from '#src/banks/bank-directory.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import type { Context } from '#src/context.ts';
import { createDatabase, type Database } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { createServer } from '#src/http/server.ts';
import type { Caller, Route } from '#src/http/route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { systemIds } from '#src/lib/ids.ts';
import { type LimitPolicy, policyOn } from '#src/limits/policy.ts';
import { readPolicyFile } from '#src/limits/policy-file.ts';
import { createKeyring } from '#src/organizations/keyring.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import { registrySimulator } from '#src/sandbox/registry-simulator/adapter.ts';
import { createHandOver } from '#src/work/hand-over.ts';
import { createRequests } from '#src/work/requests.ts';
import { createTestDatabase } from '#tests/support/database.ts';

/** `ours` and `theirs` are two organizations; `cleared` is ours with customer:pii, `powerless` is ours without any scope. */
export type Who = 'ours' | 'theirs' | 'cleared' | 'powerless';

export type Reply = {
  status: number;
  text: string;
  headers: Readonly<Record<string, unknown>>;
  data: unknown;
  json: Readonly<Record<string, unknown>>;
  /** Codes of the errors, in order. */
  codes: readonly string[];
  /** JSON pointers of the errors, in order. */
  fields: readonly (string | null)[];
};

export type Sent = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body?: unknown; as?: Who; requestId?: string; scenario?: string; consent?: string };

export type OnboardingApp = {
  db: Database;
  tenantId: string;
  /** GET without a body, POST with one, unless `method` says otherwise. */
  send(path: string, sent?: Sent): Promise<Reply>;
  /** How often the provider was asked so far. */
  asked(): number;
  /** Kinds and data of our events, oldest first. */
  events(): Promise<{ kind: string; data: Record<string, unknown> }[]>;
  /** Every row of every table of our tenant and the other, as text, read by the owner. */
  dump(): Promise<string>;
  close(): Promise<void>;
};

/** The policy is the shipped one of the day, changed as the test says. */
export async function startOnboardingApp(routesOf: (ctx: Context) => Route[], changes: Partial<LimitPolicy> = {}): Promise<OnboardingApp> {
  const policies = readPolicyFile(null);
  const policyOf = (day: string): LimitPolicy => ({ ...policyOn(policies, day), ...changes });
  const database = await createTestDatabase();
  const db = createDatabase(database.appConnection, { poolSize: 6, onError: () => undefined });
  const ids = systemIds();
  const masterKey = Buffer.alloc(32, 7);
  const ours = await createOrganization(db, ids, masterKey, 'Specimen Ltd');
  const theirs = await createOrganization(db, ids, masterKey, 'Other Specimen Ltd');
  const counter = { asked: 0 };
  const ctx = createContext(db, ids, masterKey, counter, policyOf);
  const caller = (organization: typeof ours, scopes: readonly string[]): Caller => ({
    tenantId: organization.tenants.sandbox, organizationId: organization.organizationId, environment: 'sandbox', credentialId: 'crd_specimen', scopes,
  });
  const callers = new Map<string, Caller>(Object.entries({
    ours: caller(ours, defaultScopes), theirs: caller(theirs, defaultScopes), cleared: caller(ours, [...defaultScopes, 'customer:pii']), powerless: caller(ours, []),
  }));
  const server = await createServer({
    publicUrl: 'http://127.0.0.1:3000',
    log: pino({ level: 'silent' }),
    routes: routesOf(ctx),
    roots: [{ prefix: '/sandbox/v1', environment: 'sandbox' }],
    authenticate: async ({ authorization }) => {
      const known = callers.get(authorization?.replace('Bearer ', '') ?? '');
      if (known === undefined) throw fail('token_invalid');
      return known;
    },
    issueToken: async () => {
      throw fail('credentials_invalid');
    },
    liveReady: () => false,
    isReady: async () => true,
    rateLimits: () => ({ perSecond: 1e6, burst: 1e6, kycPerMinute: 1e6 }),
    checkAnswers: true,
    nowMs: () => performance.now(),
  });
  await server.ready();
  return {
    db,
    tenantId: ours.tenants.sandbox,
    send: (path, sent = {}) => send(server, path, sent),
    asked: () => counter.asked,
    events: async () => {
      const rows = await owner(database.connection, 'select kind, body from openteller.event where tenant_id = $1 order by event_id', [ours.tenants.sandbox]);
      return rows.map((row) => ({ kind: String(row['kind']), data: record(record(JSON.parse(String(row['body'])))['data']) }));
    },
    dump: async () => {
      const tables = ['customer', 'business_profile', 'kyc_check', 'request', 'event', 'audit_entry'].map((table) => `select to_jsonb(t)::text as row from openteller.${table} t`);
      const rows = await owner(database.connection, tables.join(' union all '), []);
      return rows.map((row) => String(row['row'])).join('\n');
    },
    close: async () => {
      await server.close();
      await db.close();
      await database.drop();
    },
  };
}

function createContext(db: Database, ids: Context['ids'], masterKey: Buffer, counter: { asked: number }, policyOf: Context['policyOn']): Context {
  const config = { ...readConfig({ MASTER_KEY: masterKey.toString('hex') }, { operator: DEFAULT_OPERATOR }), checkAnswers: true };
  const keyring = createKeyring(db, masterKey);
  // Slow scenarios do not make tests slow.
  const simulator = registrySimulator((_, done) => {
    done();
    return () => undefined;
  });
  const counted = <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) => (...args: Args): Answer => {
    counter.asked += 1;
    return ask(...args);
  };
  const unused = async (): Promise<never> => {
    throw new Error('No route of this feature uses this port.');
  };
  const identity = {
    ...simulator, lookUp: counted(simulator.lookUp), compareFace: counted(simulator.compareFace), readDocument: counted(simulator.readDocument), lookUpTax: counted(simulator.lookUpTax),
  };
  const rail = { name: 'none', dedupes: false, lateBoundSeconds: null, queryScheduleSeconds: [], enquire: unused, send: unused, query: unused };
  return {
    config, db, ids, keyring,
    requests: createRequests(db, keyring, config.publicUrl),
    banks: createBankDirectory(DEFAULT_OPERATOR),
    bankAnswers: { enquired: () => undefined, evidenced: () => undefined, flush: async () => undefined },
    policyOn: policyOf,
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    handOver: { message: createHandOver(), transfer: createHandOver() },
    adapters: {
      sandbox: { identity, rail, messages: { name: 'none', send: unused } },
      live: null,
    },
    documents: { read: unused, compareFaces: unused, close: unused },
    identityShadow: null,
    otpPolicy: { sandbox: { fixedCode: null, budgets: null }, live: { fixedCode: null, budgets: null } },
    bookRails: { sandbox: rail, live: rail },
    webhookHttp: { post: unused },
    wake: () => undefined,
  };
}

async function send(server: FastifyInstance, path: string, { method, body, as = 'ours', requestId = crypto.randomUUID(), scenario, consent }: Sent): Promise<Reply> {
  const answer = await server.inject({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `/sandbox/v1${path}`,
    headers: {
      authorization: `Bearer ${as}`, requestid: requestId, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(scenario === undefined ? {} : { 'x-scenario': scenario }), ...(consent === undefined ? {} : { 'x-consent': consent }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const json = record(answer.json());
  const errors = Array.isArray(json['errors']) ? json['errors'].map(record) : [];
  return {
    status: answer.statusCode,
    text: answer.body,
    headers: answer.headers,
    data: json['data'],
    json,
    codes: errors.map((error) => String(error['code'])),
    fields: errors.map((error) => (typeof error['field'] === 'string' ? error['field'] : null)),
  };
}

async function owner(connection: pg.ClientConfig, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
