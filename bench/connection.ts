/**
 * One keep-alive connection that speaks just enough HTTP/1.1: the load generator shares the processor with what it
 * measures, and a full client would take a third of it.
 */
import { connect, type Socket } from 'node:net';

export type Reply = { status: number; body: string };

export type Connection = {
  /** One request at a time. Rejects when the connection ends before its answer. */
  post(path: string, requestId: string, body: string): Promise<Reply>;
  close(): void;
};

type Waiting = { resolve(reply: Reply): void; reject(error: Error): void };

const contentLength = /\r\ncontent-length: *(\d+)/i;

export async function openConnection(port: number, token: string): Promise<Connection> {
  const socket = await opened(port);
  let waiting: Waiting | null = null;
  let received = '';

  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(contentLength.exec(received)?.[1] ?? '0');
    if (received.length < headEnd + 4 + length) return;
    const reply = { status: Number(received.slice(9, 12)), body: received.slice(headEnd + 4, headEnd + 4 + length) };
    received = received.slice(headEnd + 4 + length);
    const done = waiting;
    waiting = null;
    done?.resolve(reply);
  });
  const onEnd = (): void => waiting?.reject(new Error('The connection ended before the answer.'));
  socket.on('close', onEnd);
  socket.on('error', onEnd);

  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  return {
    post(path, requestId, body) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`POST ${path} HTTP/1.1\r\n${head}requestId: ${requestId}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 'latin1');
      });
    },
    close: () => socket.destroy(),
  };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
