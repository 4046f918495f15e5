/** An event of the caller's own. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { isCustomKind, takeSequence } from '#src/events/custom-event.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { dataRefusal } from './event-data.ts';
import type { postEventBody } from './post-event-wire.ts';
import type { WebhookContext } from './webhook-context.ts';

/**
 * Writes the event and its deliveries: outbox, signatures, retries and GET /events are those of our own events. Without a subject
 * it is the first about itself; with one, the next of its kind about that.
 * @throws Failure invalid_field
 */
export async function postEvent(ctx: WebhookContext, request: RouteRequest<z.output<typeof postEventBody>>): Promise<Answer> {
  const { event: kind, data, subject } = request.body;
  if (!isCustomKind(kind)) throw fail('invalid_field', { field: '/event' });
  const refusal = dataRefusal(data);
  if (refusal !== null) throw refusal;
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const about = subject === undefined ? { subject: null, sequence: 1 } : { subject, sequence: await takeSequence(tx, kind, subject) };
    const [id] = await emit(tx, ctx.ids, [{ kind, data, ...about }]);
    return success({ id, event: kind, createdAt: isoMillis(tx.now) }, { message: 'Event accepted' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
