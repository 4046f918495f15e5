/**
 * Events as they happen, for as long as somebody listens: the stream of the service, or, where there is none to be had, its list, looked at again and
 * again. Goes on behind the last event it passed, however often the connection breaks: nothing is left out, and nothing comes twice.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { TellerConnectionError, TellerError } from '../../../sdk/src/index.ts';
import { isRecord } from '../../../src/lib/assert.ts';
import type { Session } from '../session.ts';
import type { ForwardedEvent } from './forward.ts';
import { readServerSent } from './server-sent.ts';

export type SourceState = 'streaming' | 'polling' | 'lost';

export type Listening = {
  session: Pick<Session, 'teller'>;
  /** Events after this one. */
  after: string;
  /** Kinds and families; all when empty. */
  kinds: readonly string[];
  stop: AbortSignal;
  onState(state: SourceState): void;
};

/** The service sends a sign of life each second. */
const silentMs = 20_000;
const pollMs = 2_000;
const firstWaitMs = 500;
const longestWaitMs = 10_000;
const longestTimerMs = 2 ** 31 - 1;

/** @throws TellerError for what will not pass, such as a scope that is missing */
export async function* listenTo(listening: Listening): AsyncGenerator<ForwardedEvent> {
  const cursor = { after: listening.after };
  let failures = 0;
  let mode: 'stream' | 'poll' = 'stream';
  while (!listening.stop.aborted) {
    try {
      for await (const event of mode === 'stream' ? streamed(listening, cursor) : polled(listening, cursor)) {
        failures = 0;
        if (event !== null) yield event;
      }
    } catch (error) {
      if (listening.stop.aborted) return;
      if (error instanceof TellerError && hasNoStream(error)) {
        mode = 'poll';
        continue;
      }
      if (!mayPass(error)) throw error;
      listening.onState('lost');
    }
    failures += 1;
    await pause(Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs), undefined, { signal: listening.stop }).catch(() => undefined);
  }
}

type Cursor = { after: string };

/** Null for a sign of life. Ends when the service ends the stream. */
async function* streamed({ session, kinds, stop, onState }: Listening, cursor: Cursor): AsyncGenerator<ForwardedEvent | null> {
  const silence = new AbortController();
  const watchdog = setTimeout(() => silence.abort(new Error('The stream fell silent.')), silentMs);
  try {
    const query = { ...(cursor.after === '' ? {} : { after: cursor.after }), ...(kinds.length === 0 ? {} : { kinds: kinds.join(',') }) };
    const response = await session.teller.download('streamEvents', { accept: 'text/event-stream', query }, { signal: AbortSignal.any([stop, silence.signal]), retries: 0, timeoutMs: longestTimerMs });
    if (response.body === null) return;
    onState('streaming');
    for await (const { id, data } of readServerSent(response.body)) {
      watchdog.refresh();
      if (id !== null) cursor.after = id;
      const event = data === null ? null : eventOf(JSON.parse(data), data);
      yield event;
    }
  } finally {
    clearTimeout(watchdog);
  }
}

async function* polled({ session, kinds, stop, onState }: Listening, cursor: Cursor): AsyncGenerator<ForwardedEvent | null> {
  for (;;) {
    const page = await session.teller.events.listEvents({ limit: 100, ...(cursor.after === '' ? {} : { after: cursor.after }) }, { signal: stop });
    onState('polling');
    for (const item of page.items) {
      const event = eventOf(item, JSON.stringify(item));
      if (event === null) continue;
      cursor.after = event.id;
      yield isWanted(kinds, event.kind) ? event : null;
    }
    if (!page.hasMore) await pause(pollMs, undefined, { signal: stop });
  }
}

/** No stream there, or no more of them for this credential: the list has the same events. */
function hasNoStream({ httpStatus, code }: TellerError): boolean {
  return httpStatus === 404 || httpStatus === 405 || code === 'rate_limited';
}

function mayPass(error: unknown): boolean {
  if (error instanceof TellerError) return error.httpStatus >= 500 || error.httpStatus === 429;
  // Anything else than a refusal is a connection that broke, in the middle of a body too.
  return error instanceof TellerConnectionError || error instanceof Error;
}

function isWanted(kinds: readonly string[], kind: string): boolean {
  return kinds.length === 0 || kinds.some((wanted) => wanted === '*' || wanted === kind || (wanted.endsWith('.*') && kind.startsWith(wanted.slice(0, -1))));
}

export function eventOf(parsed: unknown, body: string): ForwardedEvent | null {
  if (!isRecord(parsed)) return null;
  const { id, event } = parsed;
  return typeof id === 'string' && typeof event === 'string' ? { id, kind: event, body } : null;
}
