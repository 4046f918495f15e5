/** Builds the answers every endpoint gives: one envelope for success, one for refusal. */
import { catalogue, type ErrorCode, type Failure, type Refusal } from '#src/errors.ts';
import type { Answer } from './route.ts';

/** Content type of every envelope. */
export const jsonType = 'application/json; charset=utf-8';

type SuccessOptions = {
  message?: string;
  /** Further top-level keys, after the four common ones, e.g. paging. */
  extra?: Readonly<Record<string, unknown>>;
};

/**
 * HTTP 200 with `statusCode` "00". Keys come in the order statusCode, message, data, errors, then `extra`.
 * Throws TypeError when `data` carries a bigint: money leaves as naira, mapped in `wire.ts`.
 */
export function success(data: unknown, options: SuccessOptions = {}): Answer {
  return {
    httpStatus: 200,
    body: JSON.stringify({ statusCode: '00', message: options.message ?? 'Successful', data, errors: [], ...options.extra }),
  };
}

/** A whole success with one page of a list in it, for a route's `responseExample`. */
export function onePageExample(data: readonly unknown[]): Readonly<Record<string, unknown>> {
  return { statusCode: '00', message: 'Successful', data, errors: [], currentPage: 1, pageSize: 10, previousPage: 0, total: data.length };
}

/** RFC 9110 §11.6.1 wants a challenge with every 401; these are not met by a token. */
const ofPeople: ReadonlySet<ErrorCode> = new Set(['session_missing', 'session_expired', 'session_ended', 'sign_in_invalid', 'second_factor_required']);

type FailureOptions = {
  /** Further top-level keys; the token resource adds `status`. */
  extra?: Readonly<Record<string, unknown>>;
  /** Where the protocol fixes the status (408), instead of the catalogue's. */
  httpStatus?: number;
};

/**
 * The envelope of a refusal. HTTP status and `statusCode` are those of its first reason; each reason is one entry of
 * `errors`. `publicUrl` has no trailing slash. Adds Retry-After and WWW-Authenticate where RFC 9110 wants them.
 */
export function failureAnswer(failure: Failure, publicUrl: string, options: FailureOptions = {}): Answer {
  const first = failure.refusals[0];
  const known = catalogue[first.code];
  const httpStatus = options.httpStatus ?? known.httpStatus;
  const headers: Record<string, string> = {};
  const retryAfter = failure.retryAfterSeconds ?? defaultRetryAfter(first.code);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  if (httpStatus === 401) headers['www-authenticate'] = ofPeople.has(first.code) ? 'Session realm="openteller"' : 'Bearer realm="openteller", error="invalid_token"';
  return {
    httpStatus,
    headers,
    body: JSON.stringify({
      statusCode: known.statusCode,
      message: first.message ?? known.message,
      data: {},
      errors: failure.refusals.map((refusal) => errorEntry(refusal, publicUrl)),
      ...options.extra,
    }),
  };
}

function errorEntry(refusal: Refusal, publicUrl: string): Record<string, unknown> {
  const known = catalogue[refusal.code];
  return {
    code: refusal.code,
    message: refusal.message ?? known.message,
    field: refusal.field,
    fix: refusal.fix ?? known.fix,
    retryable: known.retryable,
    docUrl: `${publicUrl}/docs/errors#${refusal.code}`,
    details: refusal.details ?? {},
  };
}

function defaultRetryAfter(code: ErrorCode): number | undefined {
  if (!catalogue[code].retryable) return undefined;
  return code === 'request_in_progress' ? 1 : 5;
}
