/** Answers requests that never became one: what the HTTP parser refused is answered on the bare socket. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { fail } from '#src/errors.ts';
import { failureAnswer } from './envelope.ts';
import type { Answer } from './route.ts';

type ParserError = Error & { code?: string };

/** A handler for the server's `clientError`: writes one envelope (400, 408 or 431) and closes the connection. */
export function createClientErrorHandler(publicUrl: string): (error: ParserError, socket: Socket) => void {
  const malformed = failureAnswer(
    fail('invalid_field', { message: 'The request is not valid HTTP/1.1.', fix: 'Send the request with an HTTP library.' }),
    publicUrl,
  );
  const tooSlow = failureAnswer(
    fail('invalid_field', { message: 'The request did not arrive in time.', fix: 'Send the whole request within 30 seconds, its headers within 5.' }),
    publicUrl,
    { httpStatus: 408 },
  );
  const tooLarge = failureAnswer(fail('header_fields_too_large'), publicUrl);

  return (error, socket) => {
    // After bytes of an answer went out, another answer would be read as a part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy(error);
      return;
    }
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(rawResponse(tooSlow));
    else if (error.code === 'HPE_HEADER_OVERFLOW') socket.end(rawResponse(tooLarge));
    else socket.end(rawResponse(malformed));
  };
}

function rawResponse(answer: Answer): string {
  return [
    `HTTP/1.1 ${answer.httpStatus} ${STATUS_CODES[answer.httpStatus] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(answer.body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    answer.body,
  ].join('\r\n');
}
