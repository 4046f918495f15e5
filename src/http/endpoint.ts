/** One mounted route: every check between the parsed body and `handle`, prepared once so that a request only runs them. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fail, Failure, type Refusal } from '#src/errors.ts';
import { createAnswerCheck } from './check-answer.ts';
import { edgeOf, type EdgeState } from './edge-state.ts';
import { fieldRefusals, predicateOf } from './field-refusals.ts';
import { requireRequestId, singleAuthorization } from './header-lines.ts';
import { refuseBadText, type JsonObject } from './json-body.ts';
import type { HttpOptions, Root } from './options.ts';
import { parseQueryString } from './query-string.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Answer, Caller, Route } from './route.ts';

type EndpointOptions = HttpOptions & { limiter: RateLimiter };

/**
 * The handler of `route` under `root`. Order (contract §3): live root ready, authentication, scope, rate limit, requestId,
 * schema, then the route. Throws Failure for each refusal; what a route throws passes through.
 */
export function createEndpoint(route: Route, root: Root, options: EndpointOptions): (request: FastifyRequest) => Promise<Answer> {
  const readInput = createInputReader(route);
  const declaredHeaders = [...Object.keys(route.headers ?? {}).map((name) => name.toLowerCase()), ...(route.otherMedia === undefined ? [] : ['accept'])];
  const handle = options.checkAnswers ? checkedHandle(route, options) : route.handle.bind(route);

  return async (request) => {
    const edge = edgeOf(request);
    edge.operationId = route.operationId;
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
      stillAllowed: () => identify(edge, root, options),
    });
  };
}

/** The route's handler, whose every answer and refusal is held against the route's declaration. */
function checkedHandle(route: Route, options: HttpOptions): Route['handle'] {
  const check = createAnswerCheck(route);
  const refuse = (requestId: string, difference: string | null): void => {
    if (difference === null) return;
    options.log.error({ operationId: route.operationId, requestId, difference }, 'answer differs from its declaration');
    throw fail('internal_error');
  };
  return async (request) => {
    try {
      const answer = await route.handle(request);
      refuse(request.requestId, check.answer(answer));
      return answer;
    } catch (error) {
      if (error instanceof Failure) refuse(request.requestId, check.failure(error));
      throw error;
    }
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

type Input = { params: unknown; query: unknown; body: unknown };

/** Reads and checks parameters, query and body; one refusal per bad field over all three. */
function createInputReader(route: Route): (request: FastifyRequest) => Input {
  const nothing = z.strictObject({});
  const params = route.params?.strict() ?? nothing;
  const query = route.query?.strict() ?? nothing;
  const { body } = route;

  return (request) => {
    const refusals: Refusal[] = [];
    const read = (schema: z.ZodType, prefix: string, input: unknown): unknown => {
      const result = schema.safeParse(input, { error: predicateOf });
      if (result.success) return result.data;
      refusals.push(...fieldRefusals(result.error.issues, prefix, input));
      return undefined;
    };
    const input: Input = {
      params: read(params, '/params', checkedParams(request.params)),
      query: read(query, '/query', parseQueryString(request.url)),
      body: undefined,
    };
    input.body = body === undefined ? refuseAnyBody(request.body, refusals) : read(body, '', bodyOf(route, request, input.query, refusals));
    if (refusals.length === 0) refuseInexact(edgeOf(request).inexact, refusals);
    const [first, ...others] = refusals;
    if (first !== undefined) throw new Failure([first, ...others]);
    return input;
  };
}

/** What the body's schema is to parse. A text is read only beside a readable query, which it is completed by. */
function bodyOf(route: Route, request: FastifyRequest, query: unknown, refusals: Refusal[]): unknown {
  const { textBody } = edgeOf(request);
  const parameters = isJsonObject(query) ? query : {};
  if (textBody !== null) return route.bodyMedia?.[textBody.media]?.read(textBody.text, parameters);
  if (route.bodyMedia !== undefined) refuseParameters(parameters, Object.keys(route.bodyMedia), refusals);
  return request.body ?? {};
}

function refuseParameters(parameters: JsonObject, media: readonly string[], refusals: Refusal[]): void {
  for (const name of Object.keys(parameters)) {
    refusals.push({ code: 'invalid_field', field: `/query/${name}`, message: `${name} is a query parameter only beside a body of ${media.join(' or ')}.`, fix: 'Send it in the JSON body.' });
  }
}

function checkedParams(params: unknown): unknown {
  if (typeof params === 'object' && params !== null) {
    for (const [name, value] of Object.entries(params)) refuseBadText(String(value), `/params/${name}`);
  }
  return params;
}

function refuseAnyBody(body: unknown, refusals: Refusal[]): undefined {
  if (!isJsonObject(body)) return undefined;
  for (const key of Object.keys(body).slice(0, 50)) {
    refusals.push({ code: 'invalid_field', field: `/${key.slice(0, 100)}`, message: 'This call takes no body.', fix: 'Send no body.' });
  }
  return undefined;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** A free-form schema would let NaN through, and the number would be stored as null. */
function refuseInexact(inexact: readonly string[], refusals: Refusal[]): void {
  for (const field of inexact.slice(0, 50)) {
    refusals.push({ code: 'invalid_field', field, message: 'The number has more digits than can be kept exactly; send it as a string.' });
  }
}

function pickHeaders(request: FastifyRequest, names: readonly string[]): Readonly<Record<string, string | undefined>> {
  const picked: Record<string, string | undefined> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === 'string') {
      refuseBadText(value, null);
      picked[name] = value;
    }
  }
  return picked;
}
