import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { emit } from '#src/events/emit.ts';
import { readArray, readRecord, readString } from '#src/lib/assert.ts';
import { maxEndpoints } from './create-webhook.ts';
import { type Receiver, startReceiver, status } from './local-receiver.ts';
import { sampleEvent, startWebhookLab, type Answered, type TenantName, type WebhookLab } from './webhook-lab.ts';

const tenants = ['ada', 'adaLive', 'bayo'] as const;
const url = 'https://hooks.example.com/openteller';
let lab: WebhookLab;
let target: Receiver;
beforeAll(async () => {
  lab = await startWebhookLab();
});
afterAll(() => lab.close());
afterEach(async () => {
  for (const tenant of tenants) {
    const { list } = await lab.call(tenant, 'GET', '/webhooks');
    for (const webhook of list) await lab.call(tenant, 'DELETE', `/webhooks/${readString(webhook, 'id')}`);
  }
});

function refusal(answer: Answered): Record<string, unknown> {
  return readRecord(readArray(answer.json['errors'])[0]);
}

describe('POST /webhooks', () => {
  it('shows a generated secret this once', async () => {
    const created = await lab.call('ada', 'POST', '/webhooks', { url, events: ['payment.*', 'account.credited', 'payment.*'], description: 'Ledger' });
    expect(created.data).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-f]{32}$/), url, events: ['payment.*', 'account.credited'], status: 'active', description: 'Ledger', signed: true,
      filter: null, pausedReason: null, health: { state: 'healthy', failuresInRow: 0, failingSince: null, waitsUntil: null }, nextSecretAt: null,
      createdAt: expect.any(String), updatedAt: expect.any(String), secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...shown } = created.data;
    const id = readString(created.data, 'id');
    const read = await lab.call('ada', 'GET', `/webhooks/${id}`);
    const list = await lab.call('ada', 'GET', '/webhooks');
    const changed = await lab.call('ada', 'PATCH', `/webhooks/${id}`, { description: null });
    expect(read.data).toEqual(shown);
    expect(list.list).toEqual([shown]);
    for (const answer of [read, list, changed]) expect(answer.text).not.toContain(readString({ secret }, 'secret'));
  });

  it('answers the same request the same way, secret included, and adds one webhook', async () => {
    const first = await lab.call('ada', 'POST', '/webhooks', { url, events: ['*'] }, 'create-once');
    const second = await lab.call('ada', 'POST', '/webhooks', { url, events: ['*'] }, 'create-once');
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await lab.call('ada', 'GET', '/webhooks')).list).toHaveLength(1);
  });

  it('keeps no secret in the open', async () => {
    const secret = 'a-secret-of-my-own-2026';
    await lab.call('ada', 'POST', '/webhooks', { url, events: ['*'], secret });
    const rows = await lab.db.read(lab.tenants.ada, (tx) => tx.rows<{ text: string }>(sql`
      select w::text as text from webhook_endpoint w where tenant_id = ${tx.tenantId}
      union all select r::text from request r where tenant_id = ${tx.tenantId}
      union all select a::text from audit_entry a where tenant_id = ${tx.tenantId}`));
    expect(rows.length).toBeGreaterThan(2);
    for (const { text } of rows) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('takes a secret of the caller, or none', async () => {
    expect((await lab.call('ada', 'POST', '/webhooks', { url, events: ['*'], secret: 'a-secret-of-my-own' })).data).toMatchObject({ secret: 'a-secret-of-my-own', signed: true });
    expect((await lab.call('ada', 'POST', '/webhooks', { url, events: ['*'], secret: null })).data).toMatchObject({ secret: null, signed: false });
  });

  it('names what may be selected when an event kind is unknown', async () => {
    const answer = await lab.call('ada', 'POST', '/webhooks', { url, events: ['payment.success', 'payment.lost', 'nothing.*'] });
    expect(answer.status).toBe(400);
    expect(readArray(answer.json['errors'])).toMatchObject([
      { code: 'invalid_field', field: '/events/1', details: { known: expect.arrayContaining(['payment.success', 'webhook.test']) } }, { code: 'invalid_field', field: '/events/2' },
    ]);
  });

  it.each<[TenantName, Record<string, unknown>, string]>([
    ['adaLive', { url: 'http://hooks.example.com/' }, '/url'],
    ['adaLive', { url: 'https://127.0.0.1/' }, '/url'],
    ['adaLive', { url: 'https://hooks.example.com:9443/' }, '/url'],
    ['ada', { url: 'http://169.254.169.254/' }, '/url'],
    ['ada', { url: 'https://user:pass@hooks.example.com/' }, '/url'],
    ['ada', { secret: 'too-short' }, '/secret'],
    ['ada', { secret: 'with spaces in between' }, '/secret'],
    ['ada', { events: [] }, '/events'],
    ['ada', { events: 'payment.success' }, '/events'],
    ['ada', { colour: 'blue' }, '/colour'],
    ['ada', { description: 'x'.repeat(201) }, '/description'],
  ])('refuses for %s: %o', async (tenant, change, field) => {
    const answer = await lab.call(tenant, 'POST', '/webhooks', { url, events: ['*'], ...change });
    expect(answer.status).toBe(400);
    expect(refusal(answer)).toMatchObject({ code: 'invalid_field', field });
  });

  it('takes http and loopback in the sandbox', async () => {
    expect((await lab.call('ada', 'POST', '/webhooks', { url: 'http://localhost:9000/hook', events: ['*'] })).status).toBe(200);
  });

  it('stops at the limit, also when all come at once', async () => {
    const answers = await Promise.all(Array.from({ length: maxEndpoints + 5 }, () => lab.call('ada', 'POST', '/webhooks', { url, events: ['*'] })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(maxEndpoints);
    const refused = answers.find((answer) => answer.status !== 200);
    expect(refused === undefined ? null : refusal(refused)).toMatchObject({ code: 'limit_exceeded', details: { limit: maxEndpoints, used: maxEndpoints, remaining: 0 } });
  });
});

describe('PATCH and DELETE /webhooks/{id}', () => {
  it('change what is sent and leave the rest', async () => {
    const id = await lab.endpoint('ada', { url, events: ['payment.*'], description: 'one' });
    expect((await lab.call('ada', 'PATCH', `/webhooks/${id}`, { events: ['account.credited'] })).data).toMatchObject({ url, events: ['account.credited'], description: 'one', status: 'active' });
    expect((await lab.call('ada', 'PATCH', `/webhooks/${id}`, { url: `${url}/2`, description: null, status: 'paused' })).data).toMatchObject({ url: `${url}/2`, description: null, status: 'paused' });
    expect(refusal(await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'deleted' }))).toMatchObject({ field: '/status' });
    expect(refusal(await lab.call('ada', 'PATCH', `/webhooks/${id}`, { url: 'http://0/' }))).toMatchObject({ field: '/url' });
  });

  it('leave a trace of who did what, without the secret', async () => {
    const id = await lab.endpoint('ada', { url });
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'paused' });
    await lab.call('ada', 'DELETE', `/webhooks/${id}`);
    const rows = await lab.db.read(lab.tenants.ada, (tx) => tx.rows(sql`select actor, action from audit_entry where tenant_id = ${tx.tenantId} and subject = ${id} order by audit_id`));
    expect(rows).toEqual(['webhook.created', 'webhook.updated', 'webhook.deleted'].map((action) => ({ actor: 'crd_ada', action })));
  });

  it('after a deletion nothing is there', async () => {
    const id = await lab.endpoint('ada', { url });
    expect((await lab.call('ada', 'DELETE', `/webhooks/${id}`)).data).toEqual({ id, status: 'deleted' });
    for (const [method, path, body] of routesOf(id, `dlv_${'0'.repeat(32)}_${id.slice(4)}`)) expect((await lab.call('ada', method, path, body)).status).toBe(404);
    expect((await lab.call('ada', 'GET', '/webhooks')).list).toEqual([]);
  });
});

