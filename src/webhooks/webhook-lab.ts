/** Test support: webhooks with a real database, real HTTP on both sides, and a worker that runs when a test says so. */
import { pino } from 'pino';
import { createDatabase } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { fail } from '#src/errors.ts';
import { emit, type NewEvent } from '#src/events/emit.ts';
import type { Caller } from '#src/http/route.ts';
import { createServer } from '#src/http/server.ts';
import { isRecord, readRecord, readString } from '#src/lib/assert.ts';
import { systemIds } from '#src/lib/ids.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createKeyring } from '#src/organizations/keyring.ts';
import { closeQueue } from '#src/work/due.ts';
import { createRequests } from '#src/work/requests.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type WebhookJob, webhookQueue } from './deliver.ts';
import { createEventStreams } from './event-stream.ts';
import { createWebhookHttp, type WebhookHttpOptions } from './http-sender.ts';
import { webhookRoutes } from './routes.ts';
import { createWebhookUpkeep } from './upkeep.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { WebhookHttp } from './webhook-http.ts';

export type TenantName = 'ada' | 'adaLive' | 'bayo';
export type Answered = { status: number; headers: Headers; text: string; json: Record<string, unknown>; data: Record<string, unknown>; list: readonly Record<string, unknown>[] };

export type WebhookLab = Awaited<ReturnType<typeof startWebhookLab>>;

/** Two organizations; `adaLive` is the first one's live tenant. */
export async function startWebhookLab(http: WebhookHttpOptions = {}) {
  const database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const db = createDatabase(database.appConnection, { poolSize: 8, onError: () => {} });
  const masterKey = Buffer.alloc(32, 7);
  const publicUrl = 'http://127.0.0.1:3000';
  const ids = systemIds();
  const keyring = createKeyring(db, masterKey);
  const clock = { now: new Date('2026-11-21T09:30:00Z') };
  const ctx: WebhookContext = {
    db, ids, keyring,
    requests: createRequests(db, keyring, publicUrl),
    clock: { now: () => clock.now, monotonicMs: () => performance.now() },
    webhookHttp: brisk(createWebhookHttp(http)),
    wake: () => {},
  };
  const ada = await createOrganization(db, ids, masterKey, 'Ada Stores');
  const bayo = await createOrganization(db, ids, masterKey, 'Bayo Foods');
  const tenants: Readonly<Record<TenantName, string>> = { ada: ada.tenants.sandbox, adaLive: ada.tenants.live, bayo: bayo.tenants.sandbox };
  const callers = new Map(Object.entries(tenants).map(([name, tenantId]): [string, Caller] => [`Bearer ${name}`, {
    tenantId, organizationId: 'org_sample', environment: name === 'adaLive' ? 'live' : 'sandbox', credentialId: `crd_${name.toLowerCase()}`, scopes: ['webhook:manage', 'event:read', 'event:write'],
  }]));
  const streams = createEventStreams(ctx);
  const server = await createServer({
    publicUrl, log, routes: webhookRoutes(ctx, streams),
    roots: [{ prefix: '/sandbox/v1', environment: 'sandbox' }, { prefix: '/v1', environment: 'live' }],
    authenticate: async ({ authorization }) => {
      const caller = callers.get(authorization ?? '');
      if (caller === undefined) throw fail('token_invalid');
      return caller;
    },
    issueToken: () => Promise.reject(fail('credentials_invalid')),
    liveReady: () => true, isReady: async () => true,
    rateLimits: () => ({ perSecond: 10_000, burst: 10_000, kycPerMinute: 60 }),
    checkAnswers: true, nowMs: () => performance.now(),
  });
  const root = await server.listen({ host: '127.0.0.1', port: 0 });
  const open = webhookQueue(ctx);
  const queue = closeQueue(open, log);
  let requests = 0;

  return {
    ctx, db, tenants, clock,
    /** Calls the API in the name of a tenant, with a fresh requestId unless one is given. */
    async call(tenant: TenantName, method: string, path: string, body?: unknown, requestId?: string): Promise<Answered> {
      requests += 1;
      const response = await fetch(`${root}${tenant === 'adaLive' ? '/v1' : '/sandbox/v1'}${path}`, {
        method,
        headers: { Authorization: `Bearer ${tenant}`, requestId: requestId ?? `lab-${requests}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = readRecord(JSON.parse(text));
      const { data } = json;
      return { status: response.status, headers: response.headers, text, json, data: isRecord(data) ? data : {}, list: Array.isArray(data) ? data.map((entry: unknown) => readRecord(entry)) : [] };
    },
    /** A new endpoint's id. */
    async endpoint(tenant: TenantName, body: Record<string, unknown>): Promise<string> {
      const answer = await this.call(tenant, 'POST', '/webhooks', { events: ['*'], ...body });
      if (answer.status !== 200) throw new Error(answer.text);
      return readString(answer.data, 'id');
    },
    /** Writes events as a feature would. */
    emit: (tenant: TenantName, events: readonly NewEvent[]) => db.write(tenants[tenant], (tx) => emit(tx, ids, events)),
    /** One turn of the worker; answers how many deliveries it leased. */
    async deliver(tenant: TenantName): Promise<number> {
      const { leased, done } = await queue.runOnce(db, tenants[tenant]);
      await done;
      return leased;
    },
    queue, root, streams,
    /** Takes a token away, as a revocation does. */
    forget: (tenant: TenantName) => callers.delete(`Bearer ${tenant}`),
    upkeep: createWebhookUpkeep(ctx),
    /** Leases without working: a worker that dies in between, unless `work` does it. */
    claim: async (tenant: TenantName) => (await db.write(tenants[tenant], (tx) => open.claim(tx, open.perTenant))).jobs,
    work: (tenant: TenantName, job: WebhookJob) => open.work(tenants[tenant], job),
    /** Moves the tenant's clock. */
    async advance(tenant: TenantName, seconds: number): Promise<void> {
      await db.write(tenants[tenant], (tx) => tx.execute(sql`update tenant set clock_offset_seconds = clock_offset_seconds + ${seconds} where tenant_id = ${tx.tenantId}`));
    },
    async close(): Promise<void> {
      streams.close();
      await server.close();
      await db.close();
      await database.drop();
    },
  };
}

let subjects = 0;

/** An event with a subject of its own. */
export function sampleEvent(kind: 'customer.updated' | 'webhook.test' = 'customer.updated'): NewEvent {
  subjects += 1;
  const subject = `48301${String(subjects).padStart(5, '0')}`;
  return kind === 'webhook.test' ? { kind, subject, sequence: 1, data: { message: 'hello' } } : { kind, subject, sequence: 1, data: { customerId: subject } };
}

/** The pieces of a slow body come a tenth as far apart: what matters is that they are pieces. */
function brisk(http: WebhookHttp): WebhookHttp {
  return { post: ({ slowly, ...call }) => http.post(slowly === undefined ? call : { ...call, slowly: { ...slowly, pauseMs: slowly.pauseMs / 10 } }) };
}
