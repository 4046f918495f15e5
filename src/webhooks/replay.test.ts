import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isoMillis } from '#src/lib/time.ts';
import { readArray, readRecord, readString } from '#src/lib/assert.ts';
import { type Receiver, startReceiver, status } from './local-receiver.ts';
import { maxOnce, maxReplayed } from './replay.ts';
import { verifySignature } from '#src/lib/webhook-signature.ts';
import { sampleEvent, startWebhookLab, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
let target: Receiver;
let other: Receiver;
let works = true;
let id: string;
let secret: string;
beforeAll(async () => {
  lab = await startWebhookLab();
});
afterAll(() => lab.close());

async function fresh(): Promise<void> {
  works = true;
  target = await startReceiver((response) => status(works ? 200 : 410)(response));
  other = await startReceiver(status(200));
  const { data } = await lab.call('ada', 'POST', '/webhooks', { url: target.url, events: ['*'] });
  id = readString(data, 'id');
  secret = readString(data, 'secret');
}
afterEach(async () => {
  await Promise.all([target.close(), other.close()]);
  const { list } = await lab.call('ada', 'GET', '/webhooks');
  for (const webhook of list) await lab.call('ada', 'DELETE', `/webhooks/${readString(webhook, 'id')}`);
});

async function drain(): Promise<void> {
  while ((await lab.deliver('ada')) > 0);
}

/** Emits and delivers; answers the event id. `failing` ends it at once: 410, and the endpoint resumed. */
async function sent(failing = false): Promise<string> {
  works = !failing;
  const [eventId = ''] = await lab.emit('ada', [sampleEvent()]);
  await drain();
  if (failing) await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'active' });
  works = true;
  return eventId;
}

const replay = (body: Record<string, unknown>) => lab.call('ada', 'POST', `/webhooks/${id}/replay`, body);
const idsAt = (receiver: Receiver, from = 0): string[] => receiver.received.slice(from).map((seen) => String(seen.headers['webhook-id'])).toSorted();
const tenantNow = () => lab.db.read(lab.tenants.ada, async (tx) => isoMillis(new Date(tx.now.getTime() + 1)));

describe('POST /webhooks/{id}/replay', () => {
  it('sends all that failed, under the same ids and with the same bytes, new times and new signatures', async () => {
    await fresh();
    const failed = [await sent(true), await sent(true)];
    await sent();
    const before = target.received.length;
    lab.clock.now = new Date(lab.clock.now.getTime() + 60_000);
    expect((await replay({})).data).toEqual({ webhookId: id, queued: 2, more: false, nextFrom: null });
    await drain();
    expect(idsAt(target, before)).toEqual(failed);
    for (const again of target.received.slice(before)) {
      const first = target.received.find((seen) => seen.headers['webhook-id'] === again.headers['webhook-id']);
      expect(again.body).toBe(first?.body);
      expect(Number(again.headers['webhook-timestamp'])).toBe(Number(first?.headers['webhook-timestamp']) + 60);
      expect(again.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    }
    expect((await replay({})).data).toMatchObject({ queued: 0 });
  });

  it('takes a span of time, a state and kinds', async () => {
    await fresh();
    const early = await sent();
    const from = await tenantNow();
    await lab.advance('ada', 60);
    const middle = await sent();
    const to = await tenantNow();
    await lab.advance('ada', 60);
    const late = await sent();
    const chosen = async (body: Record<string, unknown>): Promise<string[]> => {
      const before = target.received.length;
      await replay(body);
      await drain();
      return idsAt(target, before);
    };
    expect(await chosen({ state: 'any', from, to })).toEqual([middle]);
    expect(await chosen({ state: 'delivered', from })).toEqual([middle, late]);
    expect(await chosen({ state: 'any', to })).toEqual([early, middle]);
    expect(await chosen({ state: 'failed' })).toEqual([]);
    expect(await chosen({ state: 'any', events: ['payment.*'] })).toEqual([]);
    expect(await chosen({ state: 'any', events: ['payment.*', 'customer.*'] })).toEqual([early, middle, late]);
  });

  it('sends to another endpoint, whatever it selected, signed with that one\'s secret', async () => {
    await fresh();
    const eventId = await sent();
    const { data } = await lab.call('ada', 'POST', '/webhooks', { url: other.url, events: ['webhook.test'] });
    expect((await replay({ state: 'any', toEndpointId: data['id'] })).data).toMatchObject({ webhookId: data['id'], queued: 1 });
    await drain();
    expect(idsAt(other)).toEqual([eventId]);
    expect(target.received).toHaveLength(1);
    expect(verified(other, readString(data, 'secret'))).toBe(true);
  });

  it('answers 404 for another endpoint that is not there, and sends nothing', async () => {
    await fresh();
    await sent();
    const answer = await replay({ state: 'any', toEndpointId: `whk_${'0'.repeat(32)}` });
    expect([answer.status, readRecord(readArray(answer.json['errors'])[0])['field']]).toEqual([404, '/toEndpointId']);
    await drain();
    expect(target.received).toHaveLength(1);
  });

  it('keeps what it sends to a paused endpoint until that is resumed', async () => {
    await fresh();
    const eventId = await sent();
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'paused' });
    await replay({ state: 'any' });
    await drain();
    expect(target.received).toHaveLength(1);
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'active' });
    await drain();
    expect(idsAt(target)).toEqual([eventId, eventId]);
  });

  it('sends to an address of this replay alone: signed with the webhook\'s secret, in no list, gone when it was served', async () => {
    await fresh();
    const eventId = await sent();
    const { data } = await replay({ state: 'any', toUrl: other.url });
    const once = readString(data, 'webhookId');
    expect(data).toMatchObject({ queued: 1, webhookId: expect.stringMatching(/^whk_/) });
    expect((await lab.call('ada', 'GET', '/webhooks')).text).not.toContain(once);
    await sent();
    expect(idsAt(other)).toEqual([eventId]);
    expect(verified(other, secret)).toBe(true);
    expect((await lab.call('ada', 'GET', `/webhooks/${once}/deliveries`)).list).toMatchObject([{ eventId, status: 'delivered' }]);
    await lab.upkeep.pass();
    const rows = await lab.db.read(lab.tenants.ada, (tx) => tx.rows(sql`select status, secret_sealed from webhook_endpoint where tenant_id = ${tx.tenantId} and endpoint_id = ${once}`));
    expect(rows).toEqual([{ status: 'deleted', secret_sealed: null }]);
  });

  it('to a wrong address is stopped by deleting it, and at most five addresses are served at once', async () => {
    await fresh();
    await sent();
    const answers = [];
    for (let more = 0; more <= maxOnce; more += 1) answers.push(await replay({ state: 'any', toUrl: `${other.url}/${more}` }));
    expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: maxOnce }, () => 200), 422]);
    for (const answer of answers.slice(0, maxOnce)) expect((await lab.call('ada', 'DELETE', `/webhooks/${readString(answer.data, 'webhookId')}`)).status).toBe(200);
    await drain();
    expect(other.received).toHaveLength(0);
    expect((await replay({ state: 'any', toUrl: other.url })).status).toBe(200);
    await drain();
  });

  it.each<[Record<string, unknown>, string]>([
    [{ toUrl: 'http://169.254.169.254/' }, '/toUrl'], [{ toEndpointId: 'x', toUrl: 'https://hooks.example.com/' }, '/toUrl'],
    [{ from: 'yesterday' }, '/from'], [{ to: '2026-11-21' }, '/to'], [{ state: 'pending' }, '/state'], [{ events: ['no.such'] }, '/events/0'], [{ limit: 5 }, '/limit'],
  ])('refuses %o', async (body, field) => {
    await fresh();
    const answer = await replay(body);
    expect([answer.status, readRecord(readArray(answer.json['errors'])[0])['field']]).toEqual([400, field]);
  });
});

