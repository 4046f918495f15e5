/** Events are written in the transaction of their change, with one delivery for each endpoint that selected them. */
import type { Tx } from '#src/db/database.ts';
import { joinable, sql, tenantFor } from '#src/db/sql.ts';
import type { Ids } from '#src/lib/ids.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { CustomKind } from './custom-event.ts';
import type { EventData, EventKind } from './kinds.ts';

export type NewEvent = {
  [Kind in EventKind]: {
    kind: Kind;
    /** What it is about: a transactionId, customerId, … A subject has each (kind, sequence) once. */
    subject: string;
    /** Counts the subject's transitions, so that a receiver can drop older news. */
    sequence: number;
    data: EventData[Kind];
  };
}[EventKind];

/** An event of the caller's own; about itself when `subject` is null. */
export type CustomEvent = { kind: CustomKind; subject: string | null; sequence: number; data: Readonly<Record<string, unknown>> };

export const apiVersion = 'v1';

/** Writes the events and their deliveries; answers the event ids in order. */
export async function emit(tx: Tx, ids: Ids, events: readonly (NewEvent | CustomEvent)[]): Promise<string[]> {
  return (await emitCounted(tx, ids, events)).eventIds;
}

/** The same in two statements for any number of events, and how many deliveries are due now: where there are none, nobody need be woken for them. */
export async function emitCounted(tx: Tx, ids: Ids, events: readonly (NewEvent | CustomEvent)[]): Promise<{ eventIds: string[]; deliveries: number }> {
  if (events.length === 0) return { eventIds: [], deliveries: 0 };
  const createdAt = isoMillis(tx.now);
  const rows = events.map((event) => {
    const id = ids.newId('evt');
    // `event` and `data` come first, as the reference shows them.
    const body = JSON.stringify({ event: event.kind, data: event.data, id, createdAt, environment: tx.environment, apiVersion, sequence: event.sequence });
    return { id, kind: event.kind, subject: event.subject ?? id, sequence: event.sequence, body, ...aboutOf(event.data) };
  });
  const eventIds = rows.map((row) => row.id);
  const kinds = rows.map((row) => row.kind);
  const written = tx.execute(joinable(sql`
    insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at)
    select e.tenant_id, e.event_id, e.kind, e.subject, e.sequence, e.body, ${tx.now}::timestamptz
    from unnest(${tenantFor(tx, rows)}::text[], ${eventIds}::text[], ${kinds}::text[], ${rows.map((row) => row.subject)}::text[], ${rows.map((row) => row.sequence)}::int[], ${rows.map((row) => row.body)}::text[])
      as e (tenant_id, event_id, kind, subject, sequence, body)`));
  // Always due: the worker parks the deliveries of a paused endpoint under a lock, so that a resume at the same time strands none.
  // An endpoint is not told of its own pause.
  const queued = tx.execute(joinable(sql`
    insert into webhook_delivery (tenant_id, event_id, endpoint_id, state, created_at, next_at)
    select e.tenant_id, e.event_id, w.endpoint_id, 'pending', ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from unnest(${tenantFor(tx, rows)}::text[], ${eventIds}::text[], ${kinds}::text[], ${rows.map((row) => row.customerId)}::text[], ${rows.map((row) => row.accountNumber)}::text[], ${rows.map((row) => row.subject)}::text[])
      as e (tenant_id, event_id, kind, customer_id, account_number, subject)
    join webhook_endpoint w on w.tenant_id = e.tenant_id and w.status in ('active', 'paused')
      and w.kinds && array[e.kind, split_part(e.kind, '.', 1) || '.*', '*']
      and not (e.kind = 'webhook.paused' and w.endpoint_id = e.subject)
      and (w.filter_customer_id is null or w.filter_customer_id = e.customer_id)
      and (w.filter_account_number is null or w.filter_account_number = e.account_number)
    returning tenant_id as "tenantId"`));
  const [, deliveries] = await Promise.all([written, queued]);
  return { eventIds, deliveries };
}

/** What filters of endpoints look at; of a payment, the account that pays. */
function aboutOf(data: object): { customerId: string | null; accountNumber: string | null } {
  const named = (name: string): string | null => {
    const value: unknown = Object.hasOwn(data, name) ? Reflect.get(data, name) : null;
    return typeof value === 'string' ? value : null;
  };
  return { customerId: named('customerId'), accountNumber: named('accountNumber') ?? named('sourceAccountNumber') };
}
