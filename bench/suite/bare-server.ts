/** The process of `bare-route.ts`: told its JSON, it tells its port. */
import fastify from 'fastify';
import { isRecord } from '#src/lib/assert.ts';

process.once('message', (told: unknown) => {
  const body: unknown = JSON.parse(isRecord(told) && typeof told['body'] === 'string' ? told['body'] : '{}');
  const app = fastify();
  // Written anew for each request, as the program does.
  app.get('/bare', () => body);
  void app.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.send?.({ port: Number(new URL(address).port) }));
});
