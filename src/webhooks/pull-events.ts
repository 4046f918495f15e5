/** The same events for who prefers to pull. */
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readRecord } from '#src/lib/assert.ts';
import { selectEvents } from './delivery-store.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { listEventsQuery } from './wire.ts';

/**
 * Two transactions may commit in the other order than their event ids were made, and a cursor that has passed the later id would
 * never see the earlier one. So the newest event of an answer is at least this old: the call waits for what is missing.
 */
export const settleMs = 1_000;

/** Events after the cursor, oldest first. Waits up to a second when the newest was written just now. */
export async function listEvents(ctx: WebhookContext, request: RouteRequest<unknown, unknown, z.output<typeof listEventsQuery>>): Promise<Answer> {
  const after = request.query.after ?? '';
  const limit = Number(request.query.limit);
  const look = () => ctx.db.read(request.caller.tenantId, async (tx) => ({ events: await selectEvents(tx, after, limit + 1), now: tx.now }));

  let { events, now } = await look();
  const last = events.at(-1);
  const ageMs = last === undefined ? settleMs : now.getTime() - last.createdAt.getTime();
  if (last !== undefined && ageMs < settleMs) {
    await pause(Math.min(settleMs - ageMs, settleMs));
    ({ events } = await look());
    // What came during the wait has not settled: the next call gets it.
    events = events.filter((event) => event.eventId <= last.eventId);
  }
  const page = events.slice(0, limit);
  const parsed = page.map((event) => readRecord(JSON.parse(event.body), 'event body'));
  return success(parsed, { extra: { nextCursor: page.at(-1)?.eventId ?? (after === '' ? null : after), hasMore: events.length > limit } });
}
