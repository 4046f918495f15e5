import { request as rawRequest } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { catalogue, type ErrorCode } from '#src/errors.ts';
import { commonErrors, type Route, writingErrors } from '#src/http/route.ts';
import { sha256 } from '#src/lib/canonical.ts';
import { scopes } from '#src/organizations/scopes.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { liftRateLimits, type Sample, sampleOf } from './samples.ts';

let app: TestApp;
let live: TestTenant;
/** The same rights, but each good for one refusal. */
let powerless: TestTenant;
let elsewhere: TestTenant;
let slow: TestTenant;
let owner: pg.Client;

beforeAll(async () => {
  app = await startTestApp({ live: true });
  [live, powerless, elsewhere, slow] = await Promise.all([app.addTenant({ environment: 'live' }), app.addTenant({ scopes: [] }), app.addTenant(), app.addTenant({ scopes: Object.keys(scopes) })]);
  await liftRateLimits(app, app);
  await app.db.write(elsewhere.tenantId, (tx) => tx.execute(sql`update credential set allowed_cidrs = array['192.0.2.0/24'] where tenant_id = ${tx.tenantId}`));
  await app.db.write(slow.tenantId, (tx) => tx.execute(sql`update credential set rate_per_second = 1, rate_burst = 1 where tenant_id = ${tx.tenantId}`));
  owner = new pg.Client(app.database.connection);
  await owner.connect();
  await owner.query('set search_path to openteller');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const sandboxRoot = '/sandbox/v1';
/** A path of the route with steps that name nothing; good for everything that is refused before the parameters are read. */
const anyPath = (route: Route): string => route.path.replaceAll(/\{\w+\}/g, '1');

type Headers = Record<string, string | null>;

/** Sends to the route as this tenant, before any parameter counts. */
function knock(route: Route, headers: Headers = {}, tenant: TestTenant = app, body: unknown = route.method === 'GET' ? undefined : {}): Promise<Answered> {
  return tenant.call(route.method, anyPath(route), body, headers);
}

async function tokenThat(change: 'expired' | 'revoked'): Promise<TestTenant> {
  const tenant = await app.addTenant();
  await app.db.write(tenant.tenantId, (tx) => tx.execute(change === 'revoked'
    ? sql`update credential set revoked_at = now() where tenant_id = ${tx.tenantId}`
    : sql`update access_token set expires_at = now() - interval '1 second' where tenant_id = ${tx.tenantId} and token_hash = ${sha256(tenant.token)}`));
  return tenant;
}

type Provocation = (route: Route) => Promise<Answered | null>;

/** null: the route cannot answer it, for the reason that stands beside. */
const provocations: Record<(typeof commonErrors)[number], Provocation> = {
  token_missing: (route) => knock(route, { authorization: null }),
  token_invalid: (route) => knock(route, { authorization: `Bearer at_${'a'.repeat(43)}` }),
  token_expired: async (route) => knock(route, {}, await expired),
  token_revoked: async (route) => knock(route, {}, await revoked),
  environment_mismatch: (route) => knock(route, { authorization: `Bearer ${live.token}` }),
  scope_missing: (route) => knock(route, {}, powerless),
  ip_not_allowed: (route) => knock(route, {}, elsewhere),
  missing_request_id: (route) => knock(route, { requestid: null }),
  invalid_request_id: (route) => knock(route, { requestid: 'spaces are not allowed' }),
  invalid_json: async (route) => (route.body === undefined ? null : knock(route, {}, app, '{"amount": 1,}')),
  unsupported_media_type: async (route) => (route.method === 'GET' ? null : knock(route, { 'content-type': 'text/xml' }, app, '<a/>')),
  payload_too_large: async (route) => (route.method === 'GET' ? null : knock(route, {}, app, JSON.stringify({ a: 'a'.repeat(route.bodyLimits?.bytes ?? (route.largeBody === true ? 16 * 1024 * 1024 : 256 * 1024)) }))),
  // Bodies whose every field has a default or a second spelling lack nothing.
  missing_field: async (route) => (route.body === undefined || route.body.safeParse({}).success ? null : knock(route)),
  invalid_field: async (route) => (route.method === 'GET' ? app.call('GET', `${anyPath(route)}?there-is-no-such-field=1`) : knock(route, {}, app, { thereIsNoSuchField: 1 })),
  method_not_allowed: (route) => app.fetch(`${sandboxRoot}${anyPath(route)}`, { method: 'OPTIONS' }),
  record_not_found: (route) => app.fetch(`${sandboxRoot}${anyPath(route)}/there-is-no-such-path/below`, { method: route.method }),
  header_fields_too_large: (route) => manyHeaders(route),
  rate_limited: async (route) => {
    await knock(route, {}, slow);
    const second = await knock(route, {}, slow);
    return second.status === 429 ? second : knock(route, {}, slow);
  },
  internal_error: async (route) => {
    await owner.query('alter table credential rename to credential_gone');
    try {
      return await knock(route, { authorization: `Bearer at_${'b'.repeat(43)}` });
    } finally {
      await owner.query('alter table credential_gone rename to credential');
    }
  },
  // Proved with an app whose live environment is not configured, in routes.test.ts.
  live_not_configured: async () => null,
  // Needs a lane with thousands of commands waiting, or a process that is ending.
  service_unavailable: async () => null,
};

let expired: Promise<TestTenant>;
let revoked: Promise<TestTenant>;
beforeAll(() => {
  expired = tokenThat('expired');
  revoked = tokenThat('revoked');
});

/** 101 header lines, more than fetch would send. */
function manyHeaders(route: Route): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-${index}`, '1']));
    const sent = rawRequest(`${app.baseUrl}${sandboxRoot}${anyPath(route)}`, { method: route.method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, headers: new Headers(), text, json, data: {}, codes: json.errors.map((error: { code: string }) => error.code) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

function looksLike(code: ErrorCode): unknown[] {
  return [catalogue[code].httpStatus, catalogue[code].statusCode, code];
}

describe('every route refuses with', () => {
  test.each(commonErrors)('%s', async (code) => {
    let provoked = 0;
    for (const route of app.app.routes) {
      const answer = await provocations[code](route);
      if (answer === null) continue;
      const { httpStatus, statusCode, retryable } = catalogue[code];
      // Several fields may be wrong at once; one of them must be what was provoked.
      expect([answer.status, answer.json['statusCode']], `${route.operationId}: ${answer.text}`).toEqual([httpStatus, statusCode]);
      expect(answer.json, route.operationId).toMatchObject({ message: expect.stringMatching(/\w/), data: {}, errors: expect.arrayContaining([expect.objectContaining({ code, retryable })]) });
      provoked += 1;
    }
    if (code !== 'live_not_configured' && code !== 'service_unavailable') expect(provoked).toBeGreaterThan(10);
  });
});

describe('every writing route', () => {
  const send = (route: Route, { path, body, headers = {} }: Sample, requestId: string): Promise<Answered> => app.call(route.method, path, body, { ...headers, requestId });

  test('refuses a copy of a request that is still running, and answers it afterwards', async () => {
    for (const route of app.app.routes.filter(({ method }) => method !== 'GET')) {
      const sample = await sampleOf(route.operationId, app, app);
      const requestId = crypto.randomUUID();
      // While the owner holds the table, whichever copy comes first waits for it.
      await owner.query('begin');
      await owner.query('lock table request in access exclusive mode');
      const copies = [send(route, sample, requestId), send(route, sample, requestId)];
      const first = await Promise.race(copies);
      await owner.query('rollback');
      expect([first.status, first.json['statusCode'], ...first.codes], `${route.operationId}: ${first.text}`).toEqual(looksLike(writingErrors[0]));
      expect(first.headers.get('retry-after'), route.operationId).toBe('1');
      const statuses = (await Promise.all(copies)).map(({ status }) => status).toSorted();
      expect(statuses, route.operationId).toEqual([200, 409]);
      const replayed = await send(route, sample, requestId);
      expect([replayed.status, replayed.headers.get('idempotency-replayed')], route.operationId).toEqual([200, 'true']);
    }
  });
});
