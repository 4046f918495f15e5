/** How deliveries go, in a few numbers. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { stateOf } from './health.ts';
import { selectEndpoints } from './store.ts';

export type DeliveryHealth = {
  /** Not deleted. */
  endpoints: number;
  paused: number;
  /** Active, and failing or waiting after failures. */
  failing: number;
  /** Deliveries given up, of events since `sinceEvent`; counted up to `most`. */
  failed: number;
};

export async function readDeliveryHealth(tx: ReadTx, sinceEvent: string, most: number): Promise<DeliveryHealth> {
  const endpoints = await selectEndpoints(tx);
  const [row] = await tx.rows<{ failed: number }>(sql`
    select count(*)::int as failed from (
      select 1 from unnest(${endpoints.map(({ endpointId }) => endpointId)}::text[]) as e (id)
      join webhook_delivery d on d.tenant_id = ${tx.tenantId} and d.endpoint_id = e.id and d.state = 'failed' and d.event_id >= ${sinceEvent} limit ${most}) as f`);
  return {
    endpoints: endpoints.length,
    paused: endpoints.filter(({ status }) => status === 'paused').length,
    failing: endpoints.filter(({ status, health }) => status === 'active' && ['failing', 'open'].includes(stateOf(health, tx.now))).length,
    failed: row?.failed ?? 0,
  };
}
