/** SQL of replays of many events. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import { firstIdAt } from '#src/lib/ids.ts';
import type { DeliveryState } from './delivery-list.ts';

export type Range = { from: Date | null; to: Date | null; states: readonly DeliveryState[]; /** null: every kind. */ events: readonly string[] | null };

/** By so much the program's clock, which ids are made by, may be away from the database's. */
const marginMs = 600_000;

/** Events whose delivery to the endpoint lies in the range, oldest first: found by the time in their ids, along the index of failed deliveries where those are all that is asked for. `offset 0`: each event by its key, and none before them. */
export async function selectRange(tx: ReadTx, endpointId: string, range: Range, limit: number): Promise<{ eventId: string; createdAt: Date }[]> {
  const [state] = range.states;
  const ended = range.states.length === 1 && state === 'failed' ? sql`d.state = 'failed'` : sql`d.state = any(${[...range.states]}::text[])`;
  const { first, end } = idsIn(tx, range);
  return tx.rows(sql`
    select d.event_id as "eventId", e.created_at as "createdAt"
    from webhook_delivery d cross join lateral (
      select created_at, kind from event where tenant_id = d.tenant_id and event_id = d.event_id offset 0
    ) as e
    where d.tenant_id = ${tx.tenantId} and d.endpoint_id = ${endpointId} and ${ended}
      and d.event_id >= ${first} and d.event_id < ${end}
      and (${range.from}::timestamptz is null or e.created_at >= ${range.from}) and (${range.to}::timestamptz is null or e.created_at < ${range.to})
      and (${range.events}::text[] is null or array[e.kind, split_part(e.kind, '.', 1) || '.*', '*'] && ${range.events}::text[])
    order by d.event_id limit ${limit}`);
}

/** An event's time is never before its id's but for the margin: a sandbox's clock only runs ahead, and nobody knows how far it did then. */
function idsIn({ environment }: ReadTx, { from, to }: Range): { first: string; end: string } {
  return {
    first: firstIdAt('evt', from === null || environment !== 'live' ? 0 : from.getTime() - marginMs),
    end: to === null ? 'evt_g' : firstIdAt('evt', to.getTime() + marginMs),
  };
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
      and not exists (select 1 from webhook_delivery d where d.tenant_id = w.tenant_id and d.endpoint_id = w.endpoint_id and d.next_at is not null)
      and not exists (select 1 from webhook_delivery d where d.tenant_id = w.tenant_id and d.endpoint_id = w.endpoint_id and d.state = 'pending' and d.next_at is null)`);
  const [row] = await tx.rows<{ count: number }>(sql`select count(*)::int as count from webhook_endpoint where tenant_id = ${tx.tenantId} and status = 'once'`);
  return row?.count ?? 0;
}
