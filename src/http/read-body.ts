/** The one body parser of the server. */
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { fail } from '#src/errors.ts';
import { parseJsonBody, refuseBadText } from './json-body.ts';

/** One media type, in UTF-8 or saying nothing of its character set; anything after it is not ours. */
const contentType = /^([\w.+-]+\/[\w.+-]+)[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-?8"?[ \t]*)?;?[ \t]*$/i;

/** One parser for every content type: JSON in UTF-8 is read, and as text what the route declares in `bodyMedia`. Empty bodies need no content type; an empty file is a file. */
export function readBody(request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (request.edge !== undefined) request.edge.bodyBytes = bytes.length;
  if (bytes.length === 0 && !isOtherMedia(request)) {
    done(null, undefined);
    return;
  }
  try {
    done(null, parse(request, bytes));
  } catch (error) {
    done(error instanceof Error ? error : new Error('body parser', { cause: error }));
  }
}

const mediaOf = (request: FastifyRequest): string => contentType.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '';

const isOtherMedia = (request: FastifyRequest): boolean => request.routeOptions.config.bodyMedia?.includes(mediaOf(request)) ?? false;

function parse(request: FastifyRequest, bytes: Buffer): unknown {
  const { bodyKeys, bodyMedia = [] } = request.routeOptions.config;
  const media = mediaOf(request);
  if (media === 'application/json') {
    const { value, inexact } = parseJsonBody(bytes, bodyKeys);
    if (request.edge !== undefined) request.edge.inexact = inexact;
    return value;
  }
  if (!bodyMedia.includes(media)) throw refuseMedia(bodyMedia);
  if (!isUtf8(bytes)) throw fail('invalid_field', { message: 'The body is not valid UTF-8.', fix: 'Save the file as UTF-8 and send it again.' });
  const text = bytes.toString('utf8');
  refuseBadText(text, null);
  if (request.edge !== undefined) request.edge.textBody = { media, text };
  return undefined;
}

function refuseMedia(others: readonly string[]): Error {
  if (others.length === 0) return fail('unsupported_media_type');
  const accepted = ['application/json', ...others].join(' or ');
  return fail('unsupported_media_type', { message: `Only ${accepted} is accepted.`, fix: `Send \`Content-Type: ${accepted}\`.` });
}
