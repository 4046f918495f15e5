/** The events of one subject. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type EventBrief = { eventId: string; kind: string; at: Date };

/** In the order in which they were written, at most a hundred: a transfer has about five. */
export async function eventsAbout(tx: ReadTx, subject: string): Promise<EventBrief[]> {
  return tx.rows<EventBrief>(sql`
    select event_id as "eventId", kind, created_at as at from event where tenant_id = ${tx.tenantId} and subject = ${subject} order by event_id limit 100`);
}
