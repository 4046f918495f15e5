/** SQL of deliveries at work: reading what is leased, parking what must wait, finishing what was tried. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { DeliveryKey } from './delivery-id.ts';

export type DueDelivery = {
  event_id: string;
  endpoint_id: string;
  attempts: number;
  lease_version: number;
  body: string;
  url: string;
  status: 'active' | 'paused' | 'deleted';
  secret_sealed: Buffer | null;
};

/** What a lease names as `event_id endpoint_id`. */
export async function readDue(tx: ReadTx, keys: readonly DeliveryKey[]): Promise<DueDelivery[]> {
  return tx.rows<DueDelivery>(sql`
    select d.event_id, d.endpoint_id, d.attempts, d.lease_version, e.body, w.url, w.status, w.secret_sealed
    from unnest(${keys.map((key) => key.eventId)}::text[], ${keys.map((key) => key.endpointId)}::text[]) as k (event_id, endpoint_id)
    join webhook_delivery d on d.tenant_id = ${tx.tenantId} and d.event_id = any(${keys.map((key) => key.eventId)}::text[]) and d.event_id = k.event_id and d.endpoint_id = k.endpoint_id
    join event e on e.tenant_id = ${tx.tenantId} and e.event_id = d.event_id
    join webhook_endpoint w on w.tenant_id = ${tx.tenantId} and w.endpoint_id = d.endpoint_id
    order by d.event_id, d.endpoint_id`);
}

/**
 * Which of these endpoints are paused, and will stay so until this transaction ends: a resume waits for the lock, and then
 * sees the deliveries that were parked. Answers the ids of those that are paused.
 */
export async function lockPaused(tx: Tx, endpointIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ endpoint_id: string; status: string }>(sql`
    select endpoint_id, status from webhook_endpoint
    where tenant_id = ${tx.tenantId} and endpoint_id = any(${endpointIds}::text[])
    order by endpoint_id for share`);
  return new Set(rows.filter((row) => row.status === 'paused').map((row) => row.endpoint_id));
}

/** Takes the time away from these deliveries: kept until their endpoint is resumed. */
export async function park(tx: Tx, keys: readonly DeliveryKey[]): Promise<void> {
  await tx.execute(sql`
    update webhook_delivery d set next_at = null
    from unnest(${keys.map((key) => key.eventId)}::text[], ${keys.map((key) => key.endpointId)}::text[]) as k (event_id, endpoint_id)
    where d.tenant_id = ${tx.tenantId} and d.event_id = any(${keys.map((key) => key.eventId)}::text[]) and d.event_id = k.event_id and d.endpoint_id = k.endpoint_id and d.state = 'pending'`);
}

export type Finish = DeliveryKey & {
  leaseVersion: number;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  httpStatus: number | null;
  error: string | null;
  latencyMs: number | null;
  /** Wait until the next try; null when there is none. */
  waitMs: number | null;
};

/** Finishes deliveries whose lease is still ours; answers which. A replay, a deletion or a newer lease leaves them as they are. */
export async function finishDeliveries(tx: Tx, finishes: readonly Finish[]): Promise<DeliveryKey[]> {
  const column = <Value>(pick: (finish: Finish) => Value): Value[] => finishes.map(pick);
  const rows = await tx.rows<{ event_id: string; endpoint_id: string }>(sql`
    update webhook_delivery d
    set state = f.state, attempts = f.attempts, last_status = f.http_status, last_error = f.error, last_latency_ms = f.latency_ms,
        delivered_at = case when f.state = 'delivered' then ${tx.now}::timestamptz end, next_at = f.next_at
    from unnest(
      ${column((f) => f.eventId)}::text[], ${column((f) => f.endpointId)}::text[], ${column((f) => f.leaseVersion)}::int[], ${column((f) => f.state)}::text[],
      ${column((f) => f.attempts)}::int[], ${column((f) => f.httpStatus)}::int[], ${column((f) => f.error)}::text[], ${column((f) => f.latencyMs)}::int[],
      ${column((f) => (f.waitMs === null ? null : new Date(tx.now.getTime() + f.waitMs)))}::timestamptz[]
    ) as f (event_id, endpoint_id, lease_version, state, attempts, http_status, error, latency_ms, next_at)
    where d.tenant_id = ${tx.tenantId} and d.event_id = any(${column((f) => f.eventId)}::text[]) and d.event_id = f.event_id and d.endpoint_id = f.endpoint_id
      and d.lease_version = f.lease_version and d.state = 'pending'
    returning d.event_id, d.endpoint_id`);
  return rows.map((row) => ({ eventId: row.event_id, endpointId: row.endpoint_id }));
}

/** Gives leased deliveries back untried, due at once. */
export async function giveBack(tx: Tx, keys: readonly (DeliveryKey & { leaseVersion: number })[]): Promise<void> {
  await tx.execute(sql`
    update webhook_delivery d set next_at = ${tx.now}
    from unnest(${keys.map((key) => key.eventId)}::text[], ${keys.map((key) => key.endpointId)}::text[], ${keys.map((key) => key.leaseVersion)}::int[])
      as k (event_id, endpoint_id, lease_version)
    where d.tenant_id = ${tx.tenantId} and d.event_id = any(${keys.map((key) => key.eventId)}::text[]) and d.event_id = k.event_id and d.endpoint_id = k.endpoint_id
      and d.lease_version = k.lease_version and d.state = 'pending'`);
}
