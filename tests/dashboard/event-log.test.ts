/** The log of events as pages look through it: by kind and day, a page at a time, one with what was sent of it, and a sample of each kind. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchEvents } from '#src/events/event-log.ts';
import { eventKinds } from '#src/events/kinds.ts';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { type Person, signedIn } from '#tests/support/dashboard.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  owner = await signedIn(app, app, 'owner');
});
afterAll(() => app.close());

async function look(query: string, person = owner): Promise<{ rows: Record<string, unknown>[]; next: unknown }> {
  const answer = await person.browser.call('GET', `/environments/test/event-log?${query}`);
  expect(answer.status, answer.text).toBe(200);
  const { data } = answer.json;
  return { rows: Array.isArray(data) ? data.filter(isRecord) : [], next: answer.json['next'] };
}

test('events are found newest first, by kind, family and day, a page at a time', async () => {
  for (let at = 1; at <= 60; at += 1) await app.call('POST', '/events', { event: at % 3 === 0 ? 'custom.third' : 'custom.other', data: { at } });
  const first = await look('');
  expect(first.rows).toHaveLength(50);
  const second = await look(`before=${String(first.next)}`);
  expect([second.rows.length, second.next]).toEqual([10, null]);
  const ids = [...first.rows, ...second.rows].map(({ eventId }) => String(eventId));
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect((await look('kinds=custom.third')).rows).toHaveLength(20);
  expect((await look('kinds=payment.*,custom.third')).rows).toHaveLength(20);
  expect((await look('kinds=payment.*')).rows).toEqual([]);
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  expect((await look(`from=${today}&to=${today}`)).rows.length).toBeGreaterThan(0);
  expect((await look('to=2020-01-01')).rows).toEqual([]);
  expect((await owner.browser.call('GET', '/environments/test/event-log?kinds=no.such')).codes).toEqual(['invalid_field']);
});

test('a search that looked at its share says where to go on, though it found nothing', async () => {
  const tenant = await app.addTenant();
  await app.db.write(tenant.tenantId, (tx) => tx.execute(sql`
    insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at)
    select ${tx.tenantId}, 'evt_' || lpad(to_hex(n), 32, '0'), case n when 5 then 'custom.rare' else 'custom.common' end, 's' || n, 1, '{}', now() from generate_series(1, 2100) as n`));
  const search = (before: string | null) => app.db.read(tenant.tenantId, (tx) => searchEvents(tx, { selection: ['custom.rare'], from: null, to: null, before, limit: 50 }));
  const first = await search(null);
  expect(first.events).toEqual([]);
  expect(first.next).not.toBeNull();
  const second = await search(first.next);
  expect([second.events.map(({ kind }) => kind), second.next]).toEqual([['custom.rare'], null]);
});

test('one event shows its body as it is signed, and what was sent of it; nobody else\'s does', async () => {
  const webhook = await app.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['custom.*'] });
  await app.call('POST', '/events', { event: 'custom.shown', data: { order: 'A-1' } });
  const { rows: [row] } = await look('kinds=custom.shown');
  const answer = await owner.browser.call('GET', `/environments/test/event-log/${String(row?.['eventId'])}`);
  expect(answer.data).toMatchObject({ event: 'custom.shown', body: { event: 'custom.shown', data: { order: 'A-1' }, sequence: 1 }, deliveries: [{ webhookId: webhook.data['id'], url: 'http://127.0.0.1:9/hook', status: 'pending' }] });
  const stranger = await signedIn(app, await app.addTenant(), 'owner');
  expect((await stranger.browser.call('GET', `/environments/test/event-log/${String(row?.['eventId'])}`)).codes).toEqual(['record_not_found']);
  expect((await owner.browser.call('GET', `/environments/live/event-log/${String(row?.['eventId'])}`)).codes).toEqual(['record_not_found']);
});

test('each kind has a sentence and a sample', async () => {
  const { json } = await owner.browser.call('GET', '/environments/test/event-kinds');
  const kinds = Array.isArray(json['data']) ? json['data'].filter(isRecord) : [];
  expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(eventKinds));
  for (const { kind, meaning, sample } of kinds) expect([typeof meaning, isRecord(sample) && Object.keys(sample).length > 0], String(kind)).toEqual(['string', true]);
});
