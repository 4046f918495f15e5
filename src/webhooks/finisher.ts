/** Writes the results of deliveries. While one transaction of a tenant runs, further results gather and share the next. */
import type { Tx } from '#src/db/database.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { retrying } from '#src/work/requests.ts';
import { finishDeliveries, type Finish } from './due-deliveries.ts';
import { pauseActive } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';

type Waiting = { finish: Finish; resolve(): void; reject(error: unknown): void };

/** Resolves when the result is committed. At most as many wait as are in flight, so the queue is bounded by the leases. */
export function createFinisher(ctx: WebhookContext): (tenantId: string, finish: Finish) => Promise<void> {
  const queues = new Map<string, Waiting[]>();

  async function drain(tenantId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        await retrying(() => ctx.db.write(tenantId, (tx) => writeResults(ctx, tx, batch.map((waiting) => waiting.finish))));
        for (const waiting of batch) waiting.resolve();
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queues.delete(tenantId);
  }

  return (tenantId, finish) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting: Waiting = { finish, resolve: () => resolve(undefined), reject };
    const queue = queues.get(tenantId);
    if (queue === undefined) {
      const started = [waiting];
      queues.set(tenantId, started);
      void drain(tenantId, started);
    } else {
      queue.push(waiting);
    }
    return promise;
  };
}

async function writeResults(ctx: WebhookContext, tx: Tx, finishes: readonly Finish[]): Promise<void> {
  const written = new Set((await finishDeliveries(tx, finishes)).map((key) => `${key.eventId} ${key.endpointId}`));
  const gone = finishes.filter((finish) => finish.httpStatus === 410 && written.has(`${finish.eventId} ${finish.endpointId}`));
  if (gone.length === 0) return;
  // 410 is the receiver's wish to hear no more: Standard Webhooks 1.0.
  for (const endpointId of await pauseActive(tx, [...new Set(gone.map((finish) => finish.endpointId))])) {
    await recordAudit(tx, ctx.ids, { actor: 'webhook-delivery', action: 'webhook.paused', subject: endpointId, details: { reason: 'The endpoint answered 410 Gone.' } });
  }
}
