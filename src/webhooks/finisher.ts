/** Writes the results of deliveries, many in one transaction. */
import type { Tx } from '#src/db/database.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { retrying } from '#src/work/requests.ts';
import { createSharedWrites } from '#src/work/shared-writes.ts';
import { finishDeliveries, type Finish } from './due-deliveries.ts';
import { pauseActive } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Resolves when the result is committed. */
export function createFinisher(ctx: WebhookContext): (tenantId: string, finish: Finish) => Promise<void> {
  return createSharedWrites((tenantId, finishes) => retrying(() => ctx.db.write(tenantId, (tx) => writeResults(ctx, tx, finishes))));
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
