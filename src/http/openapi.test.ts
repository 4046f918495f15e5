import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';
import { success } from './envelope.ts';
import { route } from './route.ts';
import type { StaticPage } from './static-page.ts';
import { createToyServer, toyRoutes } from './toy-server.ts';

const options = { routes: toyRoutes, version: '1.2.3', webhooks: { 'payment.success': { summary: 'A transfer succeeded', example: { event: 'payment.success' } } } };

/** Follows steps into a document; a step that is not there gives undefined. */
function at(node: unknown, ...steps: string[]): unknown {
  return steps.reduce<unknown>((inner, step) => (typeof inner === 'object' && inner !== null ? Object.entries(inner).find(([key]) => key === step)?.[1] : undefined), node);
}

function allRefs(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' && typeof value === 'string' ? [value] : allRefs(value)));
}

test('equal routes give equal text, in route order', () => {
  const text = JSON.stringify(openApiDocument(options));
  expect(JSON.stringify(openApiDocument(options))).toBe(text);
  expect(Object.keys(at(JSON.parse(text), 'paths') ?? {})).toEqual(['/auth/token', '/toy', '/toy/{toyId}', '/toy/picture']);
});

test('every reference leads somewhere', () => {
  const document = openApiDocument(options);
  for (const target of new Set(allRefs(document))) expect(at(document, ...target.slice(2).split('/')), target).toBeDefined();
});

test('the served document is the same one', async () => {
  const documentPage: StaticPage = { path: '/openapi.json', contentType: 'application/json', load: ({ document }) => JSON.stringify(document) };
  const app = await createToyServer({ version: options.version, webhooks: options.webhooks, staticPages: [documentPage] });
  const answer = await app.inject('/openapi.json');
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(options))));
  await app.close();
});

describe('an operation', () => {
  const post = at(openApiDocument(options), 'paths', '/toy', 'post');

  test('lists each declared error under its status', () => {
    expect(Object.keys(at(post, 'responses') ?? {})).toEqual(['200', '400', '401', '403', '404', '405', '409', '413', '415', '422', '429', '431', '500', '503']);
    expect(Object.keys(at(post, 'responses', '404', 'content', 'application/json', 'examples') ?? {})).toEqual(['customer_not_found', 'record_not_found']);
  });

  test('names its scope, headers and examples', () => {
    expect(post).toMatchObject({ security: [{ accessToken: ['toy:write'] }], parameters: [{ $ref: '#/components/parameters/requestId' }, { name: 'X-Scenario', required: false }] });
    expect(at(post, 'requestBody', 'content', 'application/json', 'examples', 'example', 'value')).toEqual({ name: 'Ball', colour: 'red' });
  });

  test('of the sandbox alone says so', () => {
    expect(at(openApiDocument(options), 'paths', '/toy/picture', 'post')).toMatchObject({ 'x-sandbox-only': true, servers: [{ url: '/sandbox/v1' }] });
  });
});

test('named schemas are listed once under components, further envelope keys beside data', () => {
  const part = z.strictObject({ at: z.iso.datetime() }).meta({ id: 'Part' });
  const listed = route({
    method: 'GET',
    path: '/parts',
    operationId: 'listParts',
    tag: 'Parts',
    summary: 'List',
    description: 'List',
    data: z.array(part),
    envelope: { total: z.number().int() },
    responseExample: { summary: 'None', value: [] },
    errors: [],
    handle: async () => success([], { extra: { total: 0 } }),
  });
  const document = openApiDocument({ routes: [listed], version: '1' });
  expect(at(document, 'components', 'schemas', 'Part', 'properties', 'at')).toEqual({ type: 'string', format: 'date-time' });
  expect(at(document, 'paths', '/parts', 'get', 'responses', '200', 'content', 'application/json', 'schema', 'allOf', '1')).toEqual({
    type: 'object',
    properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Part' } }, total: { type: 'integer' } },
    required: ['data', 'total'],
  });
});
