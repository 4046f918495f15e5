import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { assert } from '#src/lib/assert.ts';
import { answerControl } from './control-routes.ts';
import { createEasyPayRoutes } from './easypay-routes.ts';
import type { Faults } from './faults.ts';
import type { HttpReply } from './http-reply.ts';
import { noRoute } from './http-reply.ts';
import type { RailSimulator } from './simulator.ts';

const BODY_BYTES_MAX = 65_536;

export type RailServerOptions = {
  simulator: RailSimulator;
  faults: Faults;
  /** Monotonic milliseconds; ages tokens. */
  nowMs: () => number;
  /** 0 picks a free port. */
  port: number;
  tokenSeconds?: number;
};

export type RailServer = { url: string; close(): Promise<void> };

/** The simulator as an HTTP program in EasyPay's wire format, on loopback. Closing it drops what is still open; the book stays the caller's. */
export async function startRailServer(options: RailServerOptions): Promise<RailServer> {
  const { simulator, faults, nowMs } = options;
  const easyPay = createEasyPayRoutes(simulator, { nowMs, tokenSeconds: options.tokenSeconds ?? 3_599 });

  const route = async (request: IncomingMessage): Promise<HttpReply> => {
    const body = await readBody(request);
    if (body === null) return { kind: 'close' };
    const url = new URL(request.url ?? '/', 'http://rail.invalid');
    const { authorization } = request.headers;
    const question = { method: request.method ?? '', path: url.pathname, query: url.searchParams, authorization, body };
    if (url.pathname.startsWith('/simulator/')) {
      return answerControl(question, { simulator, faults, revokeTokens: easyPay.revokeTokens });
    }
    return (await easyPay.answer(question)) ?? noRoute;
  };

  const server = createServer((request, response) => {
    // Trouble with the book's disk: to the caller the rail is simply gone.
    route(request).then(
      (reply) => write(response, reply),
      () => request.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'the rail server has no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function write(response: ServerResponse, reply: HttpReply): void {
  if (reply.kind === 'close') {
    response.destroy();
    return;
  }
  const contentType = reply.kind === 'json' ? 'application/json' : reply.contentType;
  response.writeHead(reply.status, { 'content-type': contentType });
  response.end(reply.kind === 'json' ? JSON.stringify(reply.body) : reply.body);
}

/** The body, or null when it is longer than the bound or cut off. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) return null;
      length += chunk.length;
      if (length > BODY_BYTES_MAX) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
