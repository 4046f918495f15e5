import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { marks } from '#src/cli/mark-books.ts';
import { sql } from '#src/db/sql.ts';
import { expectPresent, readString } from '#src/lib/assert.ts';
import { firstIdAt } from '#src/lib/ids.ts';
import { readLists } from '#src/lists/marks.ts';
import { findLog, listDeliveries } from './delivery-list.ts';
import { startWebhookLab, type WebhookLab } from './webhook-lab.ts';

const hour = 3_600_000;
/** Deliveries of the endpoint whose list is looked at, one a second, from five hours ago on. */
const many = 6_000;
const pageSize = 50;

let lab: WebhookLab;
let source: string;
let target: string;
let begun: number;
beforeAll(async () => {
  lab = await startWebhookLab();
});
afterAll(() => lab.close());

beforeEach(async () => {
  for (const { id } of (await lab.call('ada', 'GET', '/webhooks')).list) await lab.call('ada', 'DELETE', `/webhooks/${String(id)}`);
  [source, target] = [await paused(), await paused()];
  begun = Date.now() - 5 * hour;
  await deliveredTo(target, { count: many, from: begun, apartMs: 1000 });
  await deliveredTo(source, { count: 300, from: begun + 1_500_250, apartMs: 1000 });
});

async function paused(): Promise<string> {
  const id = await lab.endpoint('ada', { url: 'http://127.0.0.1:9/' });
  await lab.call('ada', 'PATCH', `/webhooks/${id}`, { status: 'paused' });
  return id;
}

/** Events of long ago that went to one endpoint; each tenth in vain. */
async function deliveredTo(endpointId: string, { count, from, apartMs }: { count: number; from: number; apartMs: number }): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => `${firstIdAt('evt', from + n * apartMs)}${endpointId.slice(-20)}`);
  await lab.db.write(lab.tenants.ada, async (tx) => {
    await tx.execute(sql`
      insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at)
      select ${tx.tenantId}, id, 'customer.updated', ${endpointId}, n, '{}', ${new Date(from)}::timestamptz + n * interval '1 second' from unnest(${ids}::text[]) with ordinality as k (id, n)`);
    await tx.execute(sql`
      insert into webhook_delivery (tenant_id, event_id, endpoint_id, state, created_at)
      select ${tx.tenantId}, id, ${endpointId}, case when n % 10 = 0 then 'failed' else 'delivered' end, ${tx.now} from unnest(${ids}::text[]) with ordinality as k (id, n)`);
  });
}

const formerName = (): string => `webhook_delivery/endpoint=${target}`;
const listName = (generation: number): string => `${formerName()}/generation=${generation}`;

const replay = (body: Record<string, unknown>) => lab.call('ada', 'POST', `/webhooks/${source}/replay`, { state: 'any', ...body });
const markedLists = () => lab.db.read(lab.tenants.ada, (tx) => tx.rows<{ list: string; marks: number }>(sql`
  select list, count(*)::int as marks from list_mark where tenant_id = ${tx.tenantId} and list like ${`%${target}%`} group by list order by list`));

/** Each page of the list in each state is what its rows are, and the books check agrees. */
async function expectExact(endpointId: string): Promise<void> {
  for (const state of [null, 'pending', 'delivered', 'failed']) {
    const plain = (await lab.db.read(lab.tenants.ada, (tx) => tx.rows<{ id: string }>(sql`
      select event_id as id from webhook_delivery where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId} and (${state}::text is null or state = ${state}) order by event_id desc`))).map(({ id }) => id);
    for (const page of [1, 2, 25, 60, 100, 110, Math.max(1, Math.ceil(plain.length / pageSize))]) {
      const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...(state === null ? {} : { status: state }) }).toString();
      const { json, list } = await lab.call('ada', 'GET', `/webhooks/${endpointId}/deliveries?${query}`);
      expect({ total: json['total'], ids: list.map(({ eventId }) => eventId) }, `${state}, page ${page}`).toEqual({ total: plain.length, ids: plain.slice((page - 1) * pageSize, page * pageSize) });
    }
  }
  expect(await lab.db.across('audit', marks)).toEqual([]);
}

test('events of long ago that are sent to another endpoint stand in its list where they belong, in every state, and are counted', async () => {
  await expectExact(target);
  expect(await markedLists()).toEqual([{ list: listName(1), marks: 6 }]);
  expect((await replay({ toEndpointId: target })).data).toMatchObject({ webhookId: target, queued: 300 });
  // What is before the first of them was counted already.
  expect(await markedLists()).toEqual([{ list: listName(2), marks: 1 }]);
  await expectExact(target);
  expect((await markedLists()).map(({ list }) => list)).toEqual([listName(2)]);
  await expectExact(source);
});

