/** Writes the results of deliveries, many in one transaction: the deliveries, their attempts, and what they say about their endpoints. */
import type { Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { isoMillisOrNull } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { retrying } from '#src/work/requests.ts';
import { createSharedWrites } from '#src/work/shared-writes.ts';
import { finishDeliveries, type Finish, takeUp } from './due-deliveries.ts';
import { type CallResult, healthAfter, isLost } from './health.ts';
import { type HealthChange, type HealthRow, lockHealth, saveHealth } from './health-store.ts';
import type { WebhookContext } from './webhook-context.ts';

export type DeliveryResult = Finish & CallResult;

/** Resolves when the result is committed. */
export function createFinisher(ctx: WebhookContext): (tenantId: string, result: DeliveryResult) => Promise<void> {
  return createSharedWrites(async (tenantId, results) => {
    const changes = await retrying(() => ctx.db.writeTogether('webhook_result', tenantId, (tx) => writeResults(ctx, tx, results)));
    if (changes > 0) ctx.wake('webhook_delivery');
  });
}

/** Answers how many endpoints changed. */
async function writeResults(ctx: WebhookContext, tx: Tx, results: readonly DeliveryResult[]): Promise<number> {
  const byEndpoint = Map.groupBy(results, (result) => result.endpointId);
  const failing = [...byEndpoint].filter(([, own]) => own.some((result) => !result.ok)).map(([endpointId]) => endpointId);
  const [rows] = await Promise.all([lockHealth(tx, [...byEndpoint.keys()], failing), finishDeliveries(tx, results)]);
  if (rows.length === 0) return 0;
  const changes = rows.map((row) => changeOf(tx, row, byEndpoint.get(row.endpointId) ?? []));
  await saveHealth(tx, changes);
  for (const [index, before] of rows.entries()) {
    const change = expectPresent(changes[index]);
    // Its probe came through: what waited for the breaker waits no more.
    if (before.waitUntil !== null && before.openSeconds > 0 && change.waitUntil === null) await takeUp(tx, before.endpointId, before.waitUntil);
    if (change.pausedReason !== null) await tellPaused(ctx, tx, before, change);
  }
  return changes.length;
}

function changeOf(tx: Tx, before: HealthRow, results: readonly DeliveryResult[]): HealthChange {
  const after = healthAfter(before, results, tx.now);
  const lost = isLost(after, tx.now, expectPresent(tx.environment, 'the environment of a tenant'));
  // 410 is the receiver's wish to hear no more: Standard Webhooks 1.0.
  const gone = results.some((result) => result.httpStatus === 410);
  const pausedReason = before.status !== 'active' ? null : gone ? 'gone' : lost ? 'failing' : null;
  return { endpointId: before.endpointId, ...after, pausedReason };
}

async function tellPaused(ctx: WebhookContext, tx: Tx, { endpointId, pauses }: HealthRow, { pausedReason, failures, failingSince }: HealthChange): Promise<void> {
  const reason: 'gone' | 'failing' = pausedReason === 'gone' ? 'gone' : 'failing';
  const details = { reason, failures, failingSince: isoMillisOrNull(failingSince) };
  await recordAudit(tx, ctx.ids, { actor: 'webhook-delivery', action: 'webhook.paused', subject: endpointId, details });
  await emit(tx, ctx.ids, [{ kind: 'webhook.paused', subject: endpointId, sequence: pauses + 1, data: { webhookId: endpointId, ...details } }]);
}
