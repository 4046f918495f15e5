/** Test support: an SMS gateway that answers as Termii documents, or exactly as a test wants. */
import { createServer } from 'node:http';

export type SeenMessage = { path: string; method: string; body: unknown };
/** `hang`: never answers. `drop`: reads the request, then breaks the connection. */
export type GatewayReply = { status: number; body: string } | 'hang' | 'drop';

export type TermiiStandIn = { baseUrl: string; seen: SeenMessage[]; reply(wanted: GatewayReply | null): void; close(): Promise<void> };

export async function startTermii(): Promise<TermiiStandIn> {
  const seen: SeenMessage[] = [];
  let wanted: GatewayReply | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      seen.push({ path: request.url ?? '', method: request.method ?? '', body });
      const reply = wanted ?? accepted(seen.length);
      if (reply === 'drop') response.destroy();
      else if (reply !== 'hang') response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The stand-in has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/api`,
    seen,
    reply: (next) => {
      wanted = next;
    },
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

function accepted(count: number): GatewayReply {
  const id = `31${String(count).padStart(18, '0')}`;
  return { status: 200, body: `{"code":"ok","message_id":${id},"message_id_str":"${id}","message":"Successfully Sent","balance":1047.57,"user":"Sample Sender"}` };
}
