/** One mounted route: every check between the parsed body and `handle`, prepared once so that a request only runs them. */
import type { FastifyRequest } from 'fastify';
import { fail, Failure } from '#src/errors.ts';
import { heldToDeclaration } from './check-answer.ts';
import { edgeOf, type EdgeState } from './edge-state.ts';
import { requireRequestId, singleAuthorization } from './header-lines.ts';
import type { HttpOptions, Root } from './options.ts';
import { declaredHeaderNames, pickHeaders } from './picked-headers.ts';
import type { RateLimiter } from './rate-limit.ts';
import { createInputReader } from './read-input.ts';
import { type Answer, type Caller, codesOf, type Route } from './route.ts';

type EndpointOptions = HttpOptions & { limiter: RateLimiter };

/**
 * The handler of `route` under `root`. Order (contract §3): live root ready, authentication, scope, rate limit, requestId,
 * schema, then the route. Throws Failure for each refusal; what a route throws passes through.
 */
export function createEndpoint(route: Route, root: Root, options: EndpointOptions): (request: FastifyRequest) => Promise<Answer> {
  const readInput = createInputReader(route);
  const declaredHeaders = declaredHeaderNames(route);
  const handle = options.checkAnswers ? heldToDeclaration(route, codesOf(route), route.handle.bind(route), options.log) : route.handle.bind(route);

  return async (request) => {
    const edge = edgeOf(request);
    edge.operationId = route.operationId;
    edge.pattern = route.path;
    const caller = await identify(edge, root, options);
    edge.caller = caller;
    if (route.scope !== undefined && !caller.scopes.includes(route.scope)) throw fail('scope_missing', { details: { scope: route.scope } });
    takeAllowance(route, caller, edge, options);
    const requestId = requireRequestId(edge.lines.requestId);
    const input = readInput(request);
    return handle({
      caller,
      requestId,
      operation: route.operationId,
      ...input,
      headers: pickHeaders(request, declaredHeaders),
      ip: edge.ip,
      stillAllowed: async () => {
        // What a token is believed to belong to changes with a reset of its sandbox: the answer that began before it is over then.
        if ((await identify(edge, root, options)).tenantId !== caller.tenantId) throw fail('token_invalid');
      },
    });
  };
}

async function identify(edge: EdgeState, root: Root, options: HttpOptions): Promise<Caller> {
  const present = async (): Promise<Caller> =>
    options.authenticate({ authorization: singleAuthorization(edge.lines.authorization), environment: root.environment, ip: edge.ip });
  if (root.environment === 'live' && !options.liveReady()) await refuseNotReady(present, options);
  return present();
}

/**
 * A live root without live providers. A sandbox credential still learns that it came to the wrong root;
 * whatever else was presented answers the same 503, so that nothing can be probed here.
 */
export async function refuseNotReady(present: () => Promise<unknown>, { publicUrl, roots }: HttpOptions): Promise<never> {
  await present().catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'environment_mismatch') throw error;
  });
  const sandbox = roots.find((root) => root.environment === 'sandbox');
  throw fail('live_not_configured', { details: { sandboxRoot: `${publicUrl}${sandbox?.prefix ?? ''}` } });
}

function takeAllowance(route: Route, caller: Caller, edge: EdgeState, options: EndpointOptions): void {
  const limits = options.rateLimits(caller);
  edge.allowance = options.limiter.take(caller.credentialId, limits);
  if (edge.allowance.allowed && route.kyc === true) {
    const kyc = options.limiter.take(`kyc:${caller.credentialId}`, { perSecond: limits.kycPerMinute / 60, burst: limits.kycPerMinute });
    if (!kyc.allowed) edge.allowance = kyc;
  }
  if (!edge.allowance.allowed) throw fail('rate_limited', { retryAfterSeconds: edge.allowance.retryAfterSeconds });
}
