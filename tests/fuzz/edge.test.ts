/**
 * Every route under requests that no client would send. `FUZZ_PER_ROUTE` sets how many each gets, `FUZZ_SEED` which ones,
 * `FUZZ_SECONDS` when to stop; a failure prints what repeats it.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#src/http/route.ts';
import { liftRateLimits, type Sample, sampleOf } from '#tests/contract/samples.ts';
import { seededRandom } from '#tests/simulation/random.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { type Honest, mutate } from './mutate.ts';
import { faultsOf } from './oracle.ts';
import { type RawAnswer, type RawCall, sendCall } from './raw-call.ts';

const perRoute = Number(process.env['FUZZ_PER_ROUTE'] ?? 120);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 15);
const root = '/sandbox/v1';
/** What a refusal may leave behind: the record of the request, of an identity check that was made, and a counter at zero that had to be there to be locked. */
const mayGrow = new Set([
  'request', 'kyc_check', 'limit_usage',
  // Written by the process itself, whatever is asked meanwhile: how banks answered, the rail's list, marks and sums of long lists, the log of calls.
  'bank_answer', 'rail_institution', 'list_mark', 'api_call', 'day_sum',
]);
/** A route whose sample a mutant used up gets a new one this often. */
const freshSamples = 3;

let app: TestApp;
let tenant: TestTenant;
let watcher: pg.Client;
let countRows: string;
let port: number;
const prepared = new Map<string, Sample>();

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  tenant = await app.addTenant();
  await liftRateLimits(app, tenant);
  port = Number(new URL(app.baseUrl).port);
  await withWorker(async () => {
    for (const route of app.app.routes) prepared.set(route.operationId, await sampleOf(route.operationId, tenant, app));
  });
  watcher = new pg.Client(app.database.connection);
  await watcher.connect();
  const { rows } = await watcher.query<{ name: string }>(`select relname as name from pg_class where relnamespace = 'openteller'::regnamespace and relkind = 'r' order by relname`);
  countRows = `select ${rows.map(({ name }) => `(select count(*)::int from openteller.${name}) as ${name}`).join(', ')}`;
}, 120_000);
afterAll(async () => {
  await watcher.end();
  await app.close();
});

/** Some samples need a transfer that was sent, or names that were asked; afterwards nobody but the requests may write. */
async function withWorker<Made>(make: () => Promise<Made>): Promise<Made> {
  const worker = app.app.startWorker();
  try {
    return await make();
  } finally {
    await worker.stop(10_000);
  }
}

type Counts = Readonly<Record<string, number>>;

async function counts(): Promise<Counts> {
  const { rows } = await watcher.query<Counts>(countRows);
  return rows[0] ?? {};
}

function grown(before: Counts, after: Counts): string[] {
  return Object.keys(after).filter((table) => !mayGrow.has(table) && after[table] !== before[table]).map((table) => `a refusal wrote to ${table}`);
}

function honestCall(route: Route, sample: Sample): Honest {
  const json: [string, string][] = sample.body === undefined ? [] : [['Content-Type', 'application/json']];
  const extra = Object.entries(sample.headers ?? {});
  return {
    method: route.method, path: sample.path, body: sample.body,
    headers: [['Host', 'localhost'], ['Authorization', `Bearer ${tenant.token}`], ['requestId', randomUUID()], ...json, ...extra],
  };
}

function describeCall({ method, target, headers, body }: RawCall): string {
  const lines = headers.filter(([name]) => name !== 'Authorization').map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  return JSON.stringify({ call: `${method} ${target.slice(0, 300)}`, lines, body: body?.subarray(0, 600).toString('utf8') });
}

async function answerOrFault(call: RawCall): Promise<RawAnswer | string> {
  return sendCall(port, call).catch((error: unknown) => String(error));
}

