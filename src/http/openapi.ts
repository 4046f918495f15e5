/** The OpenAPI 3.1 document, made from the very routes that are served. */
import type { ErrorCode } from '#src/errors.ts';
import { errorExamples, errorResponses, ref, securitySchemes, sharedHeaders, sharedParameters, sharedSchemas } from './openapi-components.ts';
import { exchange } from './openapi-exchange.ts';
import { createSchemaBook, type Json, type SchemaBook } from './openapi-schemas.ts';
import type { DocumentedEvent } from './options.ts';
import { codesOf, type Route } from './route.ts';

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

function operation(route: Route, book: SchemaBook, publicUrl: string): Json {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.sandboxOnly === true ? { 'x-sandbox-only': true, servers: [{ url: `${publicUrl}/sandbox/v1`, description: 'Sandbox' }] } : {}),
    security: [{ accessToken: route.scope === undefined ? [] : [route.scope] }],
    ...exchange(route, book, { codes: codesOf(route), parameters: [ref('parameters', 'requestId')], headers: route.method === 'GET' ? answerHeaders : [...answerHeaders, 'Idempotency-Replayed'] }),
  };
}

const answerHeaders = ['requestId', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

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
