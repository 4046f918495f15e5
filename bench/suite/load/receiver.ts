/** A webhook endpoint that answers 200 at once and tells who waits for the transfer. It shares the process with the load, so it reads as little of HTTP as it must. */
import { createServer, type Socket } from 'node:net';

export type Receiver = {
  port: number;
  /** Settles when an event names this transfer. To be asked before the event can come. */
  arrival(transactionId: string): Promise<void>;
  /** Forgets one that never came. */
  forget(transactionId: string): void;
  close(): void;
};

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const contentLength = /\r\ncontent-length: *(\d+)/i;
const named = /"transactionId":"([^"]+)"/;

export async function openReceiver(): Promise<Receiver> {
  const waiting = new Map<string, () => void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let received = '';
    sockets.add(socket);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      for (let end = endOf(received); end !== null; end = endOf(received)) {
        const transactionId = named.exec(received.slice(0, end))?.[1] ?? '';
        received = received.slice(end);
        socket.write(answer);
        waiting.get(transactionId)?.();
        waiting.delete(transactionId);
      }
    });
    // Whoever hangs up has his reasons.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    port: address.port,
    arrival: (transactionId) => new Promise((resolve) => waiting.set(transactionId, resolve)),
    forget: (transactionId) => void waiting.delete(transactionId),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Where the first request in the text ends; null while it is not all there. */
function endOf(text: string): number | null {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const end = headEnd + 4 + Number(contentLength.exec(text)?.[1] ?? '0');
  return text.length < end ? null : end;
}
