/** Test support: a webhook receiver on this machine that answers as a test wants, well or badly. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { sampleCertificate, sampleKey } from './sample-certificate.ts';

export type Received = { path: string; headers: IncomingMessage['headers']; body: string };

export type Receiver = {
  port: number;
  url: string;
  received: Received[];
  /** Connections opened so far, requests or not. */
  connections(): number;
  /** Resolves when `count` requests came in all. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function startReceiver(answer: (response: ServerResponse, received: Received, count: number) => void, options: { tls?: boolean } = {}): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  let connections = 0;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const now = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(now);
      response.on('error', () => {});
      answer(response, now, received.length);
      for (const wait of waiting.filter(({ count }) => received.length >= count)) wait.resolve();
    });
  };
  const server = options.tls === true ? createTlsServer({ key: sampleKey, cert: sampleCertificate }, listener) : createServer(listener);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server);
  return {
    port,
    url: `${options.tls === true ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    connections: () => connections,
    until: (count) => (received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))),
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/** Answers with this status and nothing else. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): (response: ServerResponse) => void {
  return (response) => response.writeHead(code, headers).end();
}

export function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address;
}
