/** SQL of deliveries at work: what is due, leasing it, keeping what must wait, finishing what was tried. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { joinable, sql, tenantFor } from '#src/db/sql.ts';
import { leaseEnd } from '#src/work/due.ts';
import type { DeliveryKey } from './delivery-id.ts';
import { placesOfEndpoint } from './share.ts';

/** More than this many that must wait are put aside in the next looks. */
const putAsideAtOnce = 1000;

export type DueDelivery = {
  eventId: string;
  endpointId: string;
  leaseVersion: number;
  status: 'active' | 'paused' | 'once';
  failures: number;
  openSeconds: number;
  waitUntil: Date | null;
};

/** The oldest due deliveries of each endpoint, as many as it has places; locks nothing. */
export async function lookDue(tx: ReadTx): Promise<DueDelivery[]> {
  return tx.rows<DueDelivery>(joinable(sql`
    select d.event_id as "eventId", w.endpoint_id as "endpointId", d.lease_version as "leaseVersion", w.status, w.failures, w.open_seconds as "openSeconds", w.wait_until as "waitUntil", w.tenant_id as "tenantId"
    from unnest(${[tx.tenantId]}::text[]) as asked (of_tenant)
    join webhook_endpoint w on w.tenant_id = of_tenant and w.status <> 'deleted'
    cross join lateral (
      select event_id, lease_version, next_at from webhook_delivery
      where tenant_id = w.tenant_id and endpoint_id = w.endpoint_id and next_at <= ${tx.now}
      order by next_at, event_id limit ${placesOfEndpoint}
    ) d
    order by d.next_at, d.event_id`));
}

/** Keys as four lists, for `unnest`. */
function lists(tx: ReadTx, keys: readonly (DeliveryKey & { leaseVersion: number })[]) {
  return { tenants: tenantFor(tx, keys), events: keys.map((key) => key.eventId), endpoints: keys.map((key) => key.endpointId), leases: keys.map((key) => key.leaseVersion) };
}

export type LeasedDelivery = DeliveryKey & {
  leaseVersion: number;
  attempts: number;
  body: string;
  url: string;
  secretSealed: Buffer | null;
  nextSecretSealed: Buffer | null;
  nextSecretAt: Date | null;
};

/** Leases those of these that are still due, passing over what another worker holds, with what it takes to send them. */
export async function leaseDeliveries(tx: Tx, keys: readonly (DeliveryKey & { leaseVersion: number })[]): Promise<LeasedDelivery[]> {
  const { tenants, events, endpoints, leases } = lists(tx, keys);
  return tx.rows<LeasedDelivery>(joinable(sql`
    with mine as materialized (
      select d.tenant_id, d.event_id, d.endpoint_id
      from unnest(${tenants}::text[], ${events}::text[], ${endpoints}::text[], ${leases}::int[]) as k (tenant_id, event_id, endpoint_id, lease_version)
      join webhook_delivery d on d.tenant_id = k.tenant_id and d.event_id = k.event_id and d.endpoint_id = k.endpoint_id and d.lease_version = k.lease_version
      where d.next_at <= ${tx.now} for no key update of d skip locked
    )
    update webhook_delivery d set next_at = ${leaseEnd(tx.now)}, lease_version = d.lease_version + 1
    from mine
    join event e on e.tenant_id = mine.tenant_id and e.event_id = mine.event_id
    join webhook_endpoint w on w.tenant_id = mine.tenant_id and w.endpoint_id = mine.endpoint_id
    where d.tenant_id = mine.tenant_id and d.event_id = mine.event_id and d.endpoint_id = mine.endpoint_id
    returning d.event_id as "eventId", d.endpoint_id as "endpointId", d.lease_version as "leaseVersion", d.attempts, e.body, w.url, w.secret_sealed as "secretSealed",
      w.next_secret_sealed as "nextSecretSealed", w.next_secret_at as "nextSecretAt", d.tenant_id as "tenantId"`));
}

/** Puts what is due of an endpoint aside until `time`; without one, until the endpoint is resumed. No attempt is counted. */
export async function putAside(tx: Tx, endpointId: string, time: Date | null): Promise<void> {
  await tx.execute(sql`
    with due as materialized (
      select event_id from webhook_delivery
      where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and next_at <= ${tx.now}
      order by next_at, event_id limit ${putAsideAtOnce} for no key update skip locked
    )
    update webhook_delivery set next_at = ${time}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and event_id = any(array(select event_id from due)) and state = 'pending'`);
}

/** Makes what was put aside until that very time due at once. */
export async function takeUp(tx: Tx, endpointId: string, time: Date): Promise<void> {
  await tx.execute(sql`
    update webhook_delivery set next_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and next_at = ${time} and state = 'pending'`);
}

/** Ends deliveries that were written while their endpoint was being deleted. */
export async function failStrays(tx: Tx): Promise<void> {
  await tx.execute(joinable(sql`
    with stray as materialized (
      select due.* from unnest(${[tx.tenantId]}::text[]) as asked (of_tenant)
      cross join lateral (
        select d.ctid as place from webhook_delivery d
        join webhook_endpoint w on w.tenant_id = d.tenant_id and w.endpoint_id = d.endpoint_id and w.status = 'deleted'
        where d.tenant_id = of_tenant and d.next_at <= ${tx.now}
        order by d.next_at limit ${putAsideAtOnce} for no key update of d skip locked
      ) as due
    )
    update webhook_delivery set state = 'failed', last_error = 'endpoint_deleted', next_at = null
    where ctid = any(array(select place from stray)) returning tenant_id as "tenantId"`));
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

/**
 * Finishes deliveries whose lease is still ours, and records their attempts, in one statement. A replay, a deletion or a newer lease
 * leaves them as they are.
 */
export async function finishDeliveries(tx: Tx, finishes: readonly Finish[]): Promise<void> {
  const column = <Value>(pick: (finish: Finish) => Value): Value[] => finishes.map(pick);
  const { tenants, events, endpoints, leases } = lists(tx, finishes);
  await tx.execute(joinable(sql`
    with finished as (
      update webhook_delivery d
      set state = f.state, attempts = f.attempts, last_status = f.http_status, last_error = f.error, last_latency_ms = f.latency_ms,
          delivered_at = case when f.state = 'delivered' then ${tx.now}::timestamptz end, next_at = f.next_at
      from unnest(
        ${tenants}::text[], ${events}::text[], ${endpoints}::text[], ${leases}::int[], ${column((f) => f.state)}::text[],
        ${column((f) => f.attempts)}::int[], ${column((f) => f.httpStatus)}::int[], ${column((f) => f.error)}::text[], ${column((f) => f.latencyMs)}::int[],
        ${column((f) => (f.waitMs === null ? null : new Date(tx.now.getTime() + f.waitMs)))}::timestamptz[]
      ) as f (tenant_id, event_id, endpoint_id, lease_version, state, attempts, http_status, error, latency_ms, next_at)
      where d.tenant_id = f.tenant_id and d.event_id = f.event_id and d.endpoint_id = f.endpoint_id
        and d.lease_version = f.lease_version and d.state = 'pending'
      returning d.tenant_id, d.event_id, d.endpoint_id, d.lease_version, d.attempts, d.last_status, d.last_error, d.last_latency_ms, d.next_at
    )
    insert into webhook_attempt (tenant_id, event_id, endpoint_id, lease_version, attempt, http_status, error, latency_ms, attempted_at, retry_at)
    select tenant_id, event_id, endpoint_id, lease_version, attempts, last_status, last_error, last_latency_ms, ${tx.now}::timestamptz, next_at from finished
    returning tenant_id as "tenantId"`));
}
