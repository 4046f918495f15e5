/**
 * Events as they happen, over one long answer (server-sent events, HTML Living Standard §9.2). The database is the source: a stream reads
 * behind its cursor, and passes an event only when it is a second old, by the same rule as GET /events, so that a cursor never leaves
 * behind an event that is still being committed. Nothing is kept for a stream: a caller who comes back says where it was.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { fail, Failure } from '#src/errors.ts';
import { isSelected } from '#src/events/kinds.ts';
import { preferredMedia } from '#src/http/preferred-media.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { countOne } from '#src/lib/count-one.ts';
import { selectEvents, type StoredEvent } from './delivery-store.ts';
import { listEvents, settleMs } from './pull-events.ts';
import type { WebhookContext } from './webhook-context.ts';
import { readSelection, type streamEventsQuery } from './wire.ts';

export const streamMedia = 'text/event-stream';
/** Streams of one credential in this process, and of all. */
export const maxOfCredential = 4;
const maxOfAll = 500;
const eventsAtOnce = 100;
const lookMs = 1_000;

type StreamRequest = RouteRequest<unknown, unknown, z.output<typeof streamEventsQuery>>;

export type EventStreams = {
  /** The stream, or the first page of the same events for who did not ask for one. @throws Failure invalid_field, rate_limited */
  answer(request: StreamRequest): Promise<Answer>;
  /** Something may have been written: streams look now rather than at their next look. */
  wake(): void;
  /** Ends every stream after what it is sending; none is opened any more. */
  close(): void;
};

export function createEventStreams(ctx: WebhookContext): EventStreams {
  const open = new Map<string, number>();
  const closing = new AbortController();
  let bell = new AbortController();

  /** Waits for a second, for something new, or for the end. */
  const nextLook = (): Promise<unknown> => pause(lookMs, undefined, { signal: AbortSignal.any([bell.signal, closing.signal]) }).catch(() => undefined);

  function enter(credentialId: string): () => void {
    const own = open.get(credentialId) ?? 0;
    const all = [...open.values()].reduce((sum, count) => sum + count, 0);
    if (own >= maxOfCredential || all >= maxOfAll || closing.signal.aborted) {
      throw fail('rate_limited', { message: `${maxOfCredential} streams of this credential are open already.`, fix: 'Close a stream first; one stream can carry every kind.', retryAfterSeconds: 5 });
    }
    return countOne(open, credentialId);
  }

  async function* stream(request: StreamRequest, from: string, kinds: readonly string[]): AsyncIterable<string> {
    // Counted when it is first read: an answer that nobody reads would never leave.
    const leave = enter(request.caller.credentialId);
    try {
      yield 'retry: 2000\n\n';
      let cursor = from;
      while (!closing.signal.aborted && (await isAllowed(request))) {
        const { settled, whole } = await look(ctx, request.caller.tenantId, cursor);
        const text = settled.filter((event) => isSelected(kinds, event.kind)).map(frameOf).join('');
        const last = settled.at(-1)?.eventId;
        cursor = last ?? cursor;
        // An id without data moves the caller's Last-Event-ID past what its kinds leave out. The comment keeps proxies awake; and
        // only when something is written is it seen that the caller has left.
        yield text === '' ? (last === undefined ? ':\n\n' : `id: ${last}\n\n`) : text;
        if (!whole) await nextLook();
      }
    } finally {
      leave();
    }
  }

  return {
    async answer(request) {
      const kinds = request.query.kinds === undefined ? ['*'] : readSelection(request.query.kinds.split(','), () => '/query/kinds');
      if (preferredMedia(request.headers['accept'], [streamMedia]) === null) return listEvents(ctx, { ...request, query: { after: request.query.after, limit: '100' } });
      const from = cursorOf(request);
      // Refuses before the stream begins; the stream counts itself.
      enter(request.caller.credentialId)();
      return { httpStatus: 200, body: '', contentType: `${streamMedia}; charset=utf-8`, headers: { 'x-accel-buffering': 'no' }, stream: stream(request, from, kinds) };
    },
    wake() {
      // Called for every transaction with news: an abort makes an error with its stack.
      if (open.size === 0) return;
      const rung = bell;
      bell = new AbortController();
      rung.abort();
    },
    close: () => closing.abort(),
  };
}

/** Where a caller who comes back stopped reading; a browser sends the header by itself, and it is newer than the address. */
function cursorOf(request: StreamRequest): string {
  const last = request.headers['last-event-id'];
  if (last === undefined || last === '') return request.query.after ?? '';
  if (!/^evt_[0-9a-f]{32}$/.test(last)) throw fail('invalid_field', { message: 'The header Last-Event-ID must be the id of an event.' });
  return last;
}

/** A token that was revoked or ran out ends the stream. */
async function isAllowed(request: StreamRequest): Promise<boolean> {
  try {
    await request.stillAllowed?.();
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The events behind the cursor, up to the first that is not a second old. `whole`: there may be more at once. */
async function look(ctx: WebhookContext, tenantId: string, cursor: string): Promise<{ settled: StoredEvent[]; whole: boolean }> {
  return ctx.db.read(tenantId, async (tx) => {
    const events = await selectEvents(tx, cursor, eventsAtOnce);
    const young = events.findIndex((event) => tx.now.getTime() - event.createdAt.getTime() < settleMs);
    const settled = young === -1 ? events : events.slice(0, young);
    return { settled, whole: settled.length === eventsAtOnce };
  });
}

function frameOf(event: StoredEvent): string {
  return `id: ${event.eventId}\nevent: ${event.kind}\ndata: ${event.body}\n\n`;
}
