import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleFaults } from '#src/http/check-examples.ts';
import { commonErrors, type Route, writingErrors } from '#src/http/route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { liftRateLimits, type Sample, samples, sampleOf } from './samples.ts';

let app: TestApp;
let document: Record<string, unknown>;

beforeAll(async () => {
  app = await startTestApp();
  await liftRateLimits(app, app);
  document = (await app.fetch('/openapi.json')).json;
});
afterAll(() => app.close());

/** Follows steps into a document; {} where there is nothing. */
function at(...steps: string[]): Record<string, unknown> {
  return steps.reduce<Record<string, unknown>>((inner, step) => {
    const next = inner[step];
    return isRecord(next) ? next : {};
  }, document);
}

function operationOf(route: Route): Record<string, unknown> {
  return at('paths', route.path, route.method.toLowerCase());
}

async function forEachRoute(check: (route: Route) => Promise<void> | void): Promise<void> {
  for (const route of app.app.routes) await check(route);
}

function send(route: Route, { path, body, headers = {} }: Sample, more: Record<string, string> = {}) {
  return app.call(route.method, path, body, { ...headers, ...more });
}

describe('every route', () => {
  test('stands in the OpenAPI document with its name, summary, description, scope and examples', () =>
    forEachRoute((route) => {
      const operation = operationOf(route);
      expect(operation, route.operationId).toMatchObject({ operationId: route.operationId, summary: expect.stringMatching(/\w/), description: expect.stringMatching(/\.$|\w/), tags: [route.tag] });
      expect(route.scope, route.operationId).toMatch(/^[a-z]+:[a-z]+$/);
      expect(at('paths', route.path, route.method.toLowerCase(), 'responses', '200', 'content', 'application/json', 'examples'), route.operationId).not.toEqual({});
      if (route.body !== undefined) expect(at('paths', route.path, route.method.toLowerCase(), 'requestBody', 'content', 'application/json', 'examples'), route.operationId).not.toEqual({});
    }));

  test('stands there with every error it declares', () =>
    forEachRoute((route) => {
      const text = JSON.stringify(operationOf(route)['responses']);
      const declared = [...route.errors, ...commonErrors, ...(route.method === 'GET' ? [] : writingErrors)];
      expect(declared.filter((code) => !text.includes(`"${code}"`)), route.operationId).toEqual([]);
      expect(new Set(route.errors).size, `${route.operationId} declares an error twice`).toBe(route.errors.length);
    }));

  test('has examples that fit its schemas', () => {
    expect(app.app.routes.flatMap(exampleFaults)).toEqual([]);
  });

  test('has a name of its own, and a sample', () => {
    const names = app.app.routes.map((route) => route.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(samples).toSorted()).toEqual(names.toSorted());
  });

  test('answers its sample with the envelope, the declared data and the requestId', () =>
    forEachRoute(async (route) => {
      const answer = await send(route, await sampleOf(route.operationId, app, app), { requestId: 'sample-of.route:1' + route.operationId });
      expect(answer.status, `${route.operationId}: ${answer.text}`).toBe(200);
      expect(answer.json, route.operationId).toMatchObject({ statusCode: '00', message: expect.any(String), data: expect.anything(), errors: [] });
      expect(answer.headers.get('requestid')).toBe('sample-of.route:1' + route.operationId);
      expect(answer.headers.get('ratelimit-limit')).toMatch(/^\d+$/);
    }));
});

describe('every writing route', () => {
  const writing = (check: (route: Route) => Promise<void>) => forEachRoute(async (route) => (route.method === 'GET' ? undefined : check(route)));

  test('answers a replayed request byte for byte, says so, and refuses the requestId for anything else', () =>
    writing(async (route) => {
      const sample = await sampleOf(route.operationId, app, app);
      const other = await sampleOf(route.operationId, app, app);
      const headers = { requestId: crypto.randomUUID() };
      const first = await send(route, sample, headers);
      const again = await send(route, sample, headers);
      expect([first.status, first.headers.get('idempotency-replayed')], `${route.operationId}: ${first.text}`).toEqual([200, null]);
      expect([again.status, again.text, again.headers.get('idempotency-replayed')], route.operationId).toEqual([200, first.text, 'true']);
      const changed = route.operationId === 'moveSandboxClock' ? { ...other, body: { advanceSeconds: 2 } } : other;
      if (JSON.stringify(changed) === JSON.stringify(sample)) return;
      const reused = await send(route, changed, headers);
      expect([reused.status, reused.json['statusCode'], ...reused.codes], `${route.operationId}: ${reused.text}`).toEqual([422, '26', 'request_id_reused']);
      const third = await send(route, sample, headers);
      expect([third.status, third.text], route.operationId).toEqual([200, first.text]);
    }), 60_000);
});

describe('the roots', () => {
  test('the development root is the sandbox under another name', () =>
    forEachRoute(async (route) => {
      const sample = await sampleOf(route.operationId, app, app);
      const init = {
        method: route.method,
        headers: { authorization: `Bearer ${app.token}`, requestid: crypto.randomUUID(), ...(sample.body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(sample.body === undefined ? {} : { body: JSON.stringify(sample.body) }),
      };
      expect((await app.fetch(`/gateway/api/v1${sample.path}`, init)).status, route.operationId).toBe(200);
    }));

  test('routes of the sandbox alone do not exist at the live root', () =>
    forEachRoute(async (route) => {
      if (route.sandboxOnly !== true) return;
      const sample = await sampleOf(route.operationId, app, app);
      const answer = await app.fetch(`/v1${sample.path}`, { method: route.method, headers: { authorization: `Bearer ${app.token}` } });
      const unknown = await app.fetch('/v1/sandbox/there-is-no-such-path', { method: route.method, headers: { authorization: `Bearer ${app.token}` } });
      expect([answer.status, answer.text], route.operationId).toEqual([404, unknown.text]);
    }));

  test('a sandbox token at the live root is told its own root; anybody else, that live is not configured', () =>
    forEachRoute(async (route) => {
      if (route.sandboxOnly === true) return;
      const path = `/v1${route.path.replaceAll(/\{\w+\}/g, '1')}`;
      const wrong = await app.fetch(path, { method: route.method, headers: { authorization: `Bearer ${app.token}` } });
      expect([wrong.status, wrong.json['statusCode'], ...wrong.codes], route.operationId).toEqual([403, '57', 'environment_mismatch']);
      expect(wrong.text).toContain(`${app.app.ctx.config.publicUrl}/sandbox/v1"`);
      for (const headers of [{}, { authorization: `Bearer at_${'a'.repeat(43)}` }, { authorization: 'nonsense' }]) {
        const other = await app.fetch(path, { method: route.method, headers });
        expect([other.status, other.json['statusCode'], ...other.codes], route.operationId).toEqual([503, '91', 'live_not_configured']);
      }
    }));
});