describe('tests, the log and replays', () => {
  beforeAll(async () => {
    target = await startReceiver(status(200));
  });
  afterAll(() => target.close());

  it('a test goes to its endpoint alone, whatever that selected, and not into the event feed', async () => {
    const id = await lab.endpoint('ada', { url: `${target.url}/tested`, events: ['payment.*'] });
    await lab.endpoint('ada', { url: `${target.url}/other`, events: ['*'] });
    const before = target.received.length;
    const answer = await lab.call('ada', 'POST', `/webhooks/${id}/test`, {});
    const sample = await lab.call('ada', 'POST', `/webhooks/${id}/test`, { event: 'payment.success' });
    expect(answer.data).toEqual({ deliveryId: expect.stringMatching(/^dlv_[0-9a-f]{32}_[0-9a-f]{32}$/), eventId: expect.stringMatching(/^evt_/), status: 'pending' });
    await lab.deliver('ada');
    const seen = target.received.slice(before).map((one) => ({ path: one.path, body: readRecord(JSON.parse(one.body)) }));
    expect(seen.map((one) => one.path)).toEqual(['/hook/tested', '/hook/tested']);
    expect(seen.map((one) => one.body['event']).toSorted()).toEqual(['payment.success', 'webhook.test']);
    for (const one of seen) expect(one.body).toMatchObject({ test: true, environment: 'sandbox', id: expect.stringMatching(/^evt_/) });
    const feed = await lab.call('ada', 'GET', '/events?limit=100');
    expect(feed.text).not.toContain(readString(sample.data, 'eventId'));
    expect(refusal(await lab.call('ada', 'POST', `/webhooks/${id}/test`, { event: 'no.such' }))).toMatchObject({ code: 'invalid_field', field: '/event' });
  });

  it('the log pages newest first and filters by status', async () => {
    const id = await lab.endpoint('ada', { url: target.url });
    const ids = await lab.emit('ada', [sampleEvent(), sampleEvent(), sampleEvent()]);
    await lab.deliver('ada');
    const [late = ''] = await lab.emit('ada', [sampleEvent()]);
    const first = await lab.call('ada', 'GET', `/webhooks/${id}/deliveries?page=1&pageSize=3`);
    const second = await lab.call('ada', 'GET', `/webhooks/${id}/deliveries?page=2&pageSize=3`);
    expect(first.json).toMatchObject({ currentPage: 1, pageSize: 3, previousPage: 0, total: 4 });
    expect([...first.list, ...second.list].map((entry) => entry['eventId'])).toEqual([late, ...ids.toReversed()]);
    expect(first.list[1]).toEqual({
      deliveryId: `dlv_${ids[2]?.slice(4)}_${id.slice(4)}`, eventId: ids[2], event: 'customer.updated', status: 'delivered', attempts: 1, httpStatus: 200, error: null,
      latencyMs: expect.any(Number), nextAttemptAt: null, deliveredAt: expect.any(String), createdAt: expect.any(String),
    });
    const pending = await lab.call('ada', 'GET', `/webhooks/${id}/deliveries?status=pending`);
    expect(pending.list.map((entry) => entry['eventId'])).toEqual([late]);
    expect((await lab.call('ada', 'GET', `/webhooks/${id}/deliveries?pageSize=101`)).status).toBe(400);
  });

  it('a replay sends the same bytes under the same id with a new time and signature', async () => {
    const id = await lab.endpoint('ada', { url: target.url });
    const before = target.received.length;
    const [eventId = ''] = await lab.emit('ada', [sampleEvent()]);
    await lab.deliver('ada');
    lab.clock.now = new Date(lab.clock.now.getTime() + 60_000);
    const answer = await lab.call('ada', 'POST', `/webhooks/deliveries/dlv_${eventId.slice(4)}_${id.slice(4)}/replay`);
    expect(answer.data).toMatchObject({ eventId, status: 'pending' });
    await lab.deliver('ada');
    const [one, two] = target.received.slice(before);
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(Number(two?.headers['webhook-timestamp'])).toBe(Number(one?.headers['webhook-timestamp']) + 60);
    expect(two?.headers['webhook-signature']).not.toBe(one?.headers['webhook-signature']);
    expect(two?.headers['x-service-signature']).toBe(one?.headers['x-service-signature']);
    expect((await lab.call('ada', 'GET', `/webhooks/${id}/deliveries`)).list).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });
});

