/** Forwards events, a few at a time, each until it is acknowledged or given up; tells every try. */
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '../../../src/lib/assert.ts';
import { type Terminal, wrapped } from '../terminal.ts';
import { aboutOf, eventLine } from './event-line.ts';
import { forward, type Forwarded, type ForwardedEvent, hintOf, isAcknowledged, type Target } from './forward.ts';

export type Tally = { acknowledged: number; failed: number; tries: number; slowestMs: number; /** Not acknowledged, oldest first. */ left: ForwardedEvent[] };

export type Forwarder = {
  /** Resolves when there is room for the next. */
  take(event: ForwardedEvent): Promise<void>;
  /** Waits for what is in hand; when `stop` is aborted, further tries are not made. */
  finish(): Promise<Tally>;
};

/** Before the second try, the third, and so on. */
const retryMs: readonly number[] = [1_000, 2_000, 4_000, 8_000];
/** As many as the service sends at once to one endpoint. */
const atOnce = 4;

export function createForwarder(terminal: Terminal, target: Target, stop: AbortSignal, waits = retryMs): Forwarder {
  const tally: Tally = { acknowledged: 0, failed: 0, tries: 0, slowestMs: 0, left: [] };
  const inHand = new Set<Promise<void>>();
  const tell = createTeller(terminal, target);

  async function deliver(event: ForwardedEvent): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await forward(target, event, attempt);
      tally.tries += 1;
      const waitMs = isAcknowledged(result) || stop.aborted ? null : (waits[attempt - 1] ?? null);
      tell(event, result, waitMs);
      if (isAcknowledged(result)) {
        tally.acknowledged += 1;
        tally.slowestMs = Math.max(tally.slowestMs, result.latencyMs);
        return;
      }
      const stopped = waitMs === null || (await pause(waitMs, false, { signal: stop }).catch(() => true));
      if (!stopped) continue;
      tally.failed += 1;
      tally.left.push(event);
      return;
    }
  }

  return {
    async take(event) {
      while (inHand.size >= atOnce) await Promise.race(inHand);
      const work = deliver(event).finally(() => inHand.delete(work));
      inHand.add(work);
    },
    async finish() {
      await Promise.all(inHand);
      return { ...tally, left: tally.left.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    },
  };
}

const margin = ' '.repeat(12);
const lead = '          ! ';

/** A line for each try, and a hint when the receiver begins to answer badly in another way than before. */
function createTeller(terminal: Terminal, { url }: Target): (event: ForwardedEvent, result: Forwarded, waitMs: number | null) => void {
  let hinted = '';
  const warn = (text: string): void => {
    for (const [index, line] of wrapped(text, terminal.columns, margin).entries()) terminal.line(terminal.paint.warn(index === 0 ? line.replace(margin, lead) : line));
  };
  return (event, result, waitMs) => {
    terminal.record({ type: 'delivery', eventId: event.id, event: event.kind, about: aboutOf(event), url, ...result, retryInMs: waitMs });
    terminal.line(eventLine(terminal, new Date(), event, result));
    if (isAcknowledged(result)) {
      hinted = '';
      return;
    }
    const hint = hintOf(result, url);
    if (hint !== hinted) warn(hint);
    hinted = hint;
    // A sample is no event that the service has.
    if (waitMs === null && !isTest(event)) warn(`Given up: openteller replay ${event.id} --forward-to ${url}`);
  };
}

function isTest({ body }: ForwardedEvent): boolean {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) && parsed['test'] === true;
}
