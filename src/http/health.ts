/** What an orchestrator and a monitor ask: is the process alive, would it serve a write, what has it done. */
import type { FastifyInstance } from 'fastify';
import { fail } from '#src/errors.ts';
import { success } from './envelope.ts';
import { edgeOf } from './edge-state.ts';
import type { Metrics } from './metrics.ts';
import type { Responder } from './responder.ts';

const readyWithinMs = 2_000;

type HealthOptions = { isReady(): Promise<boolean>; metrics: Metrics; responder: Responder };

/**
 * `/livez` answers 200 while the process answers at all and asks nobody else, so that a database outage restarts nothing.
 * `/readyz` answers 200 when `isReady` says yes within 2 seconds, else 503. `/metrics` is Prometheus text.
 */
export function mountHealth(app: FastifyInstance, { isReady, metrics, responder }: HealthOptions): void {
  app.get('/livez', (request, reply) => {
    edgeOf(request).operationId = 'livez';
    return responder.send(request, reply, success({ status: 'alive' }));
  });
  app.get('/readyz', async (request, reply) => {
    edgeOf(request).operationId = 'readyz';
    if (!(await within(readyWithinMs, isReady()))) throw fail('service_unavailable', { message: 'The service cannot write now.', retryAfterSeconds: 2 });
    return responder.send(request, reply, success({ status: 'ready' }));
  });
  app.get('/metrics', async (request, reply) => {
    edgeOf(request).operationId = 'metrics';
    return responder.send(request, reply, { httpStatus: 200, contentType: metrics.contentType, body: await metrics.text() });
  });
}

/** False when the answer is no, an error, or late. */
async function within(limitMs: number, answer: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), limitMs);
  try {
    return await Promise.race([answer.catch(() => false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
