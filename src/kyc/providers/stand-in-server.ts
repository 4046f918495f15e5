/** Test support: the HTTP side of a provider's stand-in. What it answers is the provider's business. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { assert, isRecord } from '#src/lib/assert.ts';

export type StandInCall = { method: string; path: string; query: Readonly<Record<string, string>>; headers: IncomingMessage['headers']; body: unknown };

export type StandInReply = { status: number; body: string; headers?: Record<string, string> } | 'silence';

export type StandIn = {
  baseUrl: string;
  calls: StandInCall[];
  /** Answers the next call with this status and these bytes instead. */
  answerNext(status: number, body: string, headers?: Record<string, string>): void;
  close(): Promise<void>;
};

/** `always`: calls that are answered as ever, whatever was planned for the next one. */
export async function startStandIn(replyTo: (call: StandInCall) => StandInReply, always: (call: StandInCall) => boolean = () => false): Promise<StandIn> {
  const calls: StandInCall[] = [];
  const planned: StandInReply[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      calls.push(call);
      send(response, (always(call) ? undefined : planned.shift()) ?? replyTo(call));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'the stand-in listens on TCP');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    calls,
    answerNext: (status, body, headers = {}) => void planned.push({ status, body, headers }),
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/** A member of a JSON body as text; empty when it is none. */
export function fieldOf({ body }: StandInCall, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The last digit of a number with nine leading zeros, or null: it picks what is said about the number. */
export function reservedDigit(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  return digits.startsWith('000000000') ? digits.slice(-1) : null;
}

async function readCall(request: IncomingMessage): Promise<StandInCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const text = Buffer.concat(chunks).toString('utf8');
  return { method: request.method ?? '', path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers, body: text === '' ? null : JSON.parse(text) };
}

function send(response: ServerResponse, reply: StandInReply): void {
  if (reply === 'silence') return;
  response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
  response.end(reply.body);
}
