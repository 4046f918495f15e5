import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { readRecord, readString } from '#src/lib/assert.ts';
import { startReceiver, status } from './local-receiver.ts';
import { sampleEvent, startWebhookLab, type TenantName, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
beforeAll(async () => {
  lab = await startWebhookLab();
});
afterAll(() => lab.close());

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  const { list } = await lab.call('ada', 'GET', '/webhooks');
  for (const webhook of list) await lab.call('ada', 'DELETE', `/webhooks/${readString(webhook, 'id')}`);
});

async function receiver(...args: Parameters<typeof startReceiver>): ReturnType<typeof startReceiver> {
  const started = await startReceiver(...args);
  open.push(started.close);
  return started;
}

const emitMany = (count: number, tenant: TenantName = 'ada') => lab.emit(tenant, Array.from({ length: count }, () => sampleEvent()));

async function healthOf(id: string): Promise<Record<string, unknown>> {
  return readRecord((await lab.call('ada', 'GET', `/webhooks/${id}`)).data['health']);
}

async function deliveriesOf(id: string): Promise<readonly Record<string, unknown>[]> {
  return (await lab.call('ada', 'GET', `/webhooks/${id}/deliveries?pageSize=100`)).list;
}

/** Delivers until nothing is due; answers how many were leased. */
async function drain(): Promise<number> {
  let all = 0;
  for (let leased = await lab.deliver('ada'); leased > 0; leased = await lab.deliver('ada')) all += leased;
  return all;
}

describe('the breaker of an endpoint', () => {
  it('opens after ten failures over all its deliveries, lets one probe through at a time, and closes with it', async () => {
    let works = false;
    const target = await receiver((response) => status(works ? 200 : 500)(response));
    const id = await lab.endpoint('ada', { url: target.url });
    await emitMany(14);
    expect(await drain()).toBe(10);
    expect(await healthOf(id)).toMatchObject({ state: 'open', failuresInRow: 10, failingSince: expect.any(String), waitsUntil: expect.any(String) });
    const before = await deliveriesOf(id);
    expect(before.filter((delivery) => delivery['attempts'] === 0)).toHaveLength(4);

    await lab.advance('ada', 59);
    expect(await drain()).toBe(0);
    await lab.advance('ada', 2);
    expect(await drain()).toBe(1);
    expect(await healthOf(id)).toMatchObject({ state: 'open', failuresInRow: 11 });
    // Waiting used up nobody's schedule: one attempt was made, and it counts for the delivery that made it.
    const attempts = (list: readonly Record<string, unknown>[]): number => list.reduce((sum, delivery) => sum + Number(delivery['attempts']), 0);
    expect(attempts(await deliveriesOf(id))).toBe(attempts(before) + 1);

    await lab.advance('ada', 60);
    expect(await drain()).toBe(0);
    works = true;
    await lab.advance('ada', 61);
    expect(await lab.deliver('ada')).toBe(1);
    expect(await healthOf(id)).toEqual({ state: 'healthy', failuresInRow: 0, failingSince: null, waitsUntil: null });
    await drain();
    await lab.advance('ada', 31);
    await drain();
    expect((await deliveriesOf(id)).map((delivery) => delivery['status'])).toEqual(Array.from({ length: 14 }, () => 'delivered'));
  });

  it('leaves other endpoints of the tenant alone', async () => {
    const broken = await receiver(status(500));
    const sound = await receiver(status(200));
    await lab.endpoint('ada', { url: broken.url });
    await lab.endpoint('ada', { url: sound.url });
    await emitMany(15);
    await drain();
    expect([broken.received.length, sound.received.length]).toEqual([10, 15]);
  });

  it('is closed by a resume, and by a new address', async () => {
    let works = false;
    const target = await receiver((response) => status(works ? 200 : 500)(response));
    const id = await lab.endpoint('ada', { url: target.url });
    await emitMany(12);
    await drain();
    works = true;
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { url: `${target.url}/moved` });
    expect(await healthOf(id)).toMatchObject({ state: 'healthy', waitsUntil: null });
    expect(await drain()).toBe(2);
    expect(target.received.at(-1)?.path).toBe('/hook/moved');
  });

  it('whose probe never came back makes the next one when the lease is over', async () => {
    const target = await receiver(status(500));
    await lab.endpoint('ada', { url: target.url });
    await emitMany(12);
    await drain();
    await lab.advance('ada', 61);
    const lost = await lab.claim('ada');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.probe).toBe(true);
    expect(await drain()).toBe(0);
    await lab.advance('ada', 31);
    expect(await drain()).toBe(1);
  });
});

describe('Retry-After', () => {
  it('slows the other deliveries of its endpoint too, without using up their attempts', async () => {
    const target = await receiver((response, _received, count) => status(count === 1 ? 503 : 200, { 'Retry-After': '20' })(response));
    const id = await lab.endpoint('ada', { url: target.url });
    await emitMany(1);
    await drain();
    await emitMany(5);
    expect(await drain()).toBe(0);
    expect(await healthOf(id)).toMatchObject({ state: 'slowed', failuresInRow: 1, waitsUntil: expect.any(String) });
    await lab.advance('ada', 20);
    expect(await drain()).toBe(6);
    expect((await deliveriesOf(id)).map((delivery) => delivery['attempts'])).toEqual([1, 1, 1, 1, 1, 2]);
  });
});

describe('an endpoint that did nothing but fail', () => {
  it('is paused after a day of the sandbox: told once, written down, its events kept and sent in order when it is resumed', async () => {
    let works = false;
    const target = await receiver((response) => status(works ? 200 : 500)(response));
    const other = await receiver(status(200));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.endpoint('ada', { url: other.url, events: ['webhook.paused'] });
    await emitMany(10);
    await drain();
    await lab.advance('ada', 86_400);
    const [, late = ''] = await emitMany(2);
    await drain();
    expect((await lab.call('ada', 'GET', `/webhooks/${id}`)).data).toMatchObject({ status: 'paused', pausedReason: 'failing' });
    expect(other.received.map((seen) => readRecord(JSON.parse(seen.body)))).toMatchObject([{ event: 'webhook.paused', sequence: 1, data: { webhookId: id, reason: 'failing', failures: 11, failingSince: expect.any(String) } }]);
    expect((await lab.call('ada', 'GET', '/events?limit=100')).text).toContain('"event":"webhook.paused"');
    const trace = await lab.db.read(lab.tenants.ada, (tx) => tx.rows(sql`select actor, details->>'reason' as reason from audit_entry where tenant_id = ${tx.tenantId} and subject = ${id} and action = 'webhook.paused'`));
    expect(trace).toEqual([{ actor: 'webhook-delivery', reason: 'failing' }]);

    works = true;
    const before = target.received.length;
    const kept = await emitMany(6);
    expect(await drain()).toBe(0);
    await lab.advance('ada', 700);
    expect(await drain()).toBe(0);
    const { data } = await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'active' });
    expect(data).toMatchObject({ status: 'active', pausedReason: null, health: { state: 'healthy', failuresInRow: 0 } });
    const claimed: string[] = [];
    for (let jobs = await lab.claim('ada'); jobs.length > 0; jobs = await lab.claim('ada')) {
      claimed.push(...jobs.map((job) => job.eventId).toSorted());
      await Promise.all(jobs.map((job) => lab.work('ada', job)));
    }
    expect(claimed.filter((eventId) => kept.includes(eventId))).toEqual(kept);
    expect(claimed).toEqual(claimed.toSorted());
    expect(claimed).toContain(late);
    expect(target.received.length).toBe(before + claimed.length);
  });
});
