import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord, readArray, readRecord, readString } from '#src/lib/assert.ts';
import { type Received, type Receiver, startReceiver, status } from './local-receiver.ts';
import { verifySignature } from '#src/lib/webhook-signature.ts';
import { type Answered, startWebhookLab, type WebhookLab } from './webhook-lab.ts';

const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
let lab: WebhookLab;
/** Waits for no answer longer than a second. */
let hasty: WebhookLab;
const receivers: Receiver[] = [];

beforeAll(async () => {
  [lab, hasty] = [await startWebhookLab(), await startWebhookLab({ totalMs: 1_000 })];
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await lab.close();
  await hasty.close();
});

/** What the guide asks for. */
function wellBehaved(response: ServerResponse, { headers, body }: Received): void {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  if (!verifySignature({ secret, headers: flat, body, nowSeconds: lab.clock.now.getTime() / 1000 }).ok) status(401)(response);
  else if (isJson(body)) status(200)(response);
  else status(400)(response);
}

function isJson(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

async function startEndpoint(answer: Parameters<typeof startReceiver>[0], settings: Record<string, unknown> = { secret }, home = lab): Promise<{ receiver: Receiver; path: string; id: string }> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const id = await home.endpoint('ada', { url: receiver.url, ...settings });
  return { receiver, id, path: `/webhooks/${id}/go-live-check` };
}

const verdictsOf = ({ data }: Answered): Record<string, string> => Object.fromEntries(readArray(data['cases']).map((entry) => readRecord(entry)).map((entry) => [readString(entry, 'name'), readString(entry, 'verdict')]));
const allOf = (verdict: string, ...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, verdict]));
const others = ['duplicate', 'out_of_order', 'unknown_kind', 'wrongly_signed', 'unsigned', 'altered_body', 'late', 'malformed_json', 'slow_body', 'burst', 'speed'];

test('a receiver that does what the guide says passes everything, and its report can be read again', async () => {
  const { receiver, path, id } = await startEndpoint(wellBehaved);
  const checked = await lab.call('ada', 'POST', path);
  expect(checked.status).toBe(200);
  expect(verdictsOf(checked)).toEqual(allOf('pass', 'genuine', ...others));
  expect(checked.data).toMatchObject({ webhookId: id, url: receiver.url, grade: 'A', ready: true });
  expect((await lab.call('ada', 'GET', path)).data).toEqual(checked.data);
  expect(receiver.received).toHaveLength(21);
});

test('each event says that it is a test, under an id that says so, and no list of events or deliveries shows it', async () => {
  const { receiver, path, id } = await startEndpoint(wellBehaved);
  await lab.call('ada', 'POST', path);
  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies.every((body) => body.includes('"test":true'))).toBe(true);
  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  expect(ids.every((name) => /^evt_golive_[a-z_]+_[0-9a-f]{12}/.test(name))).toBe(true);
  // Of 21 requests one repeats the id of another.
  expect(new Set(ids).size).toBe(20);
  expect((await lab.call('ada', 'GET', '/events')).text).not.toContain('golive');
  expect((await lab.call('ada', 'GET', `/webhooks/${id}/deliveries`)).list).toEqual([]);
  expect((await lab.call('ada', 'GET', `/webhooks/${id}`)).data['health']).toMatchObject({ state: 'healthy', failuresInRow: 0 });
});

test('a receiver that checks nothing fails what is forged', async () => {
  const { path } = await startEndpoint(status(200));
  const checked = await lab.call('ada', 'POST', path);
  expect(verdictsOf(checked)).toEqual({
    ...allOf('pass', 'genuine', ...others), ...allOf('fail', 'wrongly_signed', 'unsigned', 'altered_body'), ...allOf('warn', 'late', 'malformed_json'),
  });
  expect(checked.data).toMatchObject({ grade: 'F', ready: false });
});

test('a receiver that checks the body alone is warned of replays', async () => {
  const { path } = await startEndpoint((response, received) => {
    const flat = { 'x-service-signature': String(received.headers['x-service-signature']) };
    status(verifySignature({ secret, headers: flat, body: received.body, nowSeconds: 0 }).ok ? 204 : 403)(response);
  });
  const checked = await lab.call('ada', 'POST', path);
  expect(verdictsOf(checked)).toEqual({ ...allOf('pass', 'genuine', ...others), ...allOf('warn', 'late', 'malformed_json') });
  expect(checked.data).toMatchObject({ grade: 'B', ready: true });
});

test('a receiver that falls over at what it does not expect is told so', async () => {
  const seen = new Set<string>();
  const { path } = await startEndpoint((response, received) => {
    const id = String(received.headers['webhook-id']);
    // A unique key that is not looked at first, and a parser that nobody guards.
    const broken = seen.has(id) || !isJson(received.body) || received.body.includes('not_yet_known');
    seen.add(id);
    if (broken) status(500)(response);
    else wellBehaved(response, received);
  });
  const checked = await lab.call('ada', 'POST', path);
  expect(verdictsOf(checked)).toEqual({ ...allOf('pass', 'genuine', ...others), ...allOf('fail', 'duplicate', 'unknown_kind'), malformed_json: 'warn' });
  expect(checked.data).toMatchObject({ grade: 'C', ready: false });
});

