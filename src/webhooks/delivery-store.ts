/** SQL of deliveries and events as their tenant sees them: the log, replays, tests, and pulling instead of being called. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import type { DeliveryKey } from './delivery-id.ts';
import type { Delivery } from './delivery-list.ts';

export const columns: Sql = sql`d.event_id as "eventId", d.endpoint_id as "endpointId", e.kind as event, d.state, d.attempts, d.last_status as "httpStatus", d.last_error as error,
  d.last_latency_ms as "latencyMs", d.next_at as "nextAt", d.delivered_at as "deliveredAt", d.created_at as "createdAt"`;

/** One delivery; null when there is none, or its endpoint was deleted. */
export async function selectDelivery(tx: ReadTx, key: DeliveryKey): Promise<Delivery | null> {
  const [row] = await tx.rows<Delivery>(sql`
    select ${columns} from webhook_delivery d
    join event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
    join webhook_endpoint w on w.tenant_id = d.tenant_id and w.endpoint_id = d.endpoint_id and w.status <> 'deleted'
    where d.tenant_id = ${tx.tenantId} and d.event_id = ${key.eventId} and d.endpoint_id = ${key.endpointId}`);
  return row ?? null;
}

export type Attempt = { attempt: number; at: Date; httpStatus: number | null; error: string | null; latencyMs: number | null; retryAt: Date | null };

/** The last hundred calls of a delivery, oldest first, those before a replay too. */
export async function selectAttempts(tx: ReadTx, key: DeliveryKey): Promise<Attempt[]> {
  const rows = await tx.rows<Attempt>(sql`
    select attempt, attempted_at as at, http_status as "httpStatus", error, latency_ms as "latencyMs", retry_at as "retryAt" from webhook_attempt
    where tenant_id = ${tx.tenantId} and event_id = ${key.eventId} and endpoint_id = ${key.endpointId}
    order by lease_version desc limit 100`);
  return rows.toReversed();
}

/**
 * Starts a delivery again from its first attempt, whatever became of it. An attempt in flight loses its lease, so that its result
 * is not taken for this one's. With `hold` it waits for its endpoint to be resumed. False when there is no such delivery.
 */
export async function restartDelivery(tx: Tx, key: DeliveryKey, hold: boolean): Promise<boolean> {
  const restarted = await tx.execute(sql`
    update webhook_delivery
    set state = 'pending', attempts = 0, delivered_at = null, next_at = ${hold ? null : tx.now}, lease_version = lease_version + 1
    where tenant_id = ${tx.tenantId} and event_id = ${key.eventId} and endpoint_id = ${key.endpointId}`);
  return restarted === 1;
}

/** Writes a test and its one delivery. Nobody selects it: it goes to the endpoint that asked. */
export async function insertTest(tx: Tx, test: DeliveryKey & { body: string; hold: boolean }): Promise<void> {
  await tx.execute(sql`
    insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at)
    values (${tx.tenantId}, ${test.eventId}, 'webhook.test', ${test.eventId}, 1, ${test.body}, ${tx.now})`);
  await tx.execute(sql`
    insert into webhook_delivery (tenant_id, event_id, endpoint_id, state, created_at, next_at)
    values (${tx.tenantId}, ${test.eventId}, ${test.endpointId}, 'pending', ${tx.now}, ${test.hold ? null : tx.now})`);
}

export type StoredEvent = { eventId: string; kind: string; body: string; createdAt: Date };

/** Events after a cursor, oldest first; tests were meant for one endpoint and are left out. */
export async function selectEvents(tx: ReadTx, after: string, limit: number): Promise<StoredEvent[]> {
  return tx.rows<StoredEvent>(sql`
    select event_id as "eventId", kind, body, created_at as "createdAt" from event
    where tenant_id = ${tx.tenantId} and event_id > ${after} and kind <> 'webhook.test'
    order by event_id limit ${limit}`);
}
