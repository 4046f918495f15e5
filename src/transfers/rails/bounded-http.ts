import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export type HttpCall = {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  answerBytesMax: number;
  /** On a connection of its own: a kept one may die just as it is used, and then nobody knows what went out. */
  ownConnection?: true;
};

export type HttpOutcome =
  | { kind: 'answer'; status: number; body: string }
  /** `notSent`: the connection never stood, so not a byte of the call went out. */
  | { kind: 'trouble'; detail: 'timeout' | 'connect_timeout' | 'connect_failed' | 'reset' | 'too_large'; notSent: boolean };

export type BoundedHttp = (call: HttpCall, signal: AbortSignal) => Promise<HttpOutcome>;

const SOCKETS_MAX = 64;

/**
 * An HTTP caller that makes one attempt, follows no redirect, reads a bounded answer and never throws.
 *
 * It is Node's own client rather than `fetch`, because only here the moment is visible at which a connection stands: a call that
 * failed before is known not to have been sent, and that is worth a great deal when the call is a payment.
 */
export function createBoundedHttp(connectMs: number): BoundedHttp {
  const agents = [true, false].map((keepAlive) => ({
    keepAlive,
    http: new HttpAgent({ keepAlive, maxSockets: SOCKETS_MAX }),
    https: new HttpsAgent({ keepAlive, maxSockets: SOCKETS_MAX }),
  }));
  return (call, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve({ kind: 'trouble', detail: 'timeout', notSent: true });
      const { method, headers } = call;
      const secure = call.url.startsWith('https:');
      const agent = agents.find(({ keepAlive }) => keepAlive !== (call.ownConnection ?? false));
      const request = secure
        ? httpsRequest(call.url, { method, headers, agent: agent?.https })
        : httpRequest(call.url, { method, headers, agent: agent?.http });
      let standing = false;
      let detail: 'timeout' | 'connect_timeout' | null = null;
      const give = (why: 'timeout' | 'connect_timeout'): void => {
        detail ??= why;
        request.destroy();
      };
      const onAbort = (): void => give('timeout');
      const connectTimer = setTimeout(() => give('connect_timeout'), connectMs);
      const settle = (outcome: HttpOutcome): void => {
        clearTimeout(connectTimer);
        signal.removeEventListener('abort', onAbort);
        resolve(outcome);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      whenConnected(request, secure, () => {
        standing = true;
        clearTimeout(connectTimer);
      });
      const fail = (): void => settle({ kind: 'trouble', detail: detail ?? (standing ? 'reset' : 'connect_failed'), notSent: !standing });
      request.on('error', fail);
      request.on('close', fail);
      request.on('response', (response) => {
        readBounded(response, call.answerBytesMax, (body) => {
          if (body === null) request.destroy();
          settle(
            body === null
              ? { kind: 'trouble', detail: 'too_large', notSent: false }
              : { kind: 'answer', status: response.statusCode ?? 0, body },
          );
        });
      });
      request.end(call.body);
    });
}

/** Calls back when bytes of the request may leave: after the TLS handshake where there is one, at once on a kept connection. */
function whenConnected(request: ClientRequest, secure: boolean, onConnected: () => void): void {
  request.on('socket', (socket) => {
    if (request.reusedSocket || !socket.connecting) onConnected();
    else socket.once(secure ? 'secureConnect' : 'connect', onConnected);
  });
}

/** The whole body, or null once it is longer than the bound. A cut connection gives no call back: the request's own events tell. */
function readBounded(response: IncomingMessage, bytesMax: number, onBody: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bytesMax) onBody(null);
    else chunks.push(chunk);
  });
  response.on('end', () => {
    if (length <= bytesMax) onBody(Buffer.concat(chunks).toString('utf8'));
  });
  // Without a listener a reset in the middle of a body would be an uncaught error.
  response.on('error', () => undefined);
}
