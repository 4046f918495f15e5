import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { readString } from '#src/lib/assert.ts';
import { webhookQueue } from './deliver.ts';
import { startReceiver, status } from './local-receiver.ts';
import { verifySignature } from '#src/lib/webhook-signature.ts';
import { sampleEvent, startWebhookLab, type TenantName, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
beforeAll(async () => {
  lab = await startWebhookLab({ connectMs: 400, totalMs: 400, lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
});
afterAll(() => lab.close());

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  for (const tenant of ['ada', 'adaLive', 'bayo'] as const) {
    const { list } = await lab.call(tenant, 'GET', '/webhooks');
    for (const webhook of list) await lab.call(tenant, 'DELETE', `/webhooks/${readString(webhook, 'id')}`);
  }
});

async function receiver(...args: Parameters<typeof startReceiver>): ReturnType<typeof startReceiver> {
  const started = await startReceiver(...args);
  open.push(started.close);
  return started;
}

async function deliveriesOf(id: string, tenant: TenantName = 'ada'): Promise<readonly Record<string, unknown>[]> {
  return (await lab.call(tenant, 'GET', `/webhooks/${id}/deliveries`)).list;
}

describe('a delivery', () => {
  it('carries the stored bytes with a signature the receiver can check, and ends with a 2xx', async () => {
    const target = await receiver(status(204));
    const created = await lab.call('ada', 'POST', '/webhooks', { url: target.url, events: ['customer.*'] });
    const [eventId = ''] = await lab.emit('ada', [sampleEvent()]);
    expect(await lab.deliver('ada')).toBe(1);

    const [seen] = target.received;
    const headers = Object.fromEntries(Object.entries(seen?.headers ?? {}).map(([name, value]) => [name, String(value)]));
    const nowSeconds = lab.clock.now.getTime() / 1000;
    expect(verifySignature({ secret: readString(created.data, 'secret'), headers, body: seen?.body ?? '', nowSeconds })).toEqual({ ok: true });
    expect(headers).toMatchObject({ 'webhook-id': eventId, 'x-service-event-id': eventId, 'x-service-timestamp': String(nowSeconds), 'x-service-attempt': '1' });
    expect(JSON.parse(seen?.body ?? '')).toMatchObject({ event: 'customer.updated', id: eventId, environment: 'sandbox' });
    expect(Object.keys(JSON.parse(seen?.body ?? ''))).toEqual(['event', 'data', 'id', 'createdAt', 'environment', 'apiVersion', 'sequence']);

    expect(await deliveriesOf(readString(created.data, 'id'))).toMatchObject([{ eventId, status: 'delivered', attempts: 1, httpStatus: 204, error: null, nextAttemptAt: null, deliveredAt: expect.any(String) }]);
    expect(await lab.deliver('ada')).toBe(0);
  });

  it('is not signed when the secret was refused', async () => {
    const target = await receiver(status(200));
    await lab.endpoint('ada', { url: target.url, secret: null });
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    expect(Object.keys(target.received[0]?.headers ?? {}).filter((name) => name.includes('signature'))).toEqual([]);
  });

  it('goes to each endpoint that selected its kind, and to no other', async () => {
    const target = await receiver(status(200));
    for (const [path, events] of [['one', ['customer.updated']], ['two', ['customer.*', 'payment.success']], ['three', ['*']], ['four', ['payment.*']]] as const) {
      await lab.endpoint('ada', { url: `${target.url}/${path}`, events });
    }
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    expect(target.received.map((seen) => seen.path).toSorted()).toEqual(['/hook/one', '/hook/three', '/hook/two']);
  });

  it('is tried again after 5 seconds under the same id, and not before', async () => {
    const target = await receiver((response, _received, count) => status(count === 1 ? 500 : 200)(response));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: 1, httpStatus: 500, error: 'http', nextAttemptAt: expect.any(String) }]);
    expect(await lab.deliver('ada')).toBe(0);
    await lab.advance('ada', 5);
    expect(await lab.deliver('ada')).toBe(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempts: 2, httpStatus: 200 }]);
    expect(target.received.map((seen) => seen.headers['x-service-attempt'])).toEqual(['1', '2']);
    expect(new Set(target.received.map((seen) => seen.headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.received.map((seen) => seen.body)).size).toBe(1);
  });

  it('ends as failed after the five attempts of the sandbox', async () => {
    const target = await receiver(status(503));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    for (const seconds of [5, 30, 120, 600]) {
      await lab.advance('ada', seconds - 2);
      expect(await lab.deliver('ada')).toBe(0);
      await lab.advance('ada', 2);
      expect(await lab.deliver('ada')).toBe(1);
    }
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', attempts: 5, httpStatus: 503, nextAttemptAt: null }]);
    await lab.advance('ada', 100_000);
    expect(await lab.deliver('ada')).toBe(0);
  });

  it('waits as long as Retry-After asks, up to twice the schedule', async () => {
    const target = await receiver(status(429, { 'Retry-After': '9' }));
    await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    await lab.advance('ada', 7);
    expect(await lab.deliver('ada')).toBe(0);
    await lab.advance('ada', 2);
    expect(await lab.deliver('ada')).toBe(1);
  });

  it('to an endpoint that answers 410 ends at once, pauses the endpoint and leaves a trace', async () => {
    const target = await receiver((response, _received, count) => status(count === 1 ? 410 : 200)(response));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', httpStatus: 410 }]);
    expect((await lab.call('ada', 'GET', `/webhooks/${id}`)).data).toMatchObject({ status: 'paused' });
    const trace = await lab.db.read(lab.tenants.ada, (tx) => tx.rows(sql`select actor, action from audit_entry where tenant_id = ${tx.tenantId} and subject = ${id} order by audit_id desc limit 1`));
    expect(trace).toEqual([{ actor: 'webhook-delivery', action: 'webhook.paused' }]);
  });

  it('does not follow a redirect to a forbidden place', async () => {
    const target = await receiver(status(302, { Location: 'http://169.254.169.254/' }));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', httpStatus: 302, error: 'http' }]);
  });

  it.each<[string, (response: ServerResponse) => void, Record<string, unknown>]>([
    ['never answers', () => {}, { status: 'pending', httpStatus: null, error: 'timeout' }],
    ['breaks the connection', (response) => response.destroy(), { status: 'pending', httpStatus: null, error: 'reset' }],
    ['answers junk that claims to be gzip', (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('junk'), { status: 'delivered', httpStatus: 200, error: null }],
    ['answers with an endless body', (response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    }, { status: 'delivered', httpStatus: 200, error: null }],
  ])('to a receiver that %s is recorded as what it was', async (_name, answer, recorded) => {
    const target = await receiver(answer);
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    expect(await deliveriesOf(id)).toMatchObject([recorded]);
  });

  it('of a live tenant to a name that resolves to a private address is blocked', async () => {
    const id = await lab.endpoint('adaLive', { url: 'https://hooks.example.com/' });
    await lab.emit('adaLive', [sampleEvent()]);
    await lab.deliver('adaLive');
    expect(await deliveriesOf(id, 'adaLive')).toMatchObject([{ status: 'pending', attempts: 1, httpStatus: null, error: 'blocked' }]);
  });
});

