/** The OpenAPI 3.1 document, made from the very routes that are served. */
import { z } from 'zod';
import type { ErrorCode } from '#src/errors.ts';
import { exampleEnvelope } from './check-examples.ts';
import { errorExamples, errorResponses, ref, securitySchemes, sharedHeaders, sharedParameters, sharedSchemas } from './openapi-components.ts';
import { createSchemaBook, type Json, type SchemaBook } from './openapi-schemas.ts';
import type { DocumentedEvent } from './options.ts';
import { commonErrors, writingErrors, type Route } from './route.ts';

export type OpenApiOptions = {
  routes: readonly Route[];
  /** Makes server addresses and links absolute; without it they are relative, and the document is the same everywhere. */
  publicUrl?: string;
  version: string;
  /** Events the service sends: kind → one line, and a whole example body. */
  webhooks?: Readonly<Record<string, DocumentedEvent>>;
};

const tokenErrors: readonly ErrorCode[] = [
  'invalid_field', 'token_missing', 'token_invalid', 'token_revoked', 'credentials_invalid', 'environment_mismatch', 'ip_not_allowed',
  'record_not_found', 'method_not_allowed', 'header_fields_too_large', 'rate_limited', 'internal_error', 'live_not_configured', 'service_unavailable',
];

/** The document as a plain object. Two calls with equal routes give equal text: paths stand in route order. */
export function openApiDocument({ routes, publicUrl = '', version, webhooks = {} }: OpenApiOptions): Json {
  const book = createSchemaBook();
  const paths: Record<string, Json> = { '/auth/token': tokenPath() };
  const codes = new Set<ErrorCode>(tokenErrors);
  for (const route of routes) {
    for (const code of codesOf(route)) codes.add(code);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, book, publicUrl) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Openteller',
      version,
      description:
        'Customer profiles, identity checks, name enquiry, transfers confirmed by one-time password, and signed webhooks.\n\n' +
        'Every call but the token\'s needs `Authorization: Bearer <accessToken>` and a unique `requestId` header. ' +
        `The sandbox takes every call without moving money. All error codes: [the catalogue](${publicUrl}/docs/errors).`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: `${publicUrl}/sandbox/v1`, description: 'Sandbox' },
      { url: `${publicUrl}/v1`, description: 'Live' },
    ],
    tags: [...new Set(['Authentication', ...routes.map((route) => route.tag)])].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(Object.entries(webhooks).map(([kind, event]) => [kind, webhook(kind, event, book)])),
    components: {
      schemas: { ...sharedSchemas, ...book.named },
      parameters: sharedParameters,
      headers: sharedHeaders,
      examples: errorExamples(codes, publicUrl),
      securitySchemes,
    },
  };
}

function codesOf(route: Route): Set<ErrorCode> {
  return new Set<ErrorCode>([...route.errors, ...commonErrors, ...(route.method === 'GET' ? [] : writingErrors)]);
}

function operation(route: Route, book: SchemaBook, publicUrl: string): Json {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.sandboxOnly === true ? { 'x-sandbox-only': true, servers: [{ url: `${publicUrl}/sandbox/v1`, description: 'Sandbox' }] } : {}),
    security: [{ accessToken: route.scope === undefined ? [] : [route.scope] }],
    parameters: parameters(route, book),
    ...(route.body === undefined ? {} : { requestBody: requestBody(route, route.body, book) }),
    responses: { '200': successResponse(route, book), ...errorResponses(codesOf(route)) },
  };
}

function parameters(route: Route, book: SchemaBook): Json[] {
  const declared = Object.entries(route.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [ref('parameters', 'requestId'), ...fields(route, 'path', route.params, book), ...fields(route, 'query', route.query, book), ...declared];
}

function fields(route: Route, place: 'path' | 'query', schema: z.ZodObject | undefined, book: SchemaBook): Json[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, field]) => {
    const single = z.object({ [name]: field });
    const required = place === 'path' || !single.safeParse({}).success;
    // An optional field's schema says nothing of being optional; `required` beside it does.
    const { description, ...rest } = book.toJson(field instanceof z.ZodType ? field : z.unknown(), 'input', route.operationId);
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest };
  });
}

function requestBody(route: Route, body: z.ZodType, book: SchemaBook): Json {
  return {
    required: true,
    content: {
      'application/json': {
        schema: book.toJson(body, 'input', route.operationId),
        ...(route.requestExample === undefined ? {} : { examples: { example: route.requestExample } }),
      },
      ...Object.fromEntries(Object.entries(route.bodyMedia ?? {}).map(([media, { example }]) => [media, { schema: { type: 'string' }, example }])),
    },
  };
}

function successResponse(route: Route, book: SchemaBook): Json {
  const extra = z.object(route.envelope ?? {});
  const { properties, required } = book.toJson(extra, 'output', route.operationId);
  const own = {
    type: 'object',
    properties: { data: book.toJson(route.data, 'output', route.operationId), ...(typeof properties === 'object' ? properties : {}) },
    required: ['data', ...(Array.isArray(required) ? required : [])],
  };
  const names = ['requestId', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', ...(route.method === 'GET' ? [] : ['Idempotency-Replayed'])];
  const others = (route.otherMedia ?? []).map((media) => [media, { schema: { type: 'string' } }]);
  return {
    description: route.responseExample.summary,
    headers: Object.fromEntries(names.map((name) => [name, ref('headers', name)])),
    content: {
      'application/json': {
        schema: { allOf: [ref('schemas', 'Envelope'), own] },
        examples: { example: { summary: route.responseExample.summary, value: exampleEnvelope(route.responseExample.value) } },
      },
      ...Object.fromEntries(others),
    },
  };
}

function tokenPath(): Json {
  const answer = (operationId: string): Json => ({
    operationId,
    tags: ['Authentication'],
    summary: 'Get an access token',
    description:
      'Exchanges a client identifier and secret for an access token. Ten failed attempts a minute, counted by address and by client, answer 429. ' +
      'A refusal has the common envelope and `"status": "error"` beside it.',
    security: [{ clientCredential: [] }],
    parameters: [{ ...sharedRequestIdOptional }],
    responses: {
      '200': {
        description: 'A token',
        content: {
          'application/json': {
            schema: ref('schemas', 'AccessToken'),
            example: {
              data: { accessToken: 'at_EXAMPLE', tokenType: 'Bearer', expiresAt: '3600' },
              message: 'Token issued',
              status: 'success',
              statusCode: 200,
              errors: [],
            },
          },
        },
      },
      ...errorResponses(new Set(tokenErrors)),
    },
  });
  return { get: answer('getAccessToken'), post: answer('createAccessToken') };
}

const sharedRequestIdOptional: Json = {
  name: 'requestId',
  in: 'header',
  required: false,
  description: 'Not needed here; echoed when sent.',
  schema: { type: 'string' },
};

function webhook(kind: string, event: DocumentedEvent, book: SchemaBook): Json {
  const signature = {
    name: 'X-Service-Signature',
    in: 'header',
    required: false,
    description: '`sha256=` and the lower-case hex HMAC-SHA256 of the raw body, keyed with the webhook\'s secret. Sent when a secret is set.',
    schema: { type: 'string' },
  };
  return {
    post: {
      operationId: `receive.${kind}`,
      tags: ['Webhooks'],
      summary: event.summary,
      parameters: [signature],
      requestBody: { content: { 'application/json': { schema: event.schema === undefined ? { type: 'object' } : book.toJson(event.schema, 'output', kind), example: event.example } } },
      responses: { '200': { description: 'Any 2xx acknowledges the event; anything else has it sent again.' } },
    },
  };
}
