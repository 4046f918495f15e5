/**
 * What a feature hands to the HTTP layer: routes as data. The HTTP layer knows no feature;
 * it mounts the routes, checks what comes in, and emits the OpenAPI document from the same objects.
 */
import type { z } from 'zod';
import type { ErrorCode } from '#src/errors.ts';

/** What is known about the caller once the token was accepted. */
export type Caller = {
  tenantId: string;
  organizationId: string;
  environment: 'sandbox' | 'live';
  credentialId: string;
  scopes: readonly string[];
};

/** A finished answer: bytes that are sent as they are, and stored for a requestId as they are. */
export type Answer = {
  httpStatus: number;
  body: string;
  /**
   * Sent instead of `body` (leave that empty), as fast as the caller reads; `contentType` names one of the route's `otherMedia`. Never stored, so only
   * for answers outside `requests.once`. An error on the way breaks the connection: the caller sees that the answer is not whole.
   */
  stream?: AsyncIterable<string | Uint8Array>;
  /** Extra response headers; never stored, so keep them to what a replay may lack. */
  headers?: Readonly<Record<string, string>>;
  contentType?: string;
};

/** One request after every check of the edge; `Body`, `Params` and `Query` are parsed by the route's schemas. */
export type RouteRequest<Body = unknown, Params = unknown, Query = unknown> = {
  caller: Caller;
  requestId: string;
  /** `operationId` of the route: the scope word in fingerprints and logs. */
  operation: string;
  body: Body;
  params: Params;
  query: Query;
  /** Lower-case name → value of the headers the route declared in `headers`; of `accept` too where it has `otherMedia`. */
  headers: Readonly<Record<string, string | undefined>>;
  ip: string;
  /** Rejects when the token that came with the request is not believed any more; for answers that go on for long. */
  stillAllowed?(): Promise<unknown>;
};

export type Example = { summary: string; value: unknown };

/** A body that is not JSON, read into what the route's `body` schema parses. */
export type BodyReader = {
  /** `query` are the declared query parameters: they stand for the fields such a text has no place for. @throws Failure for a text that cannot be read */
  read(text: string, query: Readonly<Record<string, unknown>>): unknown;
  example: string;
};

/** What a route says of itself; whoever calls it, and however it is answered. */
export type DeclaredRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the roots, with `{name}` parameters: `/customer/profile/{customerId}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Optional request headers beyond the common ones, with a sentence each, e.g. X-Scenario. */
  headers?: Readonly<Record<string, string>>;
  /** Shape of `data` in the envelope of a success; the envelope itself is added by the HTTP layer. */
  data: z.ZodType;
  /** Further top-level keys of a success envelope (paging, `statuscode`). */
  envelope?: z.ZodRawShape;
  requestExample?: Example;
  responseExample: Example;
  /** Errors this route can answer beyond those every route can (see `commonErrors`). */
  errors: readonly ErrorCode[];
  /** 16 MB instead of 256 KB, where images are sent. */
  largeBody?: boolean;
  /** Where lists are sent: other bounds than 256 KB and 1,000 keys. */
  bodyLimits?: { bytes: number; keys: number };
  /** Other media types the body may have, e.g. text/csv, in UTF-8. Query parameters of such a route go with these alone: a JSON body says everything itself. */
  bodyMedia?: Readonly<Record<string, BodyReader>>;
  /** Other media types a success may have, e.g. text/csv; `preferredMedia` picks one by `headers.accept`. */
  otherMedia?: readonly string[];
};

/** A route of the API: its caller has a token. */
export type Route = DeclaredRoute & {
  /** Counted against the KYC budget of a credential (60 a minute). */
  kyc?: boolean;
  /** Scope a credential needs, e.g. `transfer:initiate`. */
  scope?: string;
  /** Mounted at the sandbox roots only. */
  sandboxOnly?: boolean;
  handle(request: RouteRequest): Promise<Answer>;
};

/**
 * Ties the schemas of a route to its handler: inside `handle` the body, parameters and query have the schemas' types.
 * The HTTP layer has parsed them with these very schemas before it calls.
 */
export function route<
  Body extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  definition: Omit<Route, 'handle' | 'body' | 'params' | 'query'> & {
    body?: Body;
    params?: Params;
    query?: Query;
    handle(request: RouteRequest<z.output<Body>, z.output<Params>, z.output<Query>>): Promise<Answer>;
  },
): Route {
  // The method's bivariant parameter lets the typed handler stand where the untyped one is expected.
  return definition;
}

/** Errors any route behind a token can answer; declared once here, and not on each route. */
export const commonErrors = [
  'invalid_json', 'missing_field', 'invalid_field', 'missing_request_id', 'invalid_request_id',
  'token_missing', 'token_invalid', 'token_expired', 'token_revoked',
  'environment_mismatch', 'scope_missing', 'ip_not_allowed',
  'record_not_found', 'method_not_allowed',
  'payload_too_large', 'unsupported_media_type', 'header_fields_too_large',
  'rate_limited', 'internal_error', 'live_not_configured', 'service_unavailable',
] as const satisfies readonly ErrorCode[];

/** Errors every writing route adds: those of the requestId. */
export const writingErrors = ['request_in_progress', 'request_id_reused'] as const satisfies readonly ErrorCode[];

/** Everything this route can be refused with. */
export function codesOf(route: Route): Set<ErrorCode> {
  return new Set<ErrorCode>([...route.errors, ...commonErrors, ...(route.method === 'GET' ? [] : writingErrors)]);
}
