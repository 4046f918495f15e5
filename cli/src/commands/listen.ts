import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { cursorAt, cursorBefore, eventId } from '../forwarding/event-ids.ts';
import { listenTo, type SourceState } from '../forwarding/event-source.ts';
import { createForwarder, type Tally } from '../forwarding/forwarder.ts';
import { forwardingSecret } from '../forwarding/secret.ts';
import { readUrl } from '../read-input.ts';
import type { Session } from '../session.ts';
import { facts, type Terminal } from '../terminal.ts';
import { UsageError } from '../trouble.ts';

export const listenCommand: Command = {
  name: 'listen',
  summary: 'Bring events to a receiver on this machine, as they happen.',
  usage: '--forward-to URL [--events KINDS] [--from EVENT_ID]',
  options: {
    'forward-to': { value: 'URL', describe: 'Your receiver, such as http://localhost:4000/webhooks' },
    events: { value: 'KINDS', describe: 'Kinds or families with commas between them, such as payment.*,account.credited; all unless given.' },
    from: { value: 'EVENT_ID', describe: 'Begin with the events after this one, rather than with those to come.' },
    secret: { value: 'SECRET', describe: 'Sign with this, rather than with the secret made for your profile.' },
  },
  about: 'Needs no public address and no webhook. Each event is posted with both signatures; what is not acknowledged is tried again after 1, 2, 4 and 8 seconds. Ctrl-C ends it.',
  examples: ['openteller listen --forward-to http://localhost:4000/webhooks', 'openteller listen --forward-to http://localhost:4000/webhooks --events "payment.*"'],
  async run({ arguments: given, terminal, session: open, stop }) {
    wordsOf(listenCommand, given, 0);
    const url = given.text('forward-to');
    if (url === undefined) throw new UsageError('Where should events go?', 'Write openteller listen --forward-to http://localhost:4000/webhooks');
    const from = given.text('from');
    if (from !== undefined && !eventId.test(from)) throw new UsageError(`${from} is no id of an event.`, 'They begin with evt_ and stand in the body of each event.');
    const target = { url: readUrl(url), secret: '' };
    const session = await open();
    const kinds = (given.text('events') ?? '').split(',').map((kind) => kind.trim()).filter((kind) => kind !== '');
    const after = from ?? (await cursorNow(session));
    target.secret = await forwardingSecret(given.text('secret'), session.profile);
    greet(terminal, session, target, kinds);
    const forwarder = createForwarder(terminal, target, stop);
    let last = from ?? null;
    for await (const event of listenTo({ session, after, kinds, stop, onState: stateTeller(terminal) })) {
      await forwarder.take(event);
      last = event.id;
    }
    sumUp(terminal, await forwarder.finish(), last);
    return exitCodes.done;
  },
};

/** By the clock of the service, which makes the ids. @throws TellerError when events may not be read */
async function cursorNow({ teller }: Session): Promise<string> {
  await teller.events.listEvents({ limit: 1 });
  const answer = await teller.send({ method: 'GET', path: '/events?limit=1' });
  await answer.body?.cancel();
  return cursorAt(new Date(answer.headers.get('date') ?? Date.now()));
}

function greet(terminal: Terminal, { url, clientId }: Session, target: { url: string; secret: string }, kinds: readonly string[]): void {
  const wanted = kinds.length === 0 ? 'all events' : kinds.join(', ');
  facts(terminal, [['from', `${url} as ${clientId}`], ['to', target.url], ['events', wanted], ['secret', terminal.paint.strong(target.secret)]]);
  terminal.line();
  terminal.record({ type: 'ready', from: url, to: target.url, events: kinds.length === 0 ? ['*'] : kinds, secret: target.secret });
}

/** Tells each change, but not the first: that all is well goes without saying. */
function stateTeller(terminal: Terminal): (state: SourceState) => void {
  let before: SourceState | null = null;
  const texts = {
    streaming: 'Connected; listening.', polling: 'No stream is to be had; looking for events every two seconds.', lost: 'The connection is lost; trying again. Nothing will be left out.',
  };
  return (state) => {
    if (state === before) return;
    terminal.record({ type: 'connection', state });
    const paint = state === 'streaming' ? terminal.paint.faint : terminal.paint.warn;
    terminal.line(paint(before === null && state === 'streaming' ? 'Listening. Ctrl-C ends it.' : texts[state]));
    before = state;
  };
}

function sumUp(terminal: Terminal, { acknowledged, failed, tries, slowestMs, left }: Tally, last: string | null): void {
  const [oldest] = left;
  const goOn = oldest === undefined ? last : cursorBefore(oldest.id);
  terminal.record({ type: 'summary', acknowledged, failed, tries, slowestMs, notAcknowledged: left.map(({ id }) => id), goOnFrom: goOn });
  terminal.line();
  terminal.line(`${terminal.paint.good(`${acknowledged} acknowledged`)}, ${failed === 0 ? '0 failed' : terminal.paint.bad(`${failed} failed`)}, ${tries} tries, slowest ${slowestMs} ms.`);
  if (goOn !== null) terminal.line(terminal.paint.faint(`Go on from here: --from ${goOn}`));
}