describe('a replay of very many events', () => {
  it('is bounded, and says where to go on', async () => {
    // A program of its own, whose connections have no plans yet that were made for nearly empty tables.
    const big = await startWebhookLab();
    const webhook = await big.endpoint('ada', { url: 'http://127.0.0.1:9/' });
    await big.call('ada', 'PATCH', `/webhooks/${webhook}`, { status: 'paused' });
    await big.db.write(big.tenants.ada, async (tx) => {
      await tx.execute(sql`insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at)
        select ${tx.tenantId}, 'evt_' || to_char(n, 'FM000000'), 'customer.updated', 'many', n, '{}', ${tx.now}::timestamptz + make_interval(secs => n) from generate_series(1, ${maxReplayed + 3}::int) n`);
      await tx.execute(sql`insert into webhook_delivery (tenant_id, event_id, endpoint_id, state, created_at)
        select ${tx.tenantId}, event_id, ${webhook}, 'failed', created_at from event where tenant_id = ${tx.tenantId} and subject = 'many'`);
    });
    const many = (body: Record<string, unknown>) => big.call('ada', 'POST', `/webhooks/${webhook}/replay`, body);
    const first = await many({ state: 'any' });
    expect(first.data).toMatchObject({ queued: maxReplayed, more: true, nextFrom: expect.any(String) });
    expect((await many({ state: 'any', from: first.data['nextFrom'] })).data).toMatchObject({ queued: 3, more: false, nextFrom: null });
    await big.close();
  });
});

describe('POST /webhooks/{id}/test', () => {
  it('sends data of the caller\'s choice, for kinds of ours and his own', async () => {
    await fresh();
    await lab.call('ada', 'POST', `/webhooks/${id}/test`, { event: 'payment.success', data: { transactionId: 'trf_mine', amount: 7 } });
    await lab.call('ada', 'POST', `/webhooks/${id}/test`, { event: 'custom.order.paid', data: { orderId: 'A-1' } });
    await drain();
    const bodies = target.received.map((seen) => readRecord(JSON.parse(seen.body))).toSorted((a, b) => String(a['event']).localeCompare(String(b['event'])));
    expect(bodies).toMatchObject([{ event: 'custom.order.paid', data: { orderId: 'A-1' }, test: true }, { event: 'payment.success', data: { transactionId: 'trf_mine', amount: 7 }, test: true }]);
    expect(Object.keys(readRecord(bodies[1]?.['data']))).toHaveLength(2);
    expect((await lab.call('ada', 'POST', `/webhooks/${id}/test`, { data: { text: 'x'.repeat(20_000) } })).status).toBe(400);
    expect((await lab.call('ada', 'POST', `/webhooks/${id}/test`, { event: 'payment.lost', data: {} })).status).toBe(400);
  });
});

function verified(receiver: Receiver, with_: string): boolean {
  const seen = receiver.received.at(-1);
  const headers = Object.fromEntries(Object.entries(seen?.headers ?? {}).map(([name, value]) => [name, String(value)]));
  return verifySignature({ secret: with_, headers, body: seen?.body ?? '', nowSeconds: lab.clock.now.getTime() / 1000 }).ok;
}
