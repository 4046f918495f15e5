/** SQL of webhook endpoints. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { lockTenant } from '#src/organizations/standing-tenant.ts';
import type { Health } from './health.ts';
import type { PausedReason } from './health-store.ts';

export type EndpointStatus = 'active' | 'paused';

export type EndpointFilter = { customerId: string | null; accountNumber: string | null };

export type Endpoint = {
  endpointId: string;
  url: string;
  events: string[];
  filter: EndpointFilter;
  description: string | null;
  signed: boolean;
  status: EndpointStatus;
  pausedReason: PausedReason | null;
  health: Health;
  /** When a secret that is being replaced gives way to the next one. */
  nextSecretAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

type EndpointRow = Omit<Endpoint, 'filter' | 'health'> & EndpointFilter & Health;

const columns: Sql = sql`endpoint_id as "endpointId", url, kinds as events, filter_customer_id as "customerId", filter_account_number as "accountNumber", description,
  secret_sealed is not null as signed, status, paused_reason as "pausedReason", failures, failing_since as "failingSince", open_seconds as "openSeconds", wait_until as "waitUntil",
  next_secret_at as "nextSecretAt", created_at as "createdAt", updated_at as "updatedAt"`;

function toEndpoint({ customerId, accountNumber, failures, failingSince, openSeconds, waitUntil, ...row }: EndpointRow): Endpoint {
  return { ...row, filter: { customerId, accountNumber }, health: { failures, failingSince, openSeconds, waitUntil } };
}

/** Every endpoint that was not deleted, oldest first; the limit on endpoints bounds the list. */
export async function selectEndpoints(tx: ReadTx): Promise<Endpoint[]> {
  const rows = await tx.rows<EndpointRow>(sql`
    select ${columns} from webhook_endpoint
    where tenant_id = ${tx.tenantId} and status in ('active', 'paused') order by endpoint_id limit 100`);
  return rows.map(toEndpoint);
}

export async function selectEndpoint(tx: ReadTx, endpointId: string): Promise<Endpoint | null> {
  const [row] = await tx.rows<EndpointRow>(sql`
    select ${columns} from webhook_endpoint
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status in ('active', 'paused')`);
  return row === undefined ? null : toEndpoint(row);
}

/** The same, held until the transaction ends; a worker that parks deliveries waits for it. */
export async function lockEndpoint(tx: Tx, endpointId: string): Promise<Endpoint | null> {
  const [row] = await tx.rows<EndpointRow>(sql`
    select ${columns} from webhook_endpoint
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status in ('active', 'paused') for no key update`);
  return row === undefined ? null : toEndpoint(row);
}

/** The address of an endpoint to be deleted, also of one that serves a replay; held until the transaction ends. */
export async function lockForDeletion(tx: Tx, endpointId: string): Promise<string | null> {
  const [row] = await tx.rows<{ url: string }>(sql`
    select url from webhook_endpoint where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status <> 'deleted' for no key update`);
  return row?.url ?? null;
}

/** How many endpoints there are, while no other transaction of the tenant counts them. @throws Failure sandbox_reset_meanwhile */
export async function countEndpointsAlone(tx: Tx): Promise<number> {
  await lockTenant(tx);
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from webhook_endpoint where tenant_id = ${tx.tenantId} and status in ('active', 'paused')`);
  return row?.count ?? 0;
}

export async function insertEndpoint(tx: Tx, endpoint: Omit<Endpoint, 'status'> & { status: EndpointStatus | 'once'; secretSealed: Buffer | null }): Promise<void> {
  await tx.execute(sql`
    insert into webhook_endpoint (tenant_id, endpoint_id, url, kinds, filter_customer_id, filter_account_number, description, secret_sealed, status, created_at, updated_at)
    values (${tx.tenantId}, ${endpoint.endpointId}, ${endpoint.url}, ${endpoint.events}::text[], ${endpoint.filter.customerId}, ${endpoint.filter.accountNumber},
      ${endpoint.description}, ${endpoint.secretSealed}, ${endpoint.status}, ${endpoint.createdAt}, ${endpoint.createdAt})`);
}

/** Writes an endpoint held by `lockEndpoint`, its health too. */
export async function updateEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  const { filter, health } = endpoint;
  await tx.execute(sql`
    update webhook_endpoint
    set url = ${endpoint.url}, kinds = ${endpoint.events}::text[], filter_customer_id = ${filter.customerId}, filter_account_number = ${filter.accountNumber},
        description = ${endpoint.description}, status = ${endpoint.status}, paused_reason = ${endpoint.pausedReason}, failures = ${health.failures},
        failing_since = ${health.failingSince}, open_seconds = ${health.openSeconds}, wait_until = ${health.waitUntil}, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpoint.endpointId} and status in ('active', 'paused')`);
}

/** Deletes an endpoint held by `lockEndpoint`; its secret goes at once, its row stays for the history of deliveries. */
export async function markDeleted(tx: Tx, endpointId: string): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoint set status = 'deleted', secret_sealed = null, next_secret_sealed = null, next_secret_at = null, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status <> 'deleted'`);
}

/** Makes the deliveries that were kept while the endpoint was paused due at once. */
export async function releaseKept(tx: Tx, endpointId: string): Promise<number> {
  return tx.execute(sql`
    update webhook_delivery set next_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and state = 'pending' and next_at is null`);
}

/** Ends the deliveries of a deleted endpoint: those that are due some time, and those that were kept while it was paused. No index holds all that are pending. */
export async function failPending(tx: Tx, endpointId: string): Promise<number> {
  return tx.execute(sql`
    update webhook_delivery set state = 'failed', last_error = 'endpoint_deleted', next_at = null
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and state = 'pending' and event_id = any(array(
      select event_id from webhook_delivery where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and next_at is not null
      union all
      select event_id from webhook_delivery where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and state = 'pending' and next_at is null))`);
}
