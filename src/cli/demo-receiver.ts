/** The demo's own webhook receiver, on a free port of this machine. */
import { createServer } from 'node:http';
import { DemoFailure } from './demo-failure.ts';

export type ReceivedEvent = { headers: Record<string, string>; body: string };

export type DemoReceiver = {
  url: string;
  /** The first request whose body is this kind of event. @throws DemoFailure when it does not come in time. */
  eventOf(kind: string): Promise<ReceivedEvent>;
  close(): void;
};

const patienceMs = 30_000;
const largestBody = 256 * 1024;

export async function startDemoReceiver(): Promise<DemoReceiver> {
  const received: ReceivedEvent[] = [];
  const arrivals = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestBody) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
      response.end('{"status":"ok"}');
      for (const arrive of arrivals) arrive();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port.');
  const url = `http://127.0.0.1:${address.port}/webhook`;

  return {
    url,
    eventOf(kind) {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedEvent>();
      const look = (): void => {
        const found = received.find(({ body }) => body.startsWith(`{"event":"${kind}"`));
        if (found !== undefined) resolve(found);
      };
      const timer = setTimeout(() => reject(new DemoFailure(
        `${kind} did not arrive at ${url} within ${patienceMs / 1000} seconds.`,
        'The server must be able to reach this machine: run the demo on the machine the server runs on.',
      )), patienceMs);
      arrivals.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        arrivals.delete(look);
      });
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
