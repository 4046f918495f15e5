import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue, type ErrorCode } from '#src/errors.ts';
import type { Route } from '#src/http/route.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { byCode, byRoute, type Provocation, type Stage } from './provocations.ts';
import { liftRateLimits, sampleOf } from './samples.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ live: true });
});
afterAll(() => app.close());

/** What a refusal of this code must look like. */
function expected(code: ErrorCode): object {
  const { httpStatus, statusCode, retryable } = catalogue[code];
  const error = { code, retryable, message: expect.stringMatching(/\w/), fix: expect.stringMatching(/\w/), docUrl: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)), details: expect.anything() };
  return { status: httpStatus, json: { statusCode, data: {}, message: expect.stringMatching(/\w/), errors: [error] } };
}

function stageOf(tenant: TestTenant, route: Route): Stage {
  return {
    app, tenant, route,
    sample: () => sampleOf(route.operationId, tenant, app),
    send: ({ path, body, headers = {} }) => tenant.call(route.method, path, body, headers),
  };
}

test('each declared error of each route comes about, as declared', async () => {
  const unprovoked: string[] = [];
  // Each route in a tenant of its own, because some provocations move the clock.
  const provoke = async (route: Route): Promise<void> => {
    if (route.errors.length === 0) return;
    const tenant = await app.addTenant();
    await liftRateLimits(app, tenant);
    for (const code of route.errors) {
      const provocation: Provocation | undefined = byRoute[route.operationId]?.[code] ?? byCode[code];
      if (provocation === undefined) unprovoked.push(`${route.operationId}: ${code}`);
      else {
        const answer = await provocation(stageOf(tenant, route)).catch((error: unknown) => {
          throw new Error(`${route.operationId}: ${code} could not be provoked`, { cause: error });
        });
        expect(answer, `${route.operationId}: ${code}: ${answer.text}`).toMatchObject(expected(code));
      }
    }
  };
  await Promise.all(app.app.routes.map(provoke));
  expect(unprovoked).toEqual([]);
});

describe('the table of provocations', () => {
  test('names no route that is gone, and no error that its route does not declare', () => {
    for (const [operationId, codes] of Object.entries(byRoute)) {
      const route = app.app.routes.find((candidate) => candidate.operationId === operationId);
      expect(route, operationId).toBeDefined();
      for (const code of Object.keys(codes)) expect(route?.errors, `${operationId}: ${code}`).toContain(code);
    }
  });
});
