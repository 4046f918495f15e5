/** Requests as bytes on a socket: what an HTTP library would mend or refuse is sent as it is. */
import { connect } from 'node:net';
import { isRecord } from '#src/lib/assert.ts';

export type RawCall = {
  method: string;
  /** The request target, byte for byte. */
  target: string;
  /** Header lines in order; the same name may come twice. Content-Length is added. */
  headers: readonly (readonly [string, string])[];
  body: Buffer | null;
};

export type RawAnswer = { status: number; headers: string; text: string; json: Record<string, unknown> };

/** No answer in this time is a hang. */
const patienceMs = 15_000;

/** Sends one request on a connection of its own. @throws when no whole answer comes. */
export function sendCall(port: number, call: RawCall): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer within ${patienceMs} ms`));
    }, patienceMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses early may reset the connection while the body is still being written; what it said counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      const answer = parseAnswer(Buffer.concat(chunks).toString('utf8'));
      if (answer === null) reject(new Error('the connection was closed without an answer'));
      else resolve(answer);
    });
    socket.write(toBytes(call));
  });
}

/** Header values are written as Latin-1, the only encoding of a header. */
function toBytes({ method, target, headers, body }: RawCall): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), 'Connection: close', `Content-Length: ${body?.length ?? 0}`];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

function parseAnswer(bytes: string): RawAnswer | null {
  // "100 Continue" comes before the answer, and is none.
  const received = bytes.replace(/^(HTTP\/1\.1 1\d\d [\s\S]*?\r\n\r\n)+/, '');
  const end = received.indexOf('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
  if (end === -1 || status === undefined) return null;
  const text = received.slice(end + 4);
  return { status: Number(status), headers: received.slice(0, end), text, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}
