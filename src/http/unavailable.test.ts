import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CommitUnknown } from '#src/db/database.ts';
import { route } from './route.ts';
import { createToyServer } from './toy-server.ts';

const troubles: Readonly<Record<string, () => Error>> = {
  reset: () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  refused: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  'no free connection': () => new Error('timeout exceeded when trying to connect'),
  'COMMIT without an answer': () => new CommitUnknown('The answer to COMMIT was lost.'),
};

const body = z.strictObject({ trouble: z.string() });
const failing = route({
  method: 'POST', path: '/toy', operationId: 'failToy', tag: 'Toys', summary: 'Fail', description: 'Fails.', body, data: z.object({}),
  requestExample: { summary: 'Fail', value: { trouble: 'reset' } }, responseExample: { summary: 'Never', value: {} }, errors: [],
  handle: ({ body: { trouble } }) => Promise.reject(troubles[trouble]?.() ?? new Error('no such trouble')),
});

let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  app = await createToyServer({ routes: [failing] });
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/sandbox/v1/toy`;
});
afterAll(() => app.close());

test.each(Object.keys(troubles))('a database that is lost (%s) is never the caller\'s mistake, and never "nothing was done"', async (trouble) => {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ trouble }), headers: { authorization: 'Bearer good', requestid: 'r', 'content-type': 'application/json' } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({ statusCode: '91', errors: [{ code: 'service_unavailable', retryable: true }] });
});
