import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import type { Route } from '#src/http/route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { liftRateLimits, type Sample, sampleOf } from './samples.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await liftRateLimits(app, app);
});
afterAll(() => app.close());

const canary = 'zzcanary7f3d';

/** The value of every text in a body, replaced one at a time and all at once; a number becomes a text too. */
function* poisoned(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) for (const changed of poisoned(inner)) yield value.with(at, changed);
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) for (const changed of poisoned(inner)) yield { ...value, [key]: changed };
    yield { ...value, [canary]: canary };
  } else {
    yield `${canary} ${String(value)}`;
  }
}

const send = (route: Route, { path, body, headers = {} }: Sample): Promise<{ status: number }> => app.call(route.method, path, body, { ...headers });

test('whatever is sent in any field of any route, in its path, its query or its headers, neither a line of the log nor the log of calls repeats it', async () => {
  let sent = 0;
  for (const route of app.app.routes) {
    const sample = await sampleOf(route.operationId, app, app);
    const bodies = sample.body === undefined ? [] : [...poisoned(sample.body)].slice(0, 25);
    const paths = [sample.path.replaceAll(/(?<==)[^&]+/g, canary), route.path.replaceAll(/\{\w+\}/g, canary), `${sample.path}${sample.path.includes('?') ? '&' : '?'}${canary}=${canary}`];
    const tries: Sample[] = [
      ...bodies.map((body) => ({ ...sample, ...(isRecord(body) ? { body } : {}) })),
      ...paths.map((path) => ({ ...sample, path })),
      { ...sample, headers: { ...Object.fromEntries(Object.keys(route.headers ?? {}).map((name) => [name, canary])), 'user-agent': canary, cookie: canary, referer: canary } },
    ];
    for (const each of tries) await send(route, each);
    if (sample.body !== undefined) await app.call(route.method, sample.path, `{"${canary}":"${canary}`);
    sent += tries.length;
    await app.app.apiLog.flush();
  }
  expect(sent).toBeGreaterThan(300);
  expect(app.logLines.length).toBeGreaterThan(sent);
  expect(app.logLines.filter((line) => line.includes(canary))).toEqual([]);
  const calls = await app.db.read(app.tenantId, (tx) => tx.rows<{ text: string }>(sql`select c::text as text from api_call c where tenant_id = ${tx.tenantId}`));
  expect(calls.length).toBeGreaterThan(300);
  expect(calls.filter(({ text }) => text.includes(canary))).toEqual([]);
}, 120_000);