test('what it had been sent before begins no list anew', async () => {
  await expectExact(target);
  await replay({ toEndpointId: target });
  await expectExact(target);
  const before = await markedLists();
  expect(before).toEqual([{ list: listName(2), marks: 6 }]);
  expect((await replay({ toEndpointId: target })).data).toMatchObject({ queued: 300 });
  expect(await markedLists()).toEqual(before);
  await expectExact(target);
});

test('each replay of events that are new to it begins the list anew', async () => {
  await expectExact(target);
  const [early, late] = [new Date(begun + 1_550_000), new Date(begun + 1_650_000)].map((at) => at.toISOString());
  for (const span of [{ from: late }, { from: early, to: late }, { to: early }]) {
    expect((await replay({ toEndpointId: target, ...span })).data['queued']).toBeGreaterThan(0);
    await expectExact(target);
  }
  expect((await markedLists()).map(({ list }) => list)).toEqual([listName(4)]);
});

test('a reader of before the replay counts as before, and marks that it makes afterwards mislead nobody', async () => {
  await readLists(lab.db, lab.tenants.ada, 'snapshot', async (tx) => {
    const log = expectPresent(await findLog(tx, target));
    const before = await listDeliveries(tx, log, null, { limit: 20, offset: 3_000 });
    expect(before.total).toBe(many);
    expect((await replay({ toEndpointId: target })).data).toMatchObject({ queued: 300 });
    expect(await listDeliveries(tx, log, null, { limit: 20, offset: 3_000 })).toEqual(before);
  });
  expect(await markedLists()).toEqual([{ list: listName(1), marks: 6 }]);
  await expectExact(target);
  expect((await markedLists()).map(({ list }) => list)).toEqual([listName(1), listName(2)]);
});

test('a page that is read while a replay is written is of before it or of after it', async () => {
  const page = async (): Promise<unknown> => {
    const { json } = await lab.call('ada', 'GET', `/webhooks/${target}/deliveries?page=80&pageSize=${pageSize}`);
    return [json['total'], json['data']];
  };
  await expectExact(target);
  const before = await page();
  const [, ...during] = await Promise.all([replay({ toEndpointId: target }), ...Array.from({ length: 24 }, page)]);
  const after = await page();
  expect(after).not.toEqual(before);
  for (const seen of during) expect([before, after]).toContainEqual(seen);
  await expectExact(target);
});

test('what failed, and what waits, is counted anew each time: a replay begins it again', async () => {
  await lab.db.write(lab.tenants.ada, (tx) => tx.execute(sql`update webhook_delivery set state = 'failed' where tenant_id = ${tx.tenantId} and endpoint_id = ${target}`));
  await expectExact(target);
  expect((await lab.call('ada', 'POST', `/webhooks/${target}/replay`, {})).data).toMatchObject({ queued: many });
  await expectExact(target);
  await lab.db.write(lab.tenants.ada, (tx) => tx.execute(sql`update webhook_delivery set state = 'delivered', delivered_at = ${tx.now}, next_at = null where tenant_id = ${tx.tenantId} and endpoint_id = ${target}`));
  await expectExact(target);
  expect(await markedLists()).toEqual([{ list: listName(1), marks: 6 }]);
});

test('the books check names a wrong mark of the list that is read, and passes over those of its former names', async () => {
  await expectExact(target);
  await lab.db.write(lab.tenants.ada, (tx) => tx.execute(sql`
    insert into list_mark (tenant_id, list, place, rows, kobo)
    select ${tx.tenantId}, list, 'evt_f', 7, 0 from unnest(array[${listName(1)}, ${formerName()}]::text[]) as k (list)`));
  expect(await lab.db.across('audit', marks)).toEqual([expect.stringContaining(`the mark of ${listName(1)} at evt_f says 7 rows`)]);
  await replay({ toEndpointId: target });
  await expectExact(target);
});

test('an address of one replay has a list of its own, with all that it was sent', async () => {
  await expectExact(source);
  for (const more of [1, 2]) {
    const { data } = await lab.call('ada', 'POST', `/webhooks/${target}/replay`, { state: 'any', toUrl: `http://127.0.0.1:9/${more}` });
    expect(data).toMatchObject({ queued: many });
    const once = readString(data, 'webhookId');
    await expectExact(once);
    expect((await lab.call('ada', 'POST', `/webhooks/${source}/replay`, { state: 'any', toEndpointId: once })).status).toBe(404);
    await expectExact(once);
    expect((await lab.call('ada', 'DELETE', `/webhooks/${once}`)).status).toBe(200);
  }
  await expectExact(target);
});
