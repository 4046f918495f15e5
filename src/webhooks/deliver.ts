/**
 * The due work of webhooks: each delivery is posted outside any transaction, and finished if its lease is still ours.
 * A worker that dies in between leaves the lease to run out; the same event is then sent again under the same id.
 */
import type { Environment } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type Claim, type DueQueue, type Lease, leaseDue } from '#src/work/due.ts';
import { reachOf } from './address-guard.ts';
import type { DeliveryKey } from './delivery-id.ts';
import { type DueDelivery, finishDeliveries, type Finish, giveBack, lockPaused, park, readDue } from './due-deliveries.ts';
import { createFinisher } from './finisher.ts';
import { nextAttempt } from './schedule.ts';
import { signatureHeaders } from './signature.ts';
import { createSlots } from './slots.ts';
import { secretPlace } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { WebhookOutcome } from './webhook-http.ts';

export type WebhookJob = DeliveryKey & {
  leaseVersion: number;
  /** Attempts made before this one. */
  attempts: number;
  body: string;
  url: string;
  secretSealed: Buffer | null;
  environment: Environment;
};

const perTenant = 16;
const perEndpoint = 4;
/** With the 15 seconds of a call this stays within the lease of 30. */
const slotWaitMs = 10_000;

export function webhookQueue(ctx: WebhookContext): DueQueue<WebhookJob> {
  const slots = createSlots(perEndpoint, slotWaitMs);
  const finish = createFinisher(ctx);
  const random = (): number => ctx.ids.bytes(4).readUInt32BE() / 2 ** 32;

  return {
    name: 'webhook_delivery',
    table: 'webhook_delivery',
    perTenant,
    claim: claimDeliveries,
    async work(tenantId, job) {
      const slot = `${tenantId} ${job.endpointId}`;
      if (!(await slots.take(slot))) {
        // The endpoint is slow: others of this tenant go first.
        await ctx.db.write(tenantId, (tx) => giveBack(tx, [job]));
        return;
      }
      crashPoint('webhook.before_post');
      let outcome: WebhookOutcome;
      try {
        outcome = await post(ctx, tenantId, job);
      } finally {
        slots.release(slot);
      }
      crashPoint('webhook.posted');
      await finish(tenantId, resultOf(job, outcome, random));
      crashPoint('webhook.finished');
    },
  };
}

async function claimDeliveries(tx: Tx, limit: number): Promise<Claim<WebhookJob>> {
  const leases = await leaseDue(tx, 'webhook_delivery', limit);
  return { leased: leases.length, jobs: leases.length === 0 ? [] : await readDeliveries(tx, leases) };
}

async function readDeliveries(tx: Tx, leases: readonly Lease[]): Promise<WebhookJob[]> {
  const { environment } = tx;
  if (environment === null) throw new Error('Deliveries are claimed in a transaction of their tenant.');
  const due = await readDue(tx, leases.map(keyOf));
  const withStatus = (status: DueDelivery['status']): DueDelivery[] => due.filter((delivery) => delivery.status === status);
  const active = withStatus('active').map((delivery): WebhookJob => ({
    ...leasedKey(delivery),
    attempts: delivery.attempts,
    body: delivery.body,
    url: delivery.url,
    secretSealed: delivery.secret_sealed,
    environment,
  }));
  await parkPaused(tx, withStatus('paused'));
  const deleted = withStatus('deleted');
  if (deleted.length > 0) await finishDeliveries(tx, deleted.map(endpointDeleted));
  return active;
}

/** Paused deliveries lose their time; those whose endpoint was resumed at this very moment are due at once. */
async function parkPaused(tx: Tx, deliveries: readonly DueDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const paused = await lockPaused(tx, [...new Set(deliveries.map((delivery) => delivery.endpoint_id))]);
  const parked = deliveries.filter((delivery) => paused.has(delivery.endpoint_id));
  const resumed = deliveries.filter((delivery) => !paused.has(delivery.endpoint_id));
  if (parked.length > 0) await park(tx, parked.map(leasedKey));
  if (resumed.length > 0) await giveBack(tx, resumed.map(leasedKey));
}

function keyOf(lease: Lease): DeliveryKey {
  const [eventId, endpointId] = lease.id.split(' ');
  if (eventId === undefined || endpointId === undefined) throw new Error('A lease of a delivery names its event and its endpoint.');
  return { eventId, endpointId };
}

function leasedKey(delivery: DueDelivery): DeliveryKey & { leaseVersion: number } {
  return { eventId: delivery.event_id, endpointId: delivery.endpoint_id, leaseVersion: delivery.lease_version };
}

function endpointDeleted(delivery: DueDelivery): Finish {
  return { ...leasedKey(delivery), state: 'failed', attempts: delivery.attempts, httpStatus: null, error: 'endpoint_deleted', latencyMs: null, waitMs: null };
}

async function post(ctx: WebhookContext, tenantId: string, job: WebhookJob): Promise<WebhookOutcome> {
  const secret = job.secretSealed === null ? null : (await ctx.keyring.of(tenantId)).open(secretPlace(job.endpointId), job.secretSealed);
  return ctx.webhookHttp.post({
    url: job.url,
    body: job.body,
    // Wall time, not the tenant's clock: receivers compare it with their own.
    headers: signatureHeaders({ secret, eventId: job.eventId, timestampSeconds: Math.floor(ctx.clock.now().getTime() / 1000), attempt: job.attempts + 1, body: job.body }),
    ...reachOf(job.environment),
  });
}

/** What an outcome makes of its delivery. Pure but for `random`. */
export function resultOf(job: WebhookJob, outcome: WebhookOutcome, random: () => number): Finish {
  const attempts = job.attempts + 1;
  const base = {
    eventId: job.eventId,
    endpointId: job.endpointId,
    leaseVersion: job.leaseVersion,
    attempts,
    httpStatus: outcome.httpStatus,
    error: outcome.error,
    latencyMs: outcome.latencyMs,
  };
  if (outcome.httpStatus !== null && outcome.httpStatus >= 200 && outcome.httpStatus <= 299) return { ...base, state: 'delivered', waitMs: null };
  if (outcome.httpStatus === 410) return { ...base, state: 'failed', waitMs: null };
  const waitMs = nextAttempt(job.environment, attempts, outcome.retryAfterSeconds, random);
  return { ...base, state: waitMs === null ? 'failed' : 'pending', waitMs };
}
