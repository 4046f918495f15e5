/** SQL of an endpoint's health. */
import type { Tx } from '#src/db/database.ts';
import { joinable, sql, tenantFor } from '#src/db/sql.ts';
import type { Health } from './health.ts';

export type PausedReason = 'requested' | 'gone' | 'failing';

export type HealthRow = Health & { endpointId: string; status: 'active' | 'paused' | 'once' | 'deleted'; pauses: number };

/**
 * The health of those of the endpoints that are `wanted` or in trouble, held until the transaction ends. Whoever holds deliveries
 * takes this lock before them.
 */
export async function lockHealth(tx: Tx, endpointIds: readonly string[], wanted: readonly string[]): Promise<HealthRow[]> {
  return tx.rows<HealthRow>(joinable(sql`
    select endpoint_id as "endpointId", status, pauses, failures, failing_since as "failingSince", open_seconds as "openSeconds", wait_until as "waitUntil", tenant_id as "tenantId"
    from webhook_endpoint
    join unnest(${tenantFor(tx, endpointIds)}::text[], ${endpointIds}::text[], ${endpointIds.map((id) => wanted.includes(id))}::bool[]) as asked (of_tenant, of_id, wanted) on tenant_id = of_tenant and endpoint_id = of_id
    where failures > 0 or wanted
    order by tenant_id, endpoint_id for no key update of webhook_endpoint`));
}

export type HealthChange = Health & { endpointId: string; pausedReason: PausedReason | null };

/** Writes endpoints held by `lockHealth`; one with a `pausedReason` is paused, if it was active. */
export async function saveHealth(tx: Tx, changes: readonly HealthChange[]): Promise<void> {
  const column = <Value>(pick: (change: HealthChange) => Value): Value[] => changes.map(pick);
  await tx.execute(joinable(sql`
    update webhook_endpoint w
    set failures = c.failures, failing_since = c.failing_since, open_seconds = c.open_seconds, wait_until = c.wait_until,
        status = case when c.paused_reason is null then w.status else 'paused' end,
        paused_reason = coalesce(c.paused_reason, w.paused_reason),
        pauses = w.pauses + case when c.paused_reason is null then 0 else 1 end,
        updated_at = case when c.paused_reason is null then w.updated_at else ${tx.now}::timestamptz end
    from unnest(
      ${tenantFor(tx, changes)}::text[], ${column((c) => c.endpointId)}::text[], ${column((c) => c.failures)}::int[], ${column((c) => c.failingSince)}::timestamptz[],
      ${column((c) => c.openSeconds)}::int[], ${column((c) => c.waitUntil)}::timestamptz[], ${column((c) => c.pausedReason)}::text[]
    ) as c (tenant_id, endpoint_id, failures, failing_since, open_seconds, wait_until, paused_reason)
    where w.tenant_id = c.tenant_id and w.endpoint_id = c.endpoint_id and (c.paused_reason is null or w.status = 'active') returning w.tenant_id as "tenantId"`));
}

/** While a probe is under way nothing else goes to these endpoints; if it never ends, the next probe is due at that time. */
export async function startProbes(tx: Tx, endpointIds: readonly string[], until: Date): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoint set wait_until = ${until}
    where tenant_id = ${tx.tenantId} and endpoint_id = any(${endpointIds}::text[]) and open_seconds > 0`);
}
