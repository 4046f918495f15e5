import { expect, test, vi } from 'vitest';
import { createToyServer } from './toy-server.ts';

test('/livez answers without asking whether the database can be written', async () => {
  const isReady = vi.fn(async () => false);
  const app = await createToyServer({ isReady });
  expect((await app.inject('/livez')).statusCode).toBe(200);
  expect(isReady).not.toHaveBeenCalled();
  await app.close();
});

test.each([
  ['yes', async () => true, 200],
  ['no', async () => false, 503],
  ['an error', async () => Promise.reject(new Error('down')), 503],
])('/readyz follows the answer: %s', async (_name, isReady, status) => {
  const app = await createToyServer({ isReady });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ['statusCode', 'message', 'data', 'errors']]);
  await app.close();
});

test('/readyz waits two seconds, and not for ever', async () => {
  const app = await createToyServer({ isReady: () => Promise.withResolvers<boolean>().promise });
  const startedMs = performance.now();
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  await app.close();
});

test('/metrics counts requests by operation and status', async () => {
  const app = await createToyServer();
  await app.inject({ url: '/sandbox/v1/toy/1', headers: { authorization: 'Bearer good', requestid: 'r' } });
  const answer = await app.inject('/metrics');
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.body).toContain('openteller_http_request_duration_seconds_count{operation="getToy",status="200"} 1');
  await app.close();
});