describe('GET /events', () => {
  it('gives every event once, oldest first, to who follows the cursor', async () => {
    expect((await lab.call('bayo', 'GET', '/events?after=')).json).toMatchObject({ data: [], nextCursor: null, hasMore: false });
    const all = await lab.emit('bayo', [sampleEvent(), sampleEvent(), sampleEvent(), sampleEvent(), sampleEvent()]);
    const seen: unknown[] = [];
    let path = '/events?limit=2';
    for (let page = 0; page < 3; page += 1) {
      const answer = await lab.call('bayo', 'GET', path);
      seen.push(...answer.list.map((event) => event['id']));
      expect(answer.json['hasMore']).toBe(page < 2);
      path = `/events?limit=2&after=${readString(answer.json, 'nextCursor')}`;
    }
    expect(seen).toEqual(all);
    expect((await lab.call('bayo', 'GET', '/events?after=')).list.map((event) => event['id'])).toEqual(all);
    expect((await lab.call('bayo', 'GET', path)).json).toMatchObject({ data: [], nextCursor: all.at(-1), hasMore: false });
    const [later = ''] = await lab.emit('bayo', [sampleEvent()]);
    expect((await lab.call('bayo', 'GET', path)).list).toMatchObject([{ id: later, event: 'customer.updated', environment: 'sandbox', apiVersion: 'v1', sequence: 1, data: { customerId: expect.any(String) } }]);
  });

  it('does not pass an event whose transaction commits late', async () => {
    const after = readString((await lab.call('bayo', 'GET', '/events?limit=100')).json, 'nextCursor');
    const written = Promise.withResolvers<string>();
    const mayCommit = Promise.withResolvers<undefined>();
    const slow = lab.db.write(lab.tenants.bayo, async (tx) => {
      const [id = ''] = await emit(tx, lab.ctx.ids, [sampleEvent()]);
      written.resolve(id);
      await mayCommit.promise;
    });
    const early = await written.promise;
    const [late] = await lab.emit('bayo', [sampleEvent()]);
    const reading = lab.call('bayo', 'GET', `/events?after=${after}`);
    // By the time another call is answered, the first look has been made.
    await lab.call('bayo', 'GET', '/webhooks');
    mayCommit.resolve(undefined);
    await slow;
    expect((await reading).list.map((event) => event['id'])).toEqual([early, late]);
  });

  it.each(['after=nonsense', 'limit=0', 'limit=101', 'limit=1.5', 'page=1'])('refuses ?%s', async (query) => {
    expect((await lab.call('ada', 'GET', `/events?${query}`)).status).toBe(400);
  });
});

