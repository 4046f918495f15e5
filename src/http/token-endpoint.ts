/** `GET /auth/token` (and POST): the one resource with a shape of its own. Source: the reference, "Token". */
import type { FastifyRequest } from 'fastify';
import { catalogue, fail, Failure } from '#src/errors.ts';
import { edgeOf } from './edge-state.ts';
import { refuseNotReady } from './endpoint.ts';
import { singleAuthorization } from './header-lines.ts';
import type { HttpOptions, Root } from './options.ts';
import type { Bucket, RateLimiter } from './rate-limit.ts';
import type { Answer } from './route.ts';

/**
 * Ten failures a minute for a client identifier (contract §11), counted for each address, so that a stranger who knows the
 * identifier cannot lock its owner out; and a wider budget for the address over all identifiers, against trying many.
 */
const clientBudget: Bucket = { perSecond: 10 / 60, burst: 10 };
const addressBudget: Bucket = { perSecond: 100 / 60, burst: 100 };

/** RFC 6749 §5.1: a token is never kept by a cache, HTTP/1.0 ones included. */
export const tokenHeaders = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

/** Answers a new token. Throws what `issueToken` throws, `rate_limited`, or what a live root without providers says. */
export function createTokenEndpoint(root: Root, options: HttpOptions & { limiter: RateLimiter }): (request: FastifyRequest) => Promise<Answer> {
  return async (request) => {
    const edge = edgeOf(request);
    edge.operationId = 'getAccessToken';
    if (typeof request.body === 'object' && request.body !== null && Object.keys(request.body).length > 0) {
      throw fail('invalid_field', { message: 'This call takes no body.', fix: 'Send the credential in the Authorization header only.' });
    }
    const authorization = singleAuthorization(edge.lines.authorization);
    const present = () => options.issueToken({ authorization, environment: root.environment, ip: edge.ip });
    const budgets = budgetsOf(authorization, edge.ip);
    refuseSpentBudget(budgets, options.limiter);
    try {
      if (root.environment === 'live' && !options.liveReady()) await refuseNotReady(present, options);
      return tokenAnswer(await present());
    } catch (error) {
      if (isCallersFailure(error)) for (const [key, budget] of budgets) options.limiter.take(key, budget);
      throw error;
    }
  };
}

type Budgets = readonly (readonly [key: string, budget: Bucket])[];

function budgetsOf(authorization: string | undefined, ip: string): Budgets {
  return [[`token:ip:${ip}`, addressBudget], [`token:client:${presentedClient(authorization) ?? ''}:${ip}`, clientBudget]];
}

/** The client identifier inside the header: what stands before the colon, or its fixed 32 characters. */
function presentedClient(authorization: string | undefined): string | undefined {
  const encoded = authorization?.slice(0, 200).split(/ +/)[1];
  if (encoded === undefined) return undefined;
  return Buffer.from(encoded, 'base64').toString('latin1').split(':')[0]?.slice(0, 32);
}

function refuseSpentBudget(budgets: Budgets, limiter: RateLimiter): void {
  for (const [key, budget] of budgets) {
    const left = limiter.peek(key, budget);
    if (!left.allowed) throw fail('rate_limited', { message: 'Too many failed attempts.', retryAfterSeconds: left.retryAfterSeconds });
  }
}

function isCallersFailure(error: unknown): boolean {
  return error instanceof Failure && catalogue[error.code].httpStatus < 500;
}

function tokenAnswer(token: { accessToken: string; expiresInSeconds: number }): Answer {
  return {
    httpStatus: 200,
    headers: tokenHeaders,
    body: JSON.stringify({
      data: { accessToken: token.accessToken, tokenType: 'Bearer', expiresAt: String(token.expiresInSeconds) },
      message: 'Token issued',
      status: 'success',
      statusCode: 200,
      errors: [],
    }),
  };
}
