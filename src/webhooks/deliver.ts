/**
 * The due work of webhooks: each delivery is posted outside any transaction, and finished if its lease is still ours.
 * A worker that dies in between leaves the lease to run out; the same event is then sent again under the same id.
 */
import type { Environment } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { countOne } from '#src/lib/count-one.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type Claim, type DueQueue, leaseEnd } from '#src/work/due.ts';
import { reachOf } from './address-guard.ts';
import { type DueDelivery, failStrays, type LeasedDelivery, leaseDeliveries, lookDue, putAside } from './due-deliveries.ts';
import { createFinisher, type DeliveryResult } from './finisher.ts';
import { lockHealth, startProbes } from './health-store.ts';
import { nextAttempt } from './schedule.ts';
import { openSecrets } from './secrets.ts';
import { placesOfTenant, shareOut } from './share.ts';
import { signatureHeaders } from '#src/lib/webhook-signature.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { WebhookOutcome } from './webhook-http.ts';

export type WebhookJob = LeasedDelivery & {
  environment: Environment;
  /** By the tenant's clock. */
  leasedAt: Date;
  /** The one call that a waiting breaker lets through. */
  probe: boolean;
};

export function webhookQueue(ctx: WebhookContext): DueQueue<WebhookJob> {
  const finish = createFinisher(ctx);
  const calls = createCallCount();
  const random = (): number => ctx.ids.bytes(4).readUInt32BE() / 2 ** 32;

  /** A place is taken by a call, not by the writing of its result: the next call need not wait for a commit. */
  async function called(tenantId: string, job: WebhookJob): Promise<WebhookOutcome> {
    const ended = calls.begin(tenantId, job.endpointId);
    try {
      crashPoint('webhook.before_post');
      return await post(ctx, tenantId, job);
    } finally {
      ended();
    }
  }

  return {
    name: 'webhook_delivery',
    table: 'webhook_delivery',
    perTenant: placesOfTenant,
    room: (tenantId) => placesOfTenant - calls.ofTenant(tenantId),
    // One claim for calls that end together instead of one each. Of a bare client's rate (bench webhooks, one run each): 0.36 with 2 ms, 0.33 and 0.32 with 5, 0.27
    // with 10; 2 and 5 are within the noise, and the shorter waits less.
    gatherMs: 2,
    claim: (tx) => claimDeliveries(tx, calls.ofEndpoints(tx.tenantId)),
    async work(tenantId, job, left = () => {}) {
      const outcome = await called(tenantId, job).finally(left);
      crashPoint('webhook.posted');
      await finish(tenantId, resultOf(job, outcome, random));
      crashPoint('webhook.finished');
    },
  };
}

type CallCount = {
  ofTenant(tenantId: string): number;
  ofEndpoints(tenantId: string): ReadonlyMap<string, number>;
  /** Counts a call until the answer is called. */
  begin(tenantId: string, endpointId: string): () => void;
};

/** Calls in flight in this process. */
function createCallCount(): CallCount {
  const tenants = new Map<string, Map<string, number>>();
  return {
    ofTenant: (tenantId) => [...(tenants.get(tenantId)?.values() ?? [])].reduce((sum, count) => sum + count, 0),
    ofEndpoints: (tenantId) => tenants.get(tenantId) ?? new Map<string, number>(),
    begin(tenantId, endpointId) {
      const endpoints = tenants.get(tenantId) ?? new Map<string, number>();
      tenants.set(tenantId, endpoints);
      const ended = countOne(endpoints, endpointId);
      return () => {
        ended();
        if (endpoints.size === 0) tenants.delete(tenantId);
      };
    },
  };
}

