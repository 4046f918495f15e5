import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#src/errors.ts';
import { createToyServer } from '#src/http/toy-server.ts';
import { guideOrder } from './guides.ts';
import { documentation } from './site.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createToyServer({ staticPages: documentation });
});
afterAll(() => app.close());

const pages = documentation.filter(({ contentType }) => contentType.startsWith('text/html')).map(({ path }) => path);

test.each(['/', ...pages])('%s loads from here alone and runs no inline script', async (url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(200);
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'/);
  expect(/script-src ([^;]*)/.exec(policy)?.[1] ?? "'self'").toBe("'self'");
  expect(answer.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(answer.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test('each code of the catalogue has the anchor its docUrl points to', async () => {
  const { body } = await app.inject('/docs/errors');
  for (const code of Object.keys(catalogue)) expect(body).toContain(`id="${code}"`);
});

test('the script of the reference is served compressed, and once', async () => {
  const answer = await app.inject({ url: '/docs/reference.js', headers: { 'accept-encoding': 'br, gzip' } });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.rawPayload).toString()).toContain('createApiReference');
  const again = await app.inject({ url: '/docs/reference.js', headers: { 'if-none-match': String(answer.headers['etag']) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the pages take no other method', async () => {
  const answer = await app.inject({ method: 'POST', url: '/docs' });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET']);
});

test('a link inside the documentation leads to a page that is there, and to a heading on it', async () => {
  const ids = new Map<string, string>();
  for (const path of pages) ids.set(path, (await app.inject(path)).body);
  const served = new Set([...documentation.map(({ path }) => path), '/']);
  const dead: string[] = [];
  for (const [path, body] of ids) {
    for (const [, href = ''] of body.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const [target = '', anchor] = href.split('#');
      if (/^https?:/.test(href)) continue;
      if (target !== '' && !served.has(target)) dead.push(`${path}: ${href}`);
      else if (anchor !== undefined && ids.get(target === '' ? path : target)?.includes(`id="${anchor}"`) === false) dead.push(`${path}: ${href}`);
    }
  }
  expect(dead).toEqual([]);
});

test('every guide is there as a page with its headings, and as Markdown', async () => {
  for (const [slug] of guideOrder) {
    const href = slug === 'errors' ? '/docs/handling-errors' : `/docs/${slug}`;
    const page = await app.inject(href);
    expect(page.body, slug).toMatch(/<h1 id="[^"]+">/);
    expect(page.body, slug).not.toMatch(/\]\(|```/);
    const markdown = await app.inject(`${href}.md`);
    expect([markdown.statusCode, markdown.body.startsWith('# ')]).toEqual([200, true]);
  }
});

test('the search knows sections, errors and operations, and leads to each', async () => {
  const entries = (await app.inject('/docs/search.json')).json<{ href: string; title: string; text: string }[]>();
  expect(entries.find(({ title }) => title === 'otp_invalid')?.href).toBe('/docs/errors#otp_invalid');
  expect(entries.find(({ title }) => title === 'POST /toy')?.href).toBe('/docs/operations#createToy');
  expect(entries.some(({ href, text }) => href === '/docs/transfers#when-may-i-pay-again' && text.includes('safeToRetry'))).toBe(true);
});

test('the Postman collection has every call once, with its example and a fresh requestId', async () => {
  type Item = { name: string; request: { method: string; header: { key: string; value: string }[]; url: { raw: string }; body?: { raw: string } } };
  const collection = (await app.inject('/docs/postman.json')).json<{ item: { item: Item[] }[] }>();
  const items = collection.item.flatMap((folder) => folder.item);
  expect(items.map(({ request }) => `${request.method} ${request.url.raw}`)).toEqual(['POST {{baseUrl}}/toy', 'GET {{baseUrl}}/toy/:toyId', 'POST {{baseUrl}}/toy/picture']);
  expect(JSON.parse(items[0]?.request.body?.raw ?? '')).toEqual({ name: 'Ball', colour: 'red' });
  expect(items.every(({ request }) => request.header.some(({ key, value }) => key === 'requestId' && value === '{{$guid}}'))).toBe(true);
});

test('llms.txt leads to every guide as Markdown', async () => {
  const { body } = await app.inject('/llms.txt');
  for (const [slug] of guideOrder) expect(body).toContain(slug === 'errors' ? '/docs/handling-errors.md' : `/docs/${slug}.md`);
});

test('the events are there with fields and example, for people and for machines', async () => {
  const schema = z.object({ event: z.literal('order.paid'), data: z.strictObject({ orderId: z.string().describe('Which order.') }) });
  const toy = await createToyServer({ staticPages: documentation, webhooks: { 'order.paid': { summary: 'An order was paid.', schema, example: { event: 'order.paid', data: { orderId: 'A-1' } } } } });
  const { body } = await toy.inject('/docs/events');
  expect(body).toContain('id="order-paid"');
  expect(body).toMatch(/<code>orderId<\/code><\/td><td>string<\/td><td>Which order\./);
  const { channels, components } = (await toy.inject('/asyncapi.json')).json<{ channels: { webhook: { messages: object } }; components: { messages: Record<string, { payload: object }> } }>();
  expect(Object.keys(channels.webhook.messages)).toEqual(['order.paid']);
  expect(components.messages['order.paid']?.payload).toMatchObject({ properties: { data: { properties: { orderId: { type: 'string' } } } } });
  await toy.close();
});
