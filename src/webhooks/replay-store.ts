/** SQL of replays of many events. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import type { DeliveryState } from './delivery-list.ts';

export type Range = { from: Date | null; to: Date | null; states: readonly DeliveryState[]; /** null: every kind. */ events: readonly string[] | null };

/** Events whose delivery to the endpoint lies in the range, oldest first. */
export async function selectRange(tx: ReadTx, endpointId: string, range: Range, limit: number): Promise<{ eventId: string; createdAt: Date }[]> {
  return tx.rows(sql`
    select d.event_id as "eventId", e.created_at as "createdAt"
    from webhook_delivery d join event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
    where d.tenant_id = ${tx.tenantId} and d.endpoint_id = ${endpointId} and d.state = any(${[...range.states]}::text[])
      and (${range.from}::timestamptz is null or e.created_at >= ${range.from}) and (${range.to}::timestamptz is null or e.created_at < ${range.to})
      and (${range.events}::text[] is null or array[e.kind, split_part(e.kind, '.', 1) || '.*', '*'] && ${range.events}::text[])
    order by d.event_id limit ${limit}`);
}

/**
 * Starts deliveries of these events to the endpoint from their first attempt, whatever became of them; with `hold` they wait until it is resumed. Answers the oldest event that it had not been
 * sent before; null: there is none.
 */
export async function startAgain(tx: Tx, endpointId: string, eventIds: readonly string[], hold: boolean): Promise<string | null> {
  // Only a delivery that was not there has no lease behind it.
  const { first } = expectOne(await tx.rows<{ first: string | null }>(sql`
    with started as (
      insert into webhook_delivery (tenant_id, event_id, endpoint_id, state, created_at, next_at)
      select ${tx.tenantId}, event_id, ${endpointId}, 'pending', ${tx.now}::timestamptz, ${hold ? null : tx.now}::timestamptz from unnest(${[...eventIds]}::text[]) as k (event_id)
      order by event_id
      on conflict (tenant_id, event_id, endpoint_id) do update
        set state = 'pending', attempts = 0, delivered_at = null, next_at = excluded.next_at, lease_version = webhook_delivery.lease_version + 1
      returning event_id, lease_version
    )
    select min(event_id collate "C") as first from started where lease_version = 0`));
  return first;
}

/** Ends the addresses of replays that have nothing more to send; their secrets go with them. Answers how many are still in use. */
export async function retireOnce(tx: Tx): Promise<number> {
  await tx.execute(sql`
    update webhook_endpoint w set status = 'deleted', secret_sealed = null, updated_at = ${tx.now}
    where w.tenant_id = ${tx.tenantId} and w.status = 'once' and w.created_at < ${tx.now}
      and not exists (select 1 from webhook_delivery d where d.tenant_id = w.tenant_id and d.endpoint_id = w.endpoint_id and d.state = 'pending')`);
  const [row] = await tx.rows<{ count: number }>(sql`select count(*)::int as count from webhook_endpoint where tenant_id = ${tx.tenantId} and status = 'once'`);
  return row?.count ?? 0;
}
