/** Where some events went. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { deliveryId } from './delivery-id.ts';
import type { Delivery } from './delivery-list.ts';
import { columns } from './delivery-store.ts';

export type DeliveryWithUrl = Delivery & { deliveryId: string; url: string };

/** Their deliveries to endpoints that still stand, at most 20 endpoints for each event. */
export async function deliveriesOfEvents(tx: ReadTx, eventIds: readonly string[]): Promise<DeliveryWithUrl[]> {
  if (eventIds.length === 0) return [];
  const rows = await tx.rows<Delivery & { url: string }>(sql`
    select ${columns}, w.url from webhook_delivery d
    join event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
    join webhook_endpoint w on w.tenant_id = d.tenant_id and w.endpoint_id = d.endpoint_id and w.status <> 'deleted'
    where d.tenant_id = ${tx.tenantId} and d.event_id = any(${[...eventIds]}::text[])
    order by d.event_id, d.endpoint_id limit 1000`);
  return rows.map((row) => ({ ...row, deliveryId: deliveryId(row) }));
}
