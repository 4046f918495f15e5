import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#src/errors.ts';
import { createToyServer } from './toy-server.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createToyServer();
});
afterAll(() => app.close());

test.each([['/'], ['/docs'], ['/docs/errors']])('%s loads from here alone and runs no inline script', async (url) => {
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
