/** Writes answers: the headers every answer has, and the envelope of whatever was thrown. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommitUnknown, isRetryable } from '#src/db/database.ts';
import { catalogue, fail, Failure } from '#src/errors.ts';
import { failureAnswer, jsonType } from './envelope.ts';
import type { HttpOptions } from './options.ts';
import { logMistake } from './request-log.ts';
import type { Answer } from './route.ts';
import { tokenHeaders } from './token-endpoint.ts';

export type Responder = {
  send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply;
  /** Answers the refusal an error stands for; an unforeseen one is logged and answered `internal_error`. */
  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, options?: { isToken: boolean }): FastifyReply;
};

export function createResponder({ publicUrl, log }: HttpOptions): Responder {
  const common: Record<string, string> = { 'content-type': jsonType, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if (publicUrl.startsWith('https:')) common['strict-transport-security'] = 'max-age=31536000; includeSubDomains';

  const send: Responder['send'] = (request, reply, answer) => {
    const { edge } = request;
    if (edge !== undefined && answer.httpStatus >= 400) edge.code ??= firstCode(answer.body);
    if (edge !== undefined && answer.stream === undefined && answer.contentType === undefined) edge.answerBody = answer.body;
    reply.code(answer.httpStatus).headers(common);
    if (edge?.requestId !== undefined) reply.header('requestid', edge.requestId);
    if (edge?.allowance !== undefined) {
      reply.header('ratelimit-limit', edge.allowance.limit);
      reply.header('ratelimit-remaining', edge.allowance.remaining);
      reply.header('ratelimit-reset', edge.allowance.resetSeconds);
    }
    if (answer.contentType !== undefined) reply.header('content-type', answer.contentType);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    return reply.send(answer.stream === undefined ? answer.body : Readable.from(watched(answer.stream, request), { objectMode: false }));
  };
  /** What breaks a stream has no answer to be told in any more. */
  async function* watched(stream: NonNullable<Answer['stream']>, request: FastifyRequest): AsyncIterable<string | Uint8Array> {
    try {
      yield* stream;
    } catch (error) {
      logMistake(log, request, error);
      throw error;
    }
  }

  const refuse: Responder['refuse'] = (error, request, reply, options = { isToken: false }) => {
    const failure = asFailure(error, request);
    if (catalogue[failure.code].httpStatus >= 500 && failure.cause !== undefined) logMistake(log, request, failure);
    if (request.edge !== undefined) request.edge.code = failure.code;
    if (!options.isToken) return send(request, reply, failureAnswer(failure, publicUrl));
    const answer = failureAnswer(failure, publicUrl, { extra: { status: 'error' } });
    return send(request, reply, { ...answer, headers: { ...answer.headers, ...tokenHeaders } });
  };

  return { send, refuse };
}

/** The first code of a refusal that was stored for its requestId, and comes as finished text. */
function firstCode(body: string): string | undefined {
  return /"errors":\[\{"code":"(\w+)"/.exec(body)?.[1];
}

/** The refusal an error stands for. Anything unforeseen is ours: `internal_error`. */
function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  // A whole request arrived, so what was lost is the database; whether a COMMIT counted is told to the next try.
  if (request.raw.complete && (error instanceof CommitUnknown || isRetryable(error))) return fail('service_unavailable', { retryAfterSeconds: 1, cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return fail('payload_too_large', { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return fail('unsupported_media_type', { cause: error });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return fail('invalid_json', { message: 'The body ended before Content-Length was reached.', cause: error });
    default:
      return fail('internal_error', { cause: error });
  }
}
