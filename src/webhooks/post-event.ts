/** An event of the caller's own. */
import type { z } from 'zod';
import { type Failure, fail } from '#src/errors.ts';
import { isCustomKind, takeSequence } from '#src/events/custom-event.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { postEventBody } from './post-event-wire.ts';
import type { WebhookContext } from './webhook-context.ts';

const maxBytes = 16 * 1024;
const maxDepth = 10;

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

function dataRefusal(data: Readonly<Record<string, unknown>>): Failure | null {
  if (Buffer.byteLength(JSON.stringify(data)) > maxBytes) return fail('invalid_field', { field: '/data', message: `The data is larger than ${maxBytes} bytes as JSON.` });
  if (isDeeper(data, maxDepth)) return fail('invalid_field', { field: '/data', message: `The data is nested deeper than ${maxDepth} levels.` });
  return null;
}

/** The data itself is the first level. Bodies are at most 32 deep before they come here. */
function isDeeper(node: unknown, levels: number): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return levels === 0 || Object.values(node).some((child) => isDeeper(child, levels - 1));
}