async function claimDeliveries(tx: Tx, inFlight: ReadonlyMap<string, number>): Promise<Claim<WebhookJob>> {
  const due = await lookDue(tx);
  if (due.length === 0) {
    await failStrays(tx);
    return { leased: 0, jobs: [] };
  }
  const byEndpoint = [...Map.groupBy(due, (delivery) => delivery.endpointId)];
  const ready = byEndpoint.filter(([, deliveries]) => mayGo(deliveries, tx.now));
  const chosen = shareOut(ready.map(([endpointId, deliveries]) => {
    const { failures, openSeconds } = expectPresent(deliveries[0]);
    return { endpointId, failing: failures > 0, due: openSeconds > 0 ? deliveries.slice(0, 1) : deliveries };
  }), inFlight);
  const probing = chosen.filter((delivery) => delivery.openSeconds > 0).map((delivery) => delivery.endpointId);
  const waiting = byEndpoint.filter(([, deliveries]) => !mayGo(deliveries, tx.now)).map(([endpointId]) => endpointId);
  const refused = probing.length + waiting.length === 0 ? new Set<string>() : await settleWaiting(tx, waiting, probing);
  const going = chosen.filter((delivery) => !refused.has(delivery.endpointId));
  if (going.length === 0) return { leased: 0, jobs: [] };
  const leased = await leaseDeliveries(tx, going);
  const environment = expectPresent(tx.environment, 'the environment of a tenant');
  return { leased: leased.length, jobs: leased.map((delivery) => ({ ...delivery, environment, leasedAt: tx.now, probe: probing.includes(delivery.endpointId) })) };
}

function mayGo(deliveries: readonly DueDelivery[], now: Date): boolean {
  const { status, waitUntil } = expectPresent(deliveries[0]);
  return status !== 'paused' && (waitUntil === null || waitUntil <= now);
}

/**
 * Under the locks of the endpoints: a resume at this very moment comes before or after, and of two workers one makes the probe.
 * Answers the endpoints whose probe another worker makes.
 */
async function settleWaiting(tx: Tx, waiting: readonly string[], probing: readonly string[]): Promise<ReadonlySet<string>> {
  const concerned = [...waiting, ...probing];
  const rows = await lockHealth(tx, concerned, concerned);
  const isOver = ({ waitUntil }: { waitUntil: Date | null }): boolean => waitUntil === null || waitUntil <= tx.now;
  for (const row of rows.filter(({ endpointId }) => waiting.includes(endpointId))) {
    if (row.status === 'paused') await putAside(tx, row.endpointId, null);
    else if (!isOver(row)) await putAside(tx, row.endpointId, row.waitUntil);
  }
  const mine = rows.filter((row) => probing.includes(row.endpointId) && isOver(row)).map(({ endpointId }) => endpointId);
  // A moment after the lease, so that its end is no other delivery's.
  if (mine.length > 0) await startProbes(tx, mine, new Date(leaseEnd(tx.now).getTime() + 1));
  return new Set(probing.filter((endpointId) => !mine.includes(endpointId)));
}

async function post(ctx: WebhookContext, tenantId: string, job: WebhookJob): Promise<WebhookOutcome> {
  const secrets = openSecrets(await ctx.keyring.of(tenantId), job, job.leasedAt);
  return ctx.webhookHttp.post({
    url: job.url,
    body: job.body,
    // Wall time, not the tenant's clock: receivers compare it with their own.
    headers: signatureHeaders({ ...secrets, eventId: job.eventId, timestampSeconds: Math.floor(ctx.clock.now().getTime() / 1000), attempt: job.attempts + 1, body: job.body }),
    ...reachOf(job.environment),
  });
}

/** What an outcome makes of its delivery. Pure but for `random`. */
export function resultOf(job: WebhookJob, outcome: WebhookOutcome, random: () => number): DeliveryResult {
  const { eventId, endpointId, leaseVersion, environment, probe } = job;
  const { httpStatus, error, latencyMs, retryAfterSeconds } = outcome;
  const attempts = job.attempts + 1;
  const ok = httpStatus !== null && httpStatus >= 200 && httpStatus <= 299;
  const base = { eventId, endpointId, leaseVersion, attempts, httpStatus, error, latencyMs, retryAfterSeconds, probe, ok };
  if (ok) return { ...base, state: 'delivered', waitMs: null };
  if (httpStatus === 410) return { ...base, state: 'failed', waitMs: null };
  const waitMs = nextAttempt(environment, attempts, retryAfterSeconds, random);
  return { ...base, state: waitMs === null ? 'failed' : 'pending', waitMs };
}
