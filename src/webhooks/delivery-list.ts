/** SQL of the log of an endpoint's deliveries. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import { idIn, type LongList, type Page, wholeOf } from '#src/lists/long-list.ts';
import { type ListTx, readPage, renameList } from '#src/lists/marks.ts';
import { columns } from './delivery-store.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed';

export type Delivery = {
  eventId: string;
  endpointId: string;
  event: string;
  state: DeliveryState;
  attempts: number;
  httpStatus: number | null;
  error: string | null;
  latencyMs: number | null;
  nextAt: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
};

/** The deliveries of an endpoint, and how often their list was begun anew, plus one. */
export type DeliveryLog = { endpointId: string; generation: number };

/** The log of an endpoint, also of the address of one replay; null when there is none to read. */
export async function findLog(tx: ReadTx, endpointId: string): Promise<DeliveryLog | null> {
  const [log] = await tx.rows<DeliveryLog>(sql`
    select endpoint_id as "endpointId", list_generation as generation from webhook_endpoint where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and status <> 'deleted'`);
  return log ?? null;
}

/** For deliveries that are written long after their events, the oldest of event `from`: in the transaction that writes them, with the endpoint held. */
export async function beginListAnew(tx: Tx, endpointId: string, from: string): Promise<void> {
  const { generation } = expectOne(await tx.rows<{ generation: number }>(sql`
    update webhook_endpoint set list_generation = list_generation + 1 where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} returning list_generation as generation`), 'endpoint');
  await renameList(tx, { oldName: nameOf({ endpointId, generation: generation - 1 }), newName: nameOf({ endpointId, generation }), from });
}

/** One page, newest event first. In a snapshot: the log and the rows must be of one moment. */
export async function listDeliveries(tx: ListTx, log: DeliveryLog, state: DeliveryState | null, page: Page): Promise<{ total: number; deliveries: Delivery[] }> {
  const { endpointId } = log;
  const all = deliveriesOf(log, null);
  // Delivered is what neither failed nor waits: most deliveries, and the only ones no index holds.
  const [list, others] = state === 'delivered' ? [all, { without: [deliveriesOf(log, 'failed'), deliveriesOf(log, 'pending')] }] : [deliveriesOf(log, state), {}];
  const among = state === 'pending' ? sql`and d.event_id = any(array(select event_id from (${pendingOf(tx, endpointId)}) as pending))` : stateIs(state);
  // The page's ids first: what is skipped needs neither its row nor its event.
  const { total, rows } = await readPage(tx, list, wholeOf(all), page, ({ span, limit, skip }) => tx.rows<Delivery>(sql`
    select ${columns}
    from webhook_delivery d join event e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
    where d.tenant_id = ${tx.tenantId} and d.endpoint_id = ${endpointId} and d.event_id = any(array(
      select d.event_id from webhook_delivery d where d.tenant_id = ${tx.tenantId} and d.endpoint_id = ${endpointId} ${among} and ${idIn(sql`d.event_id`, span)}
      order by d.event_id desc limit ${limit} offset ${skip}))
    order by d.event_id desc`), others);
  return { total, deliveries: rows };
}

/** All deliveries of an endpoint are counted once. Those in a state are counted anew: a replay may begin any of them again. */
function deliveriesOf(log: DeliveryLog, state: DeliveryState | null): LongList {
  const { endpointId } = log;
  return {
    name: `${nameOf(log)}${state === null ? '' : `/${state}`}`,
    idPrefix: 'evt',
    rowsOf: (tx, span) => (state === 'pending'
      ? sql`select event_id as place, 0::bigint as kobo from (${pendingOf(tx, endpointId)}) as pending where ${idIn(sql`event_id`, span)}`
      : sql`select d.event_id as place, 0::bigint as kobo from webhook_delivery d where d.tenant_id = ${tx.tenantId} and d.endpoint_id = ${endpointId} ${stateIs(state)} and ${idIn(sql`d.event_id`, span)}`),
    ...(state === null ? {} : { settledBefore: () => Promise.resolve(null) }),
  };
}

/** A replay may put events of long ago into the list of another endpoint. So the name says which list it is. */
function nameOf({ endpointId, generation }: DeliveryLog): string {
  return `webhook_delivery/endpoint=${endpointId}/generation=${generation}`;
}

/** What is not over has a next try, or waits for its paused endpoint: two small indexes hold it, whatever the planner believes of the rest. */
function pendingOf(tx: Asker, endpointId: string): Sql {
  return sql`
    with waiting as materialized (
      select event_id, endpoint_id, state from webhook_delivery where tenant_id = ${tx.tenantId} and next_at is not null
      union all
      select event_id, endpoint_id, state from webhook_delivery where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and state = 'pending' and next_at is null
    )
    select event_id from waiting where endpoint_id = ${endpointId} and state = 'pending'`;
}

/** Written as the partial index says it. */
function stateIs(state: DeliveryState | null): Sql {
  if (state === null) return sql``;
  return state === 'failed' ? sql`and d.state = 'failed'` : sql`and d.state = ${state}`;
}