test.each([['answers 500', status(500), '500'], ['refuses genuine events', status(401), '401'], ['hangs up', (response: ServerResponse) => void response.destroy(), 'no answer (reset)']])(
  'a receiver that %s fails at the first event, and nothing more is sent to it',
  async (_what, answer, finding) => {
    const { receiver, path } = await startEndpoint(answer);
    const checked = await lab.call('ada', 'POST', path);
    expect(verdictsOf(checked)).toEqual({ genuine: 'fail', ...allOf('skipped', ...others) });
    expect(checked.text).toContain(finding);
    expect(checked.data).toMatchObject({ grade: 'F', ready: false });
    expect(receiver.received).toHaveLength(1);
  },
);

test('a receiver that never answers fails at the first event, too', async () => {
  const { receiver, path } = await startEndpoint(() => {}, { secret }, hasty);
  const checked = await hasty.call('ada', 'POST', path);
  expect(verdictsOf(checked)).toEqual({ genuine: 'fail', ...allOf('skipped', ...others) });
  expect(checked.text).toContain('no answer within 1 s');
  expect(receiver.received).toHaveLength(1);
});

test('no answer of a receiver is shown', async () => {
  const { path } = await startEndpoint((response) => void response.writeHead(200, { 'x-inside': 'header-of-the-answer' }).end('body-of-the-answer'));
  const checked = await lab.call('ada', 'POST', path);
  expect(checked.text).not.toContain('of-the-answer');
});

test('without a secret nothing forged can be told apart, and the report says so', async () => {
  const { receiver, path } = await startEndpoint(status(200), { secret: null });
  const checked = await lab.call('ada', 'POST', path);
  expect(verdictsOf(checked)).toMatchObject({ genuine: 'pass', ...allOf('warn', 'wrongly_signed', 'unsigned', 'altered_body', 'late') });
  expect(receiver.received).toHaveLength(17);
});

test('while its secret is replaced, a receiver with either secret passes', async () => {
  const { path, id } = await startEndpoint(wellBehaved, { secret: 'whsec_b2xkIHNlY3JldCBvZiB0aGUgc2hvcCwgbG9uZyBnb25l' });
  await lab.call('ada', 'POST', `/webhooks/${id}/rotate-secret`, { secret });
  expect((await lab.call('ada', 'POST', path)).data['grade']).toBe('A');
});

test('one check of a webhook at a time, and four a minute', async () => {
  const { receiver, path } = await startEndpoint(wellBehaved);
  const together = await Promise.all([1, 2, 3].map(() => lab.call('ada', 'POST', path)));
  expect(together.map((answer) => answer.status).toSorted()).toEqual([200, 429, 429]);
  expect(receiver.received).toHaveLength(21);
  const again = await lab.call('ada', 'POST', path);
  expect(again.status).toBe(429);
  expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(15);
  await lab.advance('ada', 16);
  expect((await lab.call('ada', 'POST', path)).status).toBe(200);
});

test('a check whose process died does not hold the next one up for more than a minute', async () => {
  const { id, path } = await startEndpoint(wellBehaved);
  await lab.db.write(lab.tenants.ada, (tx) => tx.execute(sql`
    insert into webhook_check (tenant_id, endpoint_id, started_at, running_until) values (${tx.tenantId}, ${id}, ${tx.now}, ${new Date(tx.now.getTime() + 60_000)})`));
  expect((await lab.call('ada', 'POST', path)).status).toBe(429);
  expect((await lab.call('ada', 'GET', path)).status).toBe(404);
  await lab.advance('ada', 61);
  expect((await lab.call('ada', 'POST', path)).status).toBe(200);
});

test('the same requestId gets the same report, and nothing is sent twice', async () => {
  const { receiver, path } = await startEndpoint(wellBehaved);
  const first = await lab.call('ada', 'POST', path, undefined, 'go-live-once');
  const second = await lab.call('ada', 'POST', path, undefined, 'go-live-once');
  expect(second.text).toBe(first.text);
  expect(receiver.received).toHaveLength(21);
});

test('another organization finds neither the webhook nor its report', async () => {
  const { path } = await startEndpoint(wellBehaved);
  await lab.call('ada', 'POST', path);
  expect((await lab.call('bayo', 'POST', path)).status).toBe(404);
  expect((await lab.call('bayo', 'GET', path)).status).toBe(404);
});

test('a live webhook is judged by the guard, check or not', async () => {
  const id = await lab.endpoint('adaLive', { url: 'https://hooks.example.invalid/hook' });
  const checked = await lab.call('adaLive', 'POST', `/webhooks/${id}/go-live-check`);
  expect(verdictsOf(checked)['genuine']).toBe('fail');
  expect(checked.text).toContain('no answer (dns)');
});
