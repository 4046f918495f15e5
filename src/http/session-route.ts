/**
 * Routes for people: whoever calls has a session, kept by a cookie. The second kind of root beside the API's, with routes as
 * data too. What a session may do is declared in the route, as a credential's scope is.
 */
import type { z } from 'zod';
import type { ErrorCode } from '#src/errors.ts';
import type { Answer, DeclaredRoute } from './route.ts';

/** A member who is signed in. */
export type Session = {
  sessionId: string;
  organizationId: string;
  /** The organization's tenant of each environment. */
  tenants: Readonly<Record<'sandbox' | 'live', string>>;
  memberId: string;
  role: string;
  permissions: readonly string[];
  /** What the role may do with the API's own calls, in each environment. */
  scopes: Readonly<Record<'sandbox' | 'live', readonly string[]>>;
  /** Did the member prove who they are within the last five minutes? */
  provedLately: boolean;
  /** SHA-256 of the token in the cookie: a change of this session names the token that it was asked with. */
  tokenHash: Buffer;
};

export type OpenRequest<Body = unknown, Params = unknown, Query = unknown> = {
  requestId: string | undefined;
  body: Body;
  params: Params;
  query: Query;
  ip: string;
  /** As it came. */
  userAgent: string;
  /** What the cookie held, believed by nobody yet; null without one. */
  presentedToken: string | null;
  /** Lower-case name → value of the headers the route declared in `headers`; of `accept` too where it has `otherMedia`. */
  headers: Readonly<Record<string, string | undefined>>;
};

export type SessionRequest<Body = unknown, Params = unknown, Query = unknown> = OpenRequest<Body, Params, Query> & { session: Session };

/** Takes anybody, signed in or not. */
type OpenRoute = DeclaredRoute & { access: 'anyone'; handle(request: OpenRequest): Promise<Answer> };
type SignedInRoute = DeclaredRoute & {
  /** `member`: whoever is signed in. Else the permission that the role must have, or the scope in the environment that the path names. */
  access: 'member' | { permission: string } | { scope: string };
  /** The member must have proved who they are within the last five minutes; `live`: only for what they do in live. */
  stepUp?: boolean | 'live';
  /** Counted against the member's budget of identity checks (60 a minute), whatever the environment. */
  kyc?: boolean;
  handle(request: SessionRequest): Promise<Answer>;
};
export type SessionRoute = OpenRoute | SignedInRoute;

type NoSchemas<Declared> = Omit<Declared, 'handle' | 'body' | 'params' | 'query'>;
type Nothing = z.ZodObject<Record<never, never>>;

/** Ties the schemas of a route to its handler, as `route` does for the API's. */
export function sessionRoute<Body extends z.ZodType = z.ZodUndefined, Params extends z.ZodObject = Nothing, Query extends z.ZodObject = Nothing>(
  definition: NoSchemas<SignedInRoute> & { body?: Body; params?: Params; query?: Query; handle(request: SessionRequest<z.output<Body>, z.output<Params>, z.output<Query>>): Promise<Answer> },
): SessionRoute {
  return definition;
}

/** The same for a route that takes anybody. */
export function openRoute<Body extends z.ZodType = z.ZodUndefined, Params extends z.ZodObject = Nothing, Query extends z.ZodObject = Nothing>(
  definition: NoSchemas<OpenRoute> & { body?: Body; params?: Params; query?: Query; handle(request: OpenRequest<z.output<Body>, z.output<Params>, z.output<Query>>): Promise<Answer> },
): SessionRoute {
  return definition;
}

const edgeErrors = [
  'invalid_json', 'missing_field', 'invalid_field', 'record_not_found', 'method_not_allowed',
  'payload_too_large', 'unsupported_media_type', 'header_fields_too_large', 'rate_limited', 'internal_error', 'service_unavailable',
] as const satisfies readonly ErrorCode[];

/** Everything this route can be refused with. */
export function sessionCodesOf(route: SessionRoute): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([...route.errors, ...edgeErrors]);
  if (route.method !== 'GET') codes.add('csrf_failed');
  if (route.access === 'anyone') return codes;
  codes.add('session_missing').add('session_expired').add('session_ended');
  if (route.access !== 'member') codes.add('role_missing');
  if (route.stepUp !== undefined && route.stepUp !== false) codes.add('step_up_required');
  return codes;
}
