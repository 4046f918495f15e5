/** One mounted session route: every check between the parsed body and `handle`. */
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { fail } from '#src/errors.ts';
import { heldToDeclaration } from './check-answer.ts';
import { edgeOf } from './edge-state.ts';
import { refuseBadText } from './json-body.ts';
import { declaredHeaderNames, pickHeaders } from './picked-headers.ts';
import type { Bucket, RateLimiter } from './rate-limit.ts';
import { createInputReader } from './read-input.ts';
import type { Answer } from './route.ts';
import { isCsrfTokenOf, type SessionCookie } from './session-cookie.ts';
import { type OpenRequest, type Session, sessionCodesOf, type SessionRoute } from './session-route.ts';

/** A root whose callers are people, and who they are. */
export type SessionRoot = {
  prefix: string;
  routes: readonly SessionRoute[];
  cookie: SessionCookie;
  /** Whose token this is. @throws Failure session_missing, session_expired, session_ended */
  recognise(token: string): Promise<Session>;
};

type EndpointOptions = SessionRoot & { publicUrl: string; log: Logger; limiter: RateLimiter; checkAnswers: boolean };

/** A person's pages ask in bursts; a program that guesses asks on and on. */
const sessionBudget: Bucket = { perSecond: 20, burst: 200 };
/** What a credential has at most, for a member in all their sessions: each check asks a register about somebody, and costs. */
const kycBudget: Bucket = { perSecond: 1, burst: 60 };

/**
 * The handler of `route`. Order: origin, session, CSRF token, permission, rate limit, step-up, schema, then the route. What
 * came from another site is refused before anything is looked up.
 */
export function createSessionEndpoint(route: SessionRoute, options: EndpointOptions): (request: FastifyRequest) => Promise<Answer> {
  const readInput = createInputReader(route);
  const writes = route.method !== 'GET';
  const origin = new URL(options.publicUrl).origin;
  const declaredHeaders = declaredHeaderNames(route);
  const handle = createHandler(route, options);

  return async (request) => {
    const edge = edgeOf(request);
    edge.operationId = route.operationId;
    if (writes) refuseForeign(request, origin);
    const presentedToken = options.cookie.read(request.headers.cookie);
    const session = route.access === 'anyone' ? null : await recognise(presentedToken);
    if (session !== null && presentedToken !== null) {
      edge.memberId = session.memberId;
      if (writes && !isCsrfTokenOf(presentedToken, single(request, 'x-csrf-token') ?? '')) throw fail('csrf_failed');
      const environment = environmentOf(request);
      admit(route, session, environment);
      edge.allowance = options.limiter.take(`session:${session.sessionId}`, sessionBudget);
      if (edge.allowance.allowed && 'kyc' in route && route.kyc === true) {
        const kyc = options.limiter.take(`kyc:${session.memberId}`, kycBudget);
        if (!kyc.allowed) edge.allowance = kyc;
      }
      if (!edge.allowance.allowed) throw fail('rate_limited', { retryAfterSeconds: edge.allowance.retryAfterSeconds });
      if ('stepUp' in route && (route.stepUp === true || (route.stepUp === 'live' && environment === 'live')) && !session.provedLately) throw fail('step_up_required');
    }
    const userAgent = single(request, 'user-agent') ?? '';
    refuseBadText(userAgent, null);
    return handle({ requestId: edge.requestId, ...readInput(request), ip: edge.ip, userAgent, presentedToken, session, headers: pickHeaders(request, declaredHeaders) });
  };

  async function recognise(token: string | null): Promise<Session> {
    if (token === null) throw fail('session_missing');
    return options.recognise(token);
  }
}

type Handled = OpenRequest & { session: Session | null };

function createHandler(route: SessionRoute, { checkAnswers, log }: EndpointOptions): (request: Handled) => Promise<Answer> {
  const handle = async ({ session, ...request }: Handled): Promise<Answer> => {
    if (route.access === 'anyone') return route.handle(request);
    if (session === null) throw fail('session_missing');
    return route.handle({ ...request, session });
  };
  return checkAnswers ? heldToDeclaration(route, sessionCodesOf(route), handle, log) : handle;
}

/**
 * A browser says where a call comes from, and a page cannot make it lie: Sec-Fetch-Site in every current one, Origin on
 * every call that is not a GET. One of them must be there, and none may say another site.
 */
function refuseForeign(request: FastifyRequest, ownOrigin: string): void {
  const site = single(request, 'sec-fetch-site');
  const origin = single(request, 'origin');
  if (site === undefined && origin === undefined) throw fail('csrf_failed', { message: 'Neither Origin nor Sec-Fetch-Site was sent.' });
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== ownOrigin)) throw fail('csrf_failed', { message: 'The call came from another site.' });
}

function admit({ access }: SessionRoute, session: Session, environment: 'sandbox' | 'live' | null): void {
  if (typeof access === 'string') return;
  if ('permission' in access) {
    if (session.permissions.includes(access.permission)) return;
    throw fail('role_missing', { details: { permission: access.permission, role: session.role } });
  }
  // An environment that does not exist is the schema's to refuse; nobody has a scope in it.
  if (environment !== null && session.scopes[environment].includes(access.scope)) return;
  throw fail('role_missing', { details: { permission: access.scope, role: session.role, ...(environment === null ? {} : { environment }) } });
}

/** Of a path with `{environment}`: `test` or `live` in words that people use. */
function environmentOf({ params }: FastifyRequest): 'sandbox' | 'live' | null {
  const named = typeof params === 'object' && params !== null && 'environment' in params ? params.environment : undefined;
  return named === 'test' ? 'sandbox' : named === 'live' ? 'live' : null;
}

function single(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
