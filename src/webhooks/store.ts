/** SQL of webhook endpoints. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import type { Place } from '#src/organizations/keyring.ts';

export type EndpointStatus = 'active' | 'paused';

export type Endpoint = {
  endpointId: string;
  url: string;
  events: string[];
  description: string | null;
  signed: boolean;
  status: EndpointStatus;
  createdAt: Date;
  updatedAt: Date;
};

/** Where the secret of an endpoint is sealed. */
export function secretPlace(endpointId: string): Place {
  return { table: 'webhook_endpoint', column: 'secret', row: endpointId };
}

const columns: Sql = sql`endpoint_id as "endpointId", url, kinds as events, description, secret_sealed is not null as signed, status,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Every endpoint that was not deleted, oldest first; the limit on endpoints bounds the list. */
export async function selectEndpoints(tx: ReadTx): Promise<Endpoint[]> {
  return tx.rows<Endpoint>(sql`
    select ${columns} from webhook_endpoint
    where tenant_id = ${tx.tenantId} and status <> 'deleted' order by endpoint_id limit 100`);
}

export async function selectEndpoint(tx: ReadTx, endpointId: string): Promise<Endpoint | null> {
  const [row] = await tx.rows<Endpoint>(sql`
    select ${columns} from webhook_endpoint
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status <> 'deleted'`);
  return row ?? null;
}

/** The same, held until the transaction ends; a worker that parks deliveries waits for it. */
export async function lockEndpoint(tx: Tx, endpointId: string): Promise<Endpoint | null> {
  const [row] = await tx.rows<Endpoint>(sql`
    select ${columns} from webhook_endpoint
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status <> 'deleted' for no key update`);
  return row ?? null;
}

/** How many endpoints there are, while no other transaction of the tenant counts them. */
export async function countEndpointsAlone(tx: Tx): Promise<number> {
  await tx.rows(sql`select tenant_id from tenant where tenant_id = ${tx.tenantId} for no key update`);
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from webhook_endpoint where tenant_id = ${tx.tenantId} and status <> 'deleted'`);
  return row?.count ?? 0;
}

export async function insertEndpoint(tx: Tx, endpoint: Omit<Endpoint, 'signed' | 'updatedAt'> & { secretSealed: Buffer | null }): Promise<void> {
  await tx.execute(sql`
    insert into webhook_endpoint (tenant_id, endpoint_id, url, kinds, description, secret_sealed, status, created_at, updated_at)
    values (${tx.tenantId}, ${endpoint.endpointId}, ${endpoint.url}, ${endpoint.events}::text[], ${endpoint.description}, ${endpoint.secretSealed},
      ${endpoint.status}, ${endpoint.createdAt}, ${endpoint.createdAt})`);
}

/** Writes an endpoint held by `lockEndpoint`. */
export async function updateEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoint
    set url = ${endpoint.url}, kinds = ${endpoint.events}::text[], description = ${endpoint.description}, status = ${endpoint.status}, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpoint.endpointId} and status <> 'deleted'`);
}

/** Deletes an endpoint held by `lockEndpoint`; its secret goes at once, its row stays for the history of deliveries. */
export async function markDeleted(tx: Tx, endpointId: string): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoint set status = 'deleted', secret_sealed = null, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status <> 'deleted'`);
}

/** Pauses those of the endpoints that are active; answers which. */
export async function pauseActive(tx: Tx, endpointIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ endpoint_id: string }>(sql`
    update webhook_endpoint set status = 'paused', updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = any(${[...endpointIds]}::text[]) and status = 'active'
    returning endpoint_id`);
  return rows.map((row) => row.endpoint_id);
}

/** Makes the deliveries that were kept while the endpoint was paused due at once. */
export async function releaseKept(tx: Tx, endpointId: string): Promise<number> {
  return tx.execute(sql`
    update webhook_delivery set next_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and state = 'pending' and next_at is null`);
}

/** Ends the deliveries of a deleted endpoint. */
export async function failPending(tx: Tx, endpointId: string): Promise<number> {
  return tx.execute(sql`
    update webhook_delivery set state = 'failed', last_error = 'endpoint_deleted', next_at = null
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and state = 'pending'`);
}
