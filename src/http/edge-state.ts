/** What the edge knows of one request while it is on its way through. */
import type { FastifyRequest } from 'fastify';
import type { HeaderLines } from './header-lines.ts';
import type { Allowance } from './rate-limit.ts';
import type { Caller } from './route.ts';

export type EdgeState = {
  startedMs: number;
  lines: HeaderLines;
  /** Echoed in the answer when it is well-formed. */
  requestId: string | undefined;
  ip: string;
  operationId: string | undefined;
  /** Path of the route below its root, with `{name}` parameters. */
  pattern: string | undefined;
  caller: Caller | undefined;
  /** Who is signed in, at a root for people. */
  memberId: string | undefined;
  allowance: Allowance | undefined;
  /** The first code of a refusal, for the log. */
  code: string | undefined;
  /** Of the body that was read, whatever its headers say. */
  bodyBytes: number;
  /** Pointers to numbers of the body that lost digits. */
  inexact: readonly string[];
  /** The envelope that was sent; null for streams and other media. */
  answerBody: string | null;
  /** The body, where it came in one of the route's `bodyMedia`. */
  textBody: TextBody | null;
};

export type TextBody = { media: string; text: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent when the request was refused before its first hook ran. */
    edge?: EdgeState;
  }
  /** What the body parser must know of a route. */
  interface FastifyContextConfig {
    bodyKeys?: number;
    bodyMedia?: readonly string[];
  }
}

/** The state of a request nothing is known of yet. */
export function newEdgeState(request: FastifyRequest, nowMs: number): EdgeState {
  return {
    startedMs: nowMs,
    lines: { authorization: { state: 'absent' }, requestId: { state: 'absent' } },
    requestId: undefined,
    ip: peerAddress(request),
    operationId: undefined,
    pattern: undefined,
    caller: undefined,
    memberId: undefined,
    allowance: undefined,
    code: undefined,
    bodyBytes: 0,
    inexact: [],
    answerBody: null,
    textBody: null,
  };
}

/** The state set by the first hook. */
export function edgeOf(request: FastifyRequest): EdgeState {
  if (request.edge === undefined) throw new Error('a handler ran before the edge looked at the request');
  return request.edge;
}

/** The caller's address: the peer's, or what the trusted proxies say it is. IPv4 in its own form, also on a dual-stack socket. */
function peerAddress(request: FastifyRequest): string {
  const address: string | undefined = request.ip;
  if (address === undefined) return 'unknown';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
