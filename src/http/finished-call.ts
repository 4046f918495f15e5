/** A call of the API when its last byte was sent, for whoever keeps a log of them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '#src/lib/assert.ts';
import type { Caller } from './route.ts';

export type FinishedCall = {
  caller: Caller;
  operationId: string;
  method: string;
  /** Below the root, as the route has it: `/account/{accountNumber}`. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
  /** Behind the `?`, as it came; empty without one. */
  query: string;
  requestId: string | undefined;
  httpStatus: number;
  /** The first error code. */
  code: string | undefined;
  durationMs: number;
  /** As parsed; undefined without one, and for what is no JSON. Nothing of it was checked. */
  requestBody: unknown;
  requestBytes: number;
  /** As sent; null for what is no envelope. */
  answerBody: string | null;
};

/** Null for what no caller of the API asked, or asked without a token that is believed. */
export function finishedCall(request: FastifyRequest, reply: FastifyReply, durationMs: number): FinishedCall | null {
  const { edge } = request;
  if (edge?.caller === undefined || edge.operationId === undefined || edge.pattern === undefined) return null;
  const at = request.url.indexOf('?');
  return {
    caller: edge.caller, operationId: edge.operationId, method: request.method, pattern: edge.pattern, params: isParams(request.params) ? request.params : {}, query: at === -1 ? '' : request.url.slice(at + 1),
    requestId: edge.requestId, httpStatus: reply.statusCode, code: edge.code, durationMs, requestBody: request.body ?? undefined, requestBytes: edge.bodyBytes, answerBody: edge.answerBody,
  };
}

function isParams(value: unknown): value is Record<string, string> {
  return isRecord(value);
}