async function fuzzRoute(route: Route, runs: number, routeSeed: number, untilMs: number): Promise<{ faults: string[]; sent: number; refused: number }> {
  const random = seededRandom(routeSeed);
  const faults: string[] = [];
  let sample = prepared.get(route.operationId);
  let fresh = freshSamples;
  let sent = 0;
  let refused = 0;
  for (; sample !== undefined && sent < runs && performance.now() < untilMs && faults.length < 5; sent += 1) {
    const call = mutate(honestCall(route, sample), root, random);
    const before = await counts();
    const answer = await answerOrFault(call);
    const isRefusal = typeof answer !== 'string' && answer.status !== 200;
    // A mutant that names another path or method may have reached another route.
    const reached = call.method === route.method && call.target.split(/[?#]/)[0] === root + sample.path.split('?')[0] ? route : null;
    const found = typeof answer === 'string' ? [answer] : faultsOf(answer, reached, [tenant.clientSecret, tenant.token]);
    if (isRefusal) found.push(...grown(before, await counts()));
    if (found.length > 0) faults.push(`${route.operationId} seed ${routeSeed} run ${sent}: ${found.join('; ')}\n  ${describeCall(call)}\n  ${typeof answer === 'string' ? '' : answer.text.slice(0, 400)}`);
    if (isRefusal) refused += 1;
    else if (route.method !== 'GET' && fresh > 0 && route.operationId !== 'controlSandboxTransfer') {
      fresh -= 1;
      sample = await withWorker(() => sampleOf(route.operationId, tenant, app));
    }
  }
  return { faults, sent, refused };
}

test('whatever is sent to whatever route: the envelope, a declared code, a fix, nothing of the inside, and nothing written by a refusal', async () => {
  const startMs = performance.now();
  const faults: string[] = [];
  let sent = 0;
  let refused = 0;
  for (const [index, route] of app.app.routes.entries()) {
    // Each route has its share of the time, so that a slow machine leaves none of them out.
    const result = await fuzzRoute(route, perRoute, seed * 1000 + index, startMs + (seconds * 1000 * (index + 1)) / app.app.routes.length);
    faults.push(...result.faults);
    sent += result.sent;
    refused += result.refused;
  }
  expect(faults.join('\n')).toBe('');
  expect(refused).toBeGreaterThan(sent / 3);
  expect(mistakes()).toEqual([]);
}, (seconds + 60) * 1000);

test('whatever is sent to the token endpoint and to the pages: a page, a token or the envelope, and no token without the secret', async () => {
  const random = seededRandom(seed);
  const basic = Buffer.from(`${tenant.clientId}:wrong`).toString('base64');
  const headers: [string, string][] = [['Host', 'localhost'], ['Authorization', `Bearer ${basic}`]];
  const faults: string[] = [];
  for (const path of ['/sandbox/v1/auth/token', '/v1/auth/token', '/gateway/api/v1/auth/token', '/', '/docs', '/docs/errors', '/openapi.json', '/livez', '/readyz', '/metrics', '/v1/transfers']) {
    for (let sent = 0; sent < perRoute / 2; sent += 1) {
      const call = mutate({ method: 'GET', path, body: undefined, headers }, '', random);
      const before = await counts();
      const answer = await answerOrFault(call);
      const found = typeof answer === 'string' ? [answer] : faultsOf(answer, null, [tenant.clientSecret, 'at_']);
      // The document and the reference describe tokens; their own examples may.
      const real = found.filter((fault) => !(fault === 'a secret shows' && (call.target.startsWith('/openapi.json') || call.target.startsWith('/docs'))));
      real.push(...grown(before, await counts()));
      if (real.length > 0) faults.push(`${path} run ${sent}: ${real.join('; ')}\n  ${describeCall(call)}\n  ${typeof answer === 'string' ? '' : answer.text.slice(0, 300)}`);
    }
  }
  expect(faults.slice(0, 20).join('\n')).toBe('');
  expect(mistakes()).toEqual([]);
}, (seconds + 60) * 1000);

/** Errors the program blamed on itself. */
function mistakes(): string[] {
  return app.logLines.filter((line) => line.includes('"level":50') || line.includes('"level":60'));
}
