/** The OpenAPI document of a root for people, made from the very routes that are served. */
import type { ErrorCode } from '#src/errors.ts';
import { errorExamples, ref, sharedHeaders, sharedParameters, sharedSchemas } from './openapi-components.ts';
import { exchange } from './openapi-exchange.ts';
import { createSchemaBook, type Json, type SchemaBook } from './openapi-schemas.ts';
import { sessionCodesOf, type SessionRoute } from './session-route.ts';

type SessionDocumentOptions = { title: string; description: string; prefix: string; routes: readonly SessionRoute[]; version: string };

const { Envelope, Failure, ErrorEntry } = sharedSchemas;
const answerHeaders = ['requestId', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const csrfToken: Json = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: true,
  description: 'The `csrfToken` that signing in, stepping up or `GET /session` answered: it belongs to one session.',
  schema: { type: 'string' },
};

/** Paths stand in route order. The server's address is relative: the document is the same everywhere. */
export function sessionOpenApiDocument({ title, description, prefix, routes, version }: SessionDocumentOptions): Json {
  const book = createSchemaBook();
  const paths: Record<string, Json> = {};
  const codes = new Set<ErrorCode>();
  for (const route of routes) {
    for (const code of sessionCodesOf(route)) codes.add(code);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, book) };
  }
  return {
    openapi: '3.1.1',
    info: { title, version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: prefix }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Envelope, Failure, ErrorEntry, ...book.named },
      parameters: { csrfToken, requestId: sharedParameters['requestId'] },
      headers: Object.fromEntries([...answerHeaders, 'Retry-After'].map((name) => [name, sharedHeaders[name]])),
      examples: errorExamples(codes, ''),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-ot_session', description: 'Set by `POST /session`.' } },
    },
  };
}

function operation(route: SessionRoute, book: SchemaBook): Json {
  const signedIn = route.access !== 'anyone';
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    security: signedIn ? [{ session: [] }] : [],
    ...(typeof route.access === 'string' ? {} : { 'x-permission': 'permission' in route.access ? route.access.permission : route.access.scope }),
    ...('stepUp' in route && route.stepUp !== undefined && route.stepUp !== false ? { 'x-step-up': route.stepUp } : {}),
    ...exchange(route, book, {
      codes: sessionCodesOf(route),
      parameters: signedIn && route.method !== 'GET' ? [ref('parameters', 'csrfToken'), ...(bringsRequestId(route) ? [ref('parameters', 'requestId')] : [])] : [],
      headers: signedIn ? answerHeaders : ['requestId'],
    }),
  };
}

/** The API's calls bring one when people make them, too. */
function bringsRequestId({ access }: SessionRoute): boolean {
  return typeof access !== 'string' && 'scope' in access;
}
