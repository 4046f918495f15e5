import { randomBytes } from 'node:crypto';
import { isEventKind, sampleKinds, sampleOf } from '../../../src/webhooks/samples.ts';
import { wordsOf } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { createForwarder } from '../forwarding/forwarder.ts';
import { forwardingSecret } from '../forwarding/secret.ts';
import { readJsonObject, readUrl } from '../read-input.ts';
import { nearest } from '../suggest.ts';
import { UsageError } from '../trouble.ts';
import { chooseWebhook } from '../webhook-choice.ts';

const customKind = /^custom\.[a-z0-9_.]{1,64}$/;

export const triggerCommand: Command = {
  name: 'trigger',
  summary: 'Send a sample event of any kind, marked test: true.',
  usage: 'KIND [--webhook ID | --forward-to URL]',
  options: {
    data: { value: 'JSON', describe: 'In place of the sample.' },
    webhook: { value: 'ID', describe: 'To this webhook, by the service; the only one there is, unless given.' },
    'forward-to': { value: 'URL', describe: 'From here to a receiver on this machine; needs no connection to the service.' },
    secret: { value: 'SECRET', describe: 'With --forward-to: sign with this, rather than with the secret made for your profile.' },
  },
  words: sampleKinds,
  about: 'Kinds of your own begin with custom. and need --data.',
  examples: ['openteller trigger payment.success --forward-to http://localhost:4000/webhooks', 'openteller trigger payment.failed --data \'{"amount":1}\''],
  async run(invocation) {
    const { arguments: given, terminal, session } = invocation;
    const [kind = ''] = wordsOf(triggerCommand, given, 1);
    checkKind(kind);
    const text = given.text('data');
    const data = text === undefined ? undefined : readJsonObject(text, '--data');
    const url = given.text('forward-to');
    if (url !== undefined) return forwardSample(invocation, kind, data, readUrl(url));
    const open = await session();
    const webhook = await chooseWebhook(open, given);
    const started = await open.teller.webhooks.testWebhook(webhook, { event: kind, ...(data === undefined ? {} : { data }) });
    terminal.line(`${terminal.paint.good('✓')} ${kind} is on its way to ${webhook}.`);
    terminal.line(terminal.paint.faint(`Event ${started.eventId}, delivery ${started.deliveryId}`));
    terminal.document({ ...started, event: kind, webhookId: webhook });
    return exitCodes.done;
  },
};

async function forwardSample({ arguments: given, terminal, stop }: Invocation, kind: string, data: Record<string, unknown> | undefined, url: string): Promise<number> {
  const id = `evt_${randomBytes(16).toString('hex')}`;
  const body = JSON.stringify({ event: kind, data: data ?? (isEventKind(kind) ? sampleOf(kind) : {}), id, createdAt: new Date().toISOString(), environment: 'sandbox', apiVersion: 'v1', sequence: 1, test: true });
  const forwarder = createForwarder(terminal, { url, secret: await forwardingSecret(given.text('secret'), given.text('profile')) }, stop, []);
  await forwarder.take({ id, kind, body });
  return (await forwarder.finish()).failed === 0 ? exitCodes.done : exitCodes.refused;
}

function checkKind(kind: string): void {
  if (isEventKind(kind) || customKind.test(kind)) return;
  const near = nearest(kind, sampleKinds);
  throw new UsageError(`There is no event kind ${kind}.`, near === null ? `Use one of ${sampleKinds.join(', ')}, or custom.…` : `Did you mean ${near}?`);
}
