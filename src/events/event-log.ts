/** The log of events as people look through it: newest first, of some kinds, of some days. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { firstIdAt } from '#src/lib/ids.ts';
import { isSelected } from './kinds.ts';

export type LoggedEvent = { eventId: string; kind: string; subject: string; sequence: number; createdAt: Date };

export type EventSearch = {
  /** Kinds, families and `*`, as a webhook selects them; null: all. */
  selection: readonly string[] | null;
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
  /** The id that an earlier answer ended at; null: from the newest. */
  before: string | null;
  limit: number;
};

/** `next`: where to go on, also when too few were found; null when nothing older is left. */
export type FoundEvents = { events: LoggedEvent[]; next: string | null };

/**
 * No index holds events by kind, since each would cost every payment. So a search looks at this many at most, says what it found,
 * and where it stopped.
 */
const mostLooked = 2_000;
/** Two transactions may commit in another order than their ids were made; an id is never further from its event's time than a transaction may last. */
const marginMs = 60_000;

export async function searchEvents(tx: ReadTx, { selection, from, to, before, limit }: EventSearch): Promise<FoundEvents> {
  // An event's time is never before its id's: a sandbox's clock only runs ahead.
  const until = [before ?? 'evt_g', to === null ? 'evt_g' : firstIdAt('evt', to.getTime() + marginMs)].toSorted()[0] ?? 'evt_g';
  const looked = await tx.rows<LoggedEvent>(sql`
    select event_id as "eventId", kind, subject, sequence, created_at as "createdAt" from event
    where tenant_id = ${tx.tenantId} and event_id < ${until} order by event_id desc limit ${mostLooked}`);
  const events: LoggedEvent[] = [];
  for (const event of looked) {
    if (from !== null && event.createdAt.getTime() < from.getTime() - marginMs) return { events, next: null };
    if (!isFound(event, { selection, from, to })) continue;
    if (events.length === limit) return { events, next: events.at(-1)?.eventId ?? null };
    events.push(event);
  }
  return { events, next: looked.length < mostLooked ? null : (looked.at(-1)?.eventId ?? null) };
}

function isFound({ kind, createdAt }: LoggedEvent, { selection, from, to }: Pick<EventSearch, 'selection' | 'from' | 'to'>): boolean {
  return (selection === null || isSelected(selection, kind)) && (from === null || createdAt >= from) && (to === null || createdAt < to);
}

/** One event with the body that is signed and sent; undefined when there is none. */
export async function selectEvent(tx: ReadTx, eventId: string): Promise<(LoggedEvent & { body: string }) | undefined> {
  const [row] = await tx.rows<LoggedEvent & { body: string }>(sql`
    select event_id as "eventId", kind, subject, sequence, created_at as "createdAt", body from event where tenant_id = ${tx.tenantId} and event_id = ${eventId}`);
  return row;
}
