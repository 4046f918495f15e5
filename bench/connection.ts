/**
 * One keep-alive connection that speaks just enough HTTP/1.1: the load generator shares the processor with what it measures, and a full client
 * would take a third of it. What is read goes past Node's streams into one buffer that all connections share: it is copied before another is read.
 */
import { connect, type Socket } from 'node:net';

/** `body` holds one character for each byte. */
export type Reply = { status: number; body: string };

export type Connection = {
  /** One request at a time, as `getRequest` and `postRequest` write it; on a new connection where this one ended meanwhile. Rejects when it ends before its answer. */
  exchange(request: string): Promise<Reply>;
  close(): void;
};

type Waiting = { resolve(reply: Reply): void; reject(error: Error): void };

const contentLength = /\r\ncontent-length: *(\d+)/i;
const shared = Buffer.allocUnsafe(64 * 1024);

/** Bodies are ASCII: their length is counted in characters. */
export function postRequest(path: string, token: string, requestId: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nrequestId: ${requestId}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export function getRequest(path: string, token: string, requestId: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nrequestId: ${requestId}\r\n\r\n`;
}

export async function openConnection(port: number): Promise<Connection> {
  let waiting: Waiting | null = null;
  let received = '';

  const onBytes = (count: number): boolean => {
    const text = shared.toString('latin1', 0, count);
    received = received === '' ? text : received + text;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return true;
    const length = Number(contentLength.exec(received)?.[1] ?? '0');
    const end = headEnd + 4 + length;
    if (received.length < end) return true;
    const reply = { status: Number(received.slice(9, 12)), body: received.slice(headEnd + 4, end) };
    received = received.slice(end);
    const done = waiting;
    waiting = null;
    done?.resolve(reply);
    return true;
  };
  const onEnd = (): void => waiting?.reject(new Error('The connection ended before the answer.'));
  const open = async (): Promise<Socket> => {
    const fresh = await opened(port, onBytes);
    fresh.on('close', onEnd);
    fresh.on('error', onEnd);
    return fresh;
  };
  let socket = await open();
  return {
    async exchange(request) {
      // A server takes leave of a connection on which nothing was asked for some seconds.
      if (socket.destroyed) {
        received = '';
        socket = await open();
      }
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request, 'latin1');
      });
    },
    close: () => socket.destroy(),
  };
}

function opened(port: number, callback: (count: number) => boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback } }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
