import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createToyServer } from './toy-server.ts';

let app: FastifyInstance;
let nowMs = 0;
beforeEach(async () => {
  nowMs = 0;
  app = await createToyServer({ nowMs: () => nowMs });
});
afterEach(() => app.close());

const bearer = (text: string) => `Bearer ${Buffer.from(text).toString('base64')}`;

function ask(authorization: string | undefined, url = '/sandbox/v1/auth/token', remoteAddress = '192.0.2.1') {
  return app.inject({ url, remoteAddress, headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) } });
}

test('answers the token resource, uncached, by GET and POST, without a requestId', async () => {
  const answer = await ask(bearer('client:right'));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    data: { accessToken: 'at_toy', tokenType: 'Bearer', expiresAt: '3600' },
    message: 'Token issued',
    status: 'success',
    statusCode: 200,
    errors: [],
  });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  const posted = await app.inject({ method: 'POST', url: '/gateway/api/v1/auth/token', headers: { authorization: bearer('client:right'), requestid: 'r' } });
  expect([posted.statusCode, posted.headers['requestid']]).toEqual([200, 'r']);
});

test('a refusal is the envelope with its status beside it', async () => {
  const answer = await ask(bearer('client:wrong'));
  expect(answer.statusCode).toBe(401);
  expect(Object.keys(answer.json())).toEqual(['statusCode', 'message', 'data', 'errors', 'status']);
  expect(answer.json()).toMatchObject({ status: 'error', errors: [{ code: 'credentials_invalid' }] });
  expect(answer.headers).toMatchObject({ pragma: 'no-cache' });
});

test('the eleventh failure of a client within a minute is 429 at that address, and another address is not locked out', async () => {
  for (let i = 0; i < 10; i += 1) expect((await ask(bearer('client:wrong'))).statusCode).toBe(401);
  const answer = await ask(bearer('client:right'));
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '6']);
  expect((await ask(bearer('client:right'), undefined, '192.0.2.2')).statusCode).toBe(200);
  nowMs += 6_000;
  expect((await ask(bearer('client:right'))).statusCode).toBe(200);
});

test('failures of an address are counted over all clients, a hundred a minute', async () => {
  for (let i = 0; i < 100; i += 1) expect((await ask(bearer(`client${i}:wrong`))).statusCode).toBe(401);
  expect((await ask(bearer('client:right'))).statusCode).toBe(429);
});

test('successes are not counted', async () => {
  for (let i = 0; i < 30; i += 1) expect((await ask(bearer('client:right'))).statusCode).toBe(200);
});

test('the live root without providers says so, whatever is presented', async () => {
  const answers = await Promise.all([ask(undefined, '/v1/auth/token'), ask(bearer('client:wrong'), '/v1/auth/token'), ask(bearer('client:right'), '/v1/auth/token')]);
  expect(answers.map((answer) => [answer.statusCode, answer.json().errors[0].code])).toEqual(Array.from({ length: 3 }, () => [503, 'live_not_configured']));
});
