import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInboxSender } from './inbox-sender.ts';
import { sampleMessage, senderContract } from './sender-contract.ts';
import { createTermiiSender } from './termii.ts';
import { type GatewayReply, startTermii, type TermiiStandIn } from './termii-stand-in.ts';

const credentials = { apiKey: 'sample-key', senderId: 'Openteller' };
const patient = (): AbortSignal => AbortSignal.timeout(10_000);

senderContract('the sandbox inbox', async () => ({ sender: createInboxSender(), close: async () => {} }));
senderContract('Termii', async () => {
  const gateway = await startTermii();
  return { sender: createTermiiSender({ ...credentials, baseUrl: gateway.baseUrl }), close: () => gateway.close() };
});

describe('Termii', () => {
  let gateway: TermiiStandIn;
  beforeEach(async () => {
    gateway = await startTermii();
  });
  afterEach(() => gateway.close());
  const sender = (timeoutMs = 10_000) => createTermiiSender({ ...credentials, baseUrl: gateway.baseUrl, timeoutMs });

  it('is asked on the transactional channel, with the number in its form', async () => {
    await sender().send(sampleMessage(), patient());
    expect(gateway.seen).toEqual([{
      path: '/api/sms/send',
      method: 'POST',
      body: { api_key: 'sample-key', to: '2348030000001', from: 'Openteller', sms: sampleMessage().text, type: 'plain', channel: 'dnd' },
    }]);
  });

  it('gets NGN for the currency sign, which would more than double the parts of a text', async () => {
    await sender().send(sampleMessage({ text: '\u20a65,000 to ADA' }), patient());
    expect(gateway.seen[0]?.body).toMatchObject({ sms: 'NGN 5,000 to ADA' });
  });

  it('keeps every digit of its message id', async () => {
    expect(await sender().send(sampleMessage(), patient())).toEqual({ outcome: 'sent', providerReference: '31000000000000000001' });
  });

  it.each<[string, GatewayReply, string]>([
    ['a bad number', { status: 400, body: '{"message":"Invalid phone number"}' }, 'rejected'],
    ['an unregistered sender', { status: 422, body: '{"message":"ApplicationSenderId not found"}' }, 'rejected'],
    ['an unknown route', { status: 404, body: '' }, 'rejected'],
    ['a wrong key', { status: 401, body: '{"message":"Unauthenticated"}' }, 'unavailable'],
    ['an empty balance', { status: 400, body: '{"message":"Insufficient balance"}' }, 'unavailable'],
    ['too many calls', { status: 429, body: '{}' }, 'unavailable'],
    ['a closed shop', { status: 503, body: 'maintenance' }, 'unavailable'],
    ['a fault inside', { status: 500, body: '' }, 'unknown'],
    ['a gateway timeout', { status: 504, body: '' }, 'unknown'],
    ['a page instead of JSON', { status: 200, body: '<html>hello</html>' }, 'unknown'],
    ['an empty answer', { status: 200, body: '' }, 'unknown'],
    ['success without a reference', { status: 200, body: '{"code":"ok"}' }, 'unknown'],
    ['an answer without end', { status: 200, body: `{"code":"ok","message_id_str":"1","x":"${'x'.repeat(70_000)}"}` }, 'unknown'],
    ['a redirect', { status: 302, body: '' }, 'unknown'],
    ['a broken connection after the request', 'drop', 'unknown'],
  ])('maps %s', async (_name, reply, outcome) => {
    gateway.reply(reply);
    expect(await sender().send(sampleMessage(), patient())).toMatchObject({ outcome });
  });

  it('is unknown when it took the message and never answered', async () => {
    gateway.reply('hang');
    expect(await sender(200).send(sampleMessage(), patient())).toMatchObject({ outcome: 'unknown' });
    expect(gateway.seen).toHaveLength(1);
  });

  it('is unknown when the caller gives up on a message that left', async () => {
    gateway.reply('hang');
    expect(await sender().send(sampleMessage(), AbortSignal.timeout(200))).toMatchObject({ outcome: 'unknown' });
  });

  it('is unavailable when nothing listens', async () => {
    await gateway.close();
    expect(await sender().send(sampleMessage(), patient())).toEqual({ outcome: 'unavailable', reason: 'ECONNREFUSED' });
  });

  it('never shows a code or a number in its reason', async () => {
    gateway.reply({ status: 400, body: '{"message":"Bad number 2348030000001 for text 123456"}' });
    const outcome = await sender().send(sampleMessage(), patient());
    expect(outcome).toEqual({ outcome: 'rejected', reason: 'HTTP 400: Bad number … for text …' });
  });
});
