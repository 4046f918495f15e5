import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArray, readRecord } from '#src/lib/assert.ts';
import { type Receiver, startReceiver, status } from './local-receiver.ts';
import { startWebhookLab, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
let target: Receiver;
beforeAll(async () => {
  [lab, target] = await Promise.all([startWebhookLab(), startReceiver(status(200))]);
});
afterAll(() => Promise.all([lab.close(), target.close()]));

const paid = { event: 'custom.order.paid', data: { orderId: 'A-1001', total: 2500.5, nested: { none: null, list: [1, 'ü', false] } } };

function nested(levels: number): unknown {
  return levels === 0 ? 'end' : { in: nested(levels - 1) };
}

describe('POST /events', () => {
  it('reaches who selected its kind, custom.* or all, signed, with the data as it was sent, and the feed', async () => {
    await lab.endpoint('ada', { url: `${target.url}/exact`, events: ['custom.order.paid'] });
    await lab.endpoint('ada', { url: `${target.url}/family`, events: ['custom.*'] });
    await lab.endpoint('ada', { url: `${target.url}/all`, events: ['*'] });
    await lab.endpoint('ada', { url: `${target.url}/other`, events: ['custom.order.lost', 'payment.*'] });
    const { data } = await lab.call('ada', 'POST', '/events', paid);
    expect(data).toEqual({ id: expect.stringMatching(/^evt_/), event: 'custom.order.paid', createdAt: expect.any(String) });
    await lab.deliver('ada');
    expect(target.received.map((one) => one.path).toSorted()).toEqual(['/hook/all', '/hook/exact', '/hook/family']);
    const whole = { ...paid, id: data['id'], createdAt: data['createdAt'], environment: 'sandbox', apiVersion: 'v1', sequence: 1 };
    for (const one of target.received) {
      expect(JSON.parse(one.body)).toEqual(whole);
      expect(one.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    }
    expect((await lab.call('ada', 'GET', '/events?limit=100')).list).toEqual([whole]);
    expect((await lab.call('bayo', 'GET', '/events?limit=100')).list).toEqual([]);
  });

  it('a replayed requestId writes one event', async () => {
    const first = await lab.call('bayo', 'POST', '/events', paid, 'own-event');
    const second = await lab.call('bayo', 'POST', '/events', paid, 'own-event');
    expect(second.text).toBe(first.text);
    expect((await lab.call('bayo', 'GET', '/events?limit=100')).list).toHaveLength(1);
  });

  it('counts the events of one kind about one subject without a gap, also when all come at once', async () => {
    const about = (event: string, subject: string) => lab.call('adaLive', 'POST', '/events', { event, subject, data: {} });
    const answers = await Promise.all(Array.from({ length: 12 }, () => about('custom.step', 'order:1')));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    await about('custom.other', 'order:1');
    await about('custom.step', 'order:2');
    const { list } = await lab.call('adaLive', 'GET', '/events?limit=100');
    const steps = list.slice(0, 12).map((event) => Number(event['sequence'])).toSorted((a, b) => a - b);
    expect(steps).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(list.slice(12)).toMatchObject([{ event: 'custom.other', sequence: 1 }, { event: 'custom.step', sequence: 1 }]);
  });

  it('takes data of 16 KB and ten levels', async () => {
    expect((await lab.call('ada', 'POST', '/events', { ...paid, data: { text: 'x'.repeat(16 * 1024 - 11) } })).status).toBe(200);
    expect((await lab.call('ada', 'POST', '/events', { ...paid, data: nested(10) })).status).toBe(200);
    expect((await lab.call('ada', 'POST', '/events', { ...paid, event: `custom.${'x'.repeat(64)}` })).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a kind of ours', { event: 'payment.success' }, '/event'],
    ['a kind without a name', { event: 'custom.' }, '/event'],
    ['a family', { event: 'custom.*' }, '/event'],
    ['a long name', { event: `custom.${'x'.repeat(65)}` }, '/event'],
    ['a line feed after the name', { event: 'custom.paid\n' }, '/event'],
    ['data that is a list', { data: [] }, '/data'],
    ['data that is no object', { data: null }, '/data'],
    ['16 KB and a byte', { data: { text: 'x'.repeat(16 * 1024 - 10) } }, '/data'],
    ['bytes, not characters', { data: { text: 'ü'.repeat(9 * 1024) } }, '/data'],
    ['eleven levels', { data: nested(11) }, '/data'],
    ['a subject with a space', { subject: 'order 1' }, '/subject'],
    ['another field', { sequence: 7 }, '/sequence'],
  ])('refuses %s', async (_what, change, field) => {
    const answer = await lab.call('ada', 'POST', '/events', { ...paid, ...change });
    expect(answer.status).toBe(400);
    expect(readRecord(readArray(answer.json['errors'])[0])).toMatchObject({ code: 'invalid_field', field });
  });
});
