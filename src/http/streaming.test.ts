import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { success } from './envelope.ts';
import { preferredMedia } from './preferred-media.ts';
import { route } from './route.ts';
import { createToyServer } from './toy-server.ts';

let made = 0;
let ended = 0;

async function* lines(count: number): AsyncIterable<string> {
  try {
    for (let line = 1; line <= count; line += 1) {
      made += 1;
      if (line === 7 && count === 8) throw new Error('broken on the way');
      yield `line ${line} é ${'x'.repeat(1_000)}\n`;
    }
  } finally {
    ended += 1;
  }
}

const streaming = route({
  method: 'GET',
  path: '/lines',
  operationId: 'listLines',
  tag: 'Toys',
  summary: 'List lines',
  description: 'As many lines as asked.',
  query: z.object({ count: z.coerce.number().int() }),
  data: z.array(z.string()),
  responseExample: { summary: 'None', value: [] },
  errors: [],
  otherMedia: ['text/csv'],
  async handle({ query, headers }) {
    const media = preferredMedia(headers['accept'], ['text/csv', 'text/html']);
    return media === null ? success([]) : { httpStatus: 200, body: '', contentType: `${media}; charset=utf-8`, stream: lines(query.count) };
  },
});

let app: FastifyInstance;
beforeAll(async () => {
  app = await createToyServer({ routes: [streaming] });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const headers = { authorization: 'Bearer good', requestid: 'req-1', accept: 'text/csv' };
const ask = (count: number, accept = 'text/csv') => app.inject({ url: `/sandbox/v1/lines?count=${count}`, headers: { ...headers, accept } });

test('a stream arrives whole, with the headers every answer has', async () => {
  const answer = await ask(3);
  expect(answer.body.match(/^line \d é x{1000}$/gm)).toHaveLength(3);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', requestid: 'req-1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect((await ask(0)).body).toBe('');
});

test('who did not ask for it gets the envelope, and an undeclared media type is refused by the check', async () => {
  expect((await ask(3, '*/*')).json()).toMatchObject({ statusCode: '00', data: [] });
  expect((await ask(3, 'text/html')).statusCode).toBe(500);
});

/** Opens the stream over a socket and reads nothing. */
async function open(count: number) {
  const address = app.server.address();
  const asked = httpRequest({ port: typeof address === 'string' ? 0 : address?.port, path: `/sandbox/v1/lines?count=${count}`, headers });
  asked.end();
  const [answer] = await once(asked, 'response');
  return { asked, answer };
}

test('a stream that breaks breaks the connection, so that nobody takes a part for the whole', async () => {
  const { answer } = await open(8);
  answer.resume();
  const [error] = await once(answer, 'error');
  expect(error).toMatchObject({ code: 'ECONNRESET' });
});

test('a caller who does not read holds the stream back, and one who leaves ends it', async () => {
  made = 0;
  ended = 0;
  const { asked, answer } = await open(1_000_000);
  await expect.poll(async () => {
    const before = made;
    await new Promise((resolve) => setImmediate(resolve));
    return before > 0 && made === before;
  }).toBe(true);
  expect(made).toBeLessThan(100_000);
  answer.destroy();
  asked.destroy();
  await expect.poll(() => ended).toBe(1);
});
