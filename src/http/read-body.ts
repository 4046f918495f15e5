/** The one body parser of the server. */
import type { FastifyRequest } from 'fastify';
import { fail } from '#src/errors.ts';
import { parseJsonBody } from './json-body.ts';

const jsonContentType = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-?8"?[ \t]*)?;?[ \t]*$/i;

/** One parser for every content type: nothing but JSON in UTF-8 is read. Empty bodies need no content type. */
export function readBody(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (bytes.length === 0) {
    done(null, undefined);
    return;
  }
  try {
    if (!jsonContentType.test(request.headers['content-type'] ?? '')) throw fail('unsupported_media_type');
    const { value, inexact } = parseJsonBody(bytes);
    if (request.edge !== undefined) request.edge.inexact = inexact;
    done(null, value);
  } catch (error) {
    done(error instanceof Error ? error : new Error('body parser', { cause: error }));
  }
}
