import type { Teller } from '../../../sdk/src/index.ts';
import { wordsOf } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { cursorBefore, eventId } from '../forwarding/event-ids.ts';
import { eventOf } from '../forwarding/event-source.ts';
import type { ForwardedEvent } from '../forwarding/forward.ts';
import { createForwarder } from '../forwarding/forwarder.ts';
import { forwardingSecret } from '../forwarding/secret.ts';
import { readUrl } from '../read-input.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../trouble.ts';
import { chooseWebhook } from '../webhook-choice.ts';

/** Calls of one replay, of 10,000 events each at most. */
const maxCalls = 100;
/** Events forwarded by one command. */
const maxForwarded = 10_000;

export const replayCommand: Command = {
  name: 'replay',
  summary: 'Send events again: one, all that failed, or a span of time.',
  usage: 'EVENT_ID | --failed | --from TIME [--to TIME]  [--webhook ID | --forward-to URL]',
  options: {
    failed: { describe: 'Those that the webhook did not acknowledge; also with --from and --to.' },
    from: { value: 'TIME', describe: 'Written then or later, such as 2026-11-21T09:30:00Z.' },
    to: { value: 'TIME', describe: 'Written before.' },
    webhook: { value: 'ID', describe: 'Whose deliveries, sent by the service to where they went; the only one there is, unless given.' },
    'forward-to': { value: 'URL', describe: 'From here to a receiver on this machine instead.' },
    secret: { value: 'SECRET', describe: 'With --forward-to: sign with this, rather than with the secret made for your profile.' },
  },
  about: 'The same bodies under the same event ids, with new timestamps and signatures.',
  examples: ['openteller replay "$EVENT_ID" --forward-to http://localhost:4000/webhooks', 'openteller replay --failed --from 2026-11-21T06:00:00Z'],
  async run(invocation) {
    const { arguments: given } = invocation;
    const [id] = wordsOf(replayCommand, given, 0, 1);
    const range = { failed: given.has('failed'), from: timeOf(given.text('from')), to: timeOf(given.text('to')) };
    const many = range.failed || range.from !== undefined || range.to !== undefined;
    if (id === undefined ? !many : many) throw new UsageError('Which events?', `Write openteller replay ${replayCommand.usage}`);
    if (id !== undefined && !eventId.test(id)) throw new UsageError(`${id} is no id of an event.`, 'They begin with evt_ and stand in the body of each event.');
    const url = given.text('forward-to');
    const session = await invocation.session();
    if (url !== undefined) return forwardAgain(invocation, session, id === undefined ? range : id, readUrl(url));
    const webhook = await chooseWebhook(session, given);
    return id === undefined ? replayMany(invocation, session, webhook, range) : replayOne(invocation, session, webhook, id);
  },
};

type Range = { failed: boolean; from: string | undefined; to: string | undefined };

/** @throws UsageError */
function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(text))) throw new UsageError(`${text} is no time.`, 'Write it like 2026-11-21T09:30:00Z.');
  return new Date(text).toISOString();
}

async function replayOne({ terminal }: Invocation, { teller }: Session, webhook: string, id: string): Promise<number> {
  // The id of a delivery is made of those of its event and its webhook.
  const started = await teller.webhooks.replayWebhookDelivery(`dlv_${id.slice('evt_'.length)}_${webhook.replace(/^whk_/, '')}`);
  terminal.line(`${terminal.paint.good('✓')} ${id} is on its way to ${webhook} again.`);
  terminal.document(started);
  return exitCodes.done;
}

async function replayMany({ terminal }: Invocation, { teller }: Session, webhook: string, { failed, from, to }: Range): Promise<number> {
  let queued = 0;
  let next = from;
  for (let calls = 0; calls < maxCalls; calls += 1) {
    const answer = await teller.webhooks.replayWebhook(webhook, { state: failed ? 'failed' : 'any', ...(next === undefined ? {} : { from: next }), ...(to === undefined ? {} : { to }) });
    queued += answer.queued;
    if (!answer.more || answer.nextFrom === null || answer.nextFrom === next) break;
    next = answer.nextFrom;
  }
  terminal.line(`${terminal.paint.good('✓')} ${queued} events are on their way to ${webhook} again.`);
  terminal.document({ webhookId: webhook, queued });
  return exitCodes.done;
}

async function forwardAgain({ arguments: given, terminal, stop }: Invocation, session: Session, what: string | Range, url: string): Promise<number> {
  const forwarder = createForwarder(terminal, { url, secret: await forwardingSecret(given.text('secret'), session.profile) }, stop);
  const events = typeof what === 'string' ? oneEvent(session.teller, what) : what.failed ? failedEvents(session, await chooseWebhook(session, given), what) : eventsBetween(session.teller, what);
  let count = 0;
  for await (const event of events) {
    if (stop.aborted || count >= maxForwarded) break;
    await forwarder.take(event);
    count += 1;
  }
  const { acknowledged, failed } = await forwarder.finish();
  terminal.line(count === 0 ? 'No event fits.' : `${terminal.paint.good(`${acknowledged} acknowledged`)}, ${failed === 0 ? '0 failed' : terminal.paint.bad(`${failed} failed`)}${count === maxForwarded ? `; ${maxForwarded} are the most for one command` : ''}.`);
  terminal.record({ type: 'summary', acknowledged, failed });
  return failed === 0 && count > 0 ? exitCodes.done : exitCodes.refused;
}

/** The event with this id, from the list of all. @throws UsageError */
async function* oneEvent(teller: Teller, id: string): AsyncGenerator<ForwardedEvent> {
  const page = await teller.events.listEvents({ after: cursorBefore(id), limit: 1 });
  const [item] = page.items;
  const event = item === undefined ? null : eventOf(item, JSON.stringify(item));
  if (event === null || event.id !== id) throw new UsageError(`There is no event ${id}.`, 'Events of the other environment, and tests of a webhook, are not among them.');
  yield event;
}

async function* eventsBetween(teller: Teller, { from, to }: Range): AsyncGenerator<ForwardedEvent> {
  // By what the events say of themselves: the clock of a sandbox may run ahead of their ids.
  for await (const item of teller.events.listEvents({ limit: 100 })) {
    const event = eventOf(item, JSON.stringify(item));
    const { createdAt } = item;
    if (event !== null && (from === undefined || createdAt >= from) && (to === undefined || createdAt < to)) yield event;
  }
}

/** Tests of the webhook are among its deliveries and not among the events; they are passed over. */
async function* failedEvents({ teller }: Session, webhook: string, { from, to }: Range): AsyncGenerator<ForwardedEvent> {
  for await (const { eventId: id, createdAt } of teller.webhooks.listWebhookDeliveries(webhook, { status: 'failed', pageSize: 100 })) {
    if ((from !== undefined && createdAt < from) || (to !== undefined && createdAt >= to)) continue;
    const page = await teller.events.listEvents({ after: cursorBefore(id), limit: 1 });
    const [item] = page.items;
    if (item !== undefined && item.id === id) yield { id, kind: item.event, body: JSON.stringify(item) };
  }
}