describe('leases', () => {
  it('of a worker that died run out, and its late result changes nothing', async () => {
    const target = await receiver(status(200));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    const sleeper = webhookQueue(lab.ctx);
    const { jobs: [job] } = await lab.db.write(lab.tenants.ada, (tx) => sleeper.claim(tx, 16));
    if (job === undefined) throw new Error('Nothing was leased.');
    expect(await lab.deliver('ada')).toBe(0);
    await lab.advance('ada', 31);
    expect(await lab.deliver('ada')).toBe(1);
    const settled = await deliveriesOf(id);
    await sleeper.work(lab.tenants.ada, job);
    expect(await deliveriesOf(id)).toEqual(settled);
    // At least once: the duplicate is known by its id.
    expect(target.received.map((seen) => seen.headers['webhook-id'])).toEqual([job.eventId, job.eventId]);
  });

  it('take 4 of an endpoint at once', async () => {
    let inFlight = 0;
    let most = 0;
    const held: ServerResponse[] = [];
    const target = await receiver((response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      held.push(response);
      setImmediate(() => {
        if (held.length < 4) return;
        for (const waiting of held.splice(0)) {
          inFlight -= 1;
          waiting.writeHead(200).end();
        }
      });
    });
    await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', Array.from({ length: 20 }, () => sampleEvent()));
    for (let turn = 0; turn < 5; turn += 1) expect(await lab.deliver('ada')).toBe(4);
    expect(target.received).toHaveLength(20);
    expect(most).toBe(4);
  });
});

describe('a paused endpoint', () => {
  it('keeps what was emitted before and while it was paused, and gets it when resumed', async () => {
    const target = await receiver(status(200));
    const id = await lab.endpoint('ada', { url: target.url });
    const [before = ''] = await lab.emit('ada', [sampleEvent()]);
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'paused' });
    const [during = ''] = await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    await lab.advance('ada', 1000);
    expect(await lab.deliver('ada')).toBe(0);
    expect(target.received).toHaveLength(0);
    expect(await deliveriesOf(id)).toMatchObject([{ eventId: during, status: 'pending', nextAttemptAt: null }, { eventId: before, status: 'pending', nextAttemptAt: null }]);
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'active' });
    expect(await lab.deliver('ada')).toBe(2);
    expect(target.received.map((seen) => String(seen.headers['webhook-id'])).toSorted()).toEqual([before, during]);
  });
});

describe('a deleted endpoint', () => {
  it('gets nothing more: its pending deliveries have failed', async () => {
    const target = await receiver(status(200));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    await lab.call('ada', 'DELETE', `/webhooks/${id}`);
    await lab.emit('ada', [sampleEvent()]);
    expect(await lab.deliver('ada')).toBe(0);
    const rows = await lab.db.read(lab.tenants.ada, (tx) => tx.rows(sql`select state, last_error from webhook_delivery where tenant_id = ${tx.tenantId} and endpoint_id = ${id}`));
    expect(rows).toEqual([{ state: 'failed', last_error: 'endpoint_deleted' }]);
    expect(target.received).toHaveLength(0);
  });
});
