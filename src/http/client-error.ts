/** Answers requests that never became one: what the HTTP parser refused is answered on the bare socket. */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail } from '#src/errors.ts';
import { failureAnswer } from './envelope.ts';
import type { Answer } from './route.ts';

type ParserError = Error & { code?: string };

export type ClientErrors = {
  /** Notices which requests of a connection are still being answered; call it before the server listens. */
  watch(server: Server): void;
  /** For the server's `clientError`. */
  onError(error: ParserError, socket: Socket): void;
};

/** What a connection is in the middle of. Pipelining lets a client send the next request before its last one is answered. */
type Traffic = { unanswered: number; request: IncomingMessage; response: ServerResponse };

/**
 * Writes one envelope (400, 408 or 431) and closes the connection. When a request before the broken one is still being
 * answered, the connection is only closed: the refusal would be read as the answer to that one, which may have moved money.
 */
export function createClientErrors(publicUrl: string): ClientErrors {
  const connections = new WeakMap<Socket, Traffic>();
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

  return {
    watch(server) {
      server.prependListener('request', (request, response) => {
        const { socket } = request;
        const traffic = { unanswered: (connections.get(socket)?.unanswered ?? 0) + 1, request, response };
        connections.set(socket, traffic);
        response.once('close', () => {
          const latest = connections.get(socket);
          if (latest !== undefined) latest.unanswered -= 1;
        });
      });
    },
    onError(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(connections.get(socket))) socket.destroy(error);
      else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(rawResponse(tooSlow));
      else if (error.code === 'HPE_HEADER_OVERFLOW') socket.end(rawResponse(tooLarge));
      else socket.end(rawResponse(malformed));
    },
  };
}

/** A single request whose own body is broken, and that has no answer yet, may still get one. */
function isAnswering(traffic: Traffic | undefined): boolean {
  if (traffic === undefined || traffic.unanswered === 0) return false;
  return traffic.unanswered > 1 || traffic.request.complete || traffic.response.headersSent;
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