describe('tenants', () => {
  it('see another tenant\'s webhook exactly as one that does not exist', async () => {
    const id = await lab.endpoint('ada', { url });
    const [eventId = ''] = await lab.emit('ada', [sampleEvent()]);
    const theirs = routesOf(id, `dlv_${eventId.slice(4)}_${id.slice(4)}`);
    const nobodys = routesOf(`whk_${'0'.repeat(32)}`, `dlv_${'0'.repeat(32)}_${'0'.repeat(32)}`);
    for (const stranger of ['bayo', 'adaLive'] as const) {
      for (const [index, [method, path, body]] of theirs.entries()) {
        const [otherMethod = '', otherPath = '', otherBody] = nobodys[index] ?? [];
        const answer = await lab.call(stranger, method, path, body);
        const unknown = await lab.call(stranger, otherMethod, otherPath, otherBody);
        expect([answer.status, refusal(answer)['code']]).toEqual([404, 'record_not_found']);
        expect(answer.text).toBe(unknown.text);
      }
      expect((await lab.call(stranger, 'GET', '/webhooks')).list).toEqual([]);
      expect((await lab.call(stranger, 'GET', '/events?limit=100')).text).not.toContain(eventId);
    }
    expect((await lab.call('ada', 'GET', `/webhooks/${id}/deliveries`)).list).toMatchObject([{ status: 'pending', attempts: 0 }]);
  });

  it('do not get each other\'s events', async () => {
    const mine = await lab.endpoint('ada', { url });
    await lab.emit('bayo', [sampleEvent()]);
    await lab.emit('adaLive', [sampleEvent()]);
    expect((await lab.call('ada', 'GET', `/webhooks/${mine}/deliveries`)).list).toEqual([]);
  });
});

/** Every route that names a webhook or a delivery. */
function routesOf(id: string, deliveryId: string): readonly (readonly [string, string, unknown?])[] {
  return [
    ['GET', `/webhooks/${id}`], ['PATCH', `/webhooks/${id}`, { status: 'paused' }], ['GET', `/webhooks/${id}/deliveries`], ['GET', `/webhooks/deliveries/${deliveryId}`], ['POST', `/webhooks/${id}/test`, {}], ['POST', `/webhooks/${id}/replay`, {}],
    ['POST', `/webhooks/${id}/rotate-secret`, {}], ['POST', `/webhooks/${id}/activate-secret`],
    ['POST', `/webhooks/deliveries/${deliveryId}/replay`], ['DELETE', `/webhooks/${id}`],
  ];
}
