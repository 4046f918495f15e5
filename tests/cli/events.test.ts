import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readRecord, readString } from '#src/lib/assert.ts';
import { addressOf, type Received, type Receiver, startReceiver, status } from '#src/webhooks/local-receiver.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { createTeller, verifyWebhook } from '../../sdk/src/index.ts';
import { cursorBefore } from '../../cli/src/forwarding/event-ids.ts';
import { listenTo } from '../../cli/src/forwarding/event-source.ts';
import { type CommandLine, environmentOf, openCommandLine } from './openteller.ts';

// A test starts several programs.
vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
let line: CommandLine;
const receivers: Receiver[] = [];
beforeAll(async () => {
  app = await startTestApp();
  line = openCommandLine(environmentOf(app.baseUrl, app));
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(async () => {
  line.close();
  await app.close();
});

async function receive(answer: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

async function post(tenant: TestTenant, mark: string): Promise<string> {
  const { data } = await tenant.call('POST', '/events', { event: 'custom.mark', data: { mark } });
  return readString(data, 'id');
}

const markOf = ({ body }: Received): string => readString(readRecord(readRecord(JSON.parse(body))['data']), 'mark');
const genuine = (secret: string, { headers, body }: Received) => verifyWebhook({ secret, headers, body });

test('listen brings each event once, signed by the secret it prints, through a receiver that dies and comes back', async () => {
  const tenant = await app.addTenant();
  const marks = ['one', 'two', 'three', 'four'];
  let broken = false;
  const receiver = await receive((response) => (broken ? response.destroy() : status(204)(response)));
  const listening = line.start(['listen', '--forward-to', receiver.url], { env: environmentOf(app.baseUrl, tenant) });
  const { secret } = await listening.until(({ type }) => type === 'ready');
  await listening.until(({ state }) => state === 'streaming');
  await post(tenant, 'one');
  await listening.until(({ status: answered }) => answered === 204);
  broken = true;
  for (const mark of ['two', 'three']) await post(tenant, mark);
  await listening.until(({ error, attempt }) => error === 'reset' && attempt === 2);
  broken = false;
  await post(tenant, 'four');
  await listening.until(() => listening.records().filter(({ status: answered }) => answered === 204).length === 4);
  const ended = await listening.interrupt();
  expect(ended.code).toBe(0);
  const summary = ended.records().at(-1);
  expect(summary).toMatchObject({ type: 'summary', acknowledged: 4, failed: 0, notAcknowledged: [] });
  const taken = ended.records().filter(({ status: answered }) => answered === 204).map(({ eventId }) => eventId);
  expect(new Set(taken).size).toBe(4);
  expect(new Set(receiver.received.map(markOf))).toEqual(new Set(marks));
  for (const one of receiver.received) expect((await genuine(String(secret), one)).event).toBe('custom.mark');
  // The same secret the next time, and other kinds are left out.
  const again = line.start(['listen', '--forward-to', receiver.url, '--from', cursorBefore(String(taken[0])), '--events', 'payment.*'], { env: environmentOf(app.baseUrl, tenant) });
  expect((await again.until(({ type }) => type === 'ready'))['secret']).toBe(secret);
  await again.until(({ state }) => state === 'streaming');
  expect((await again.interrupt()).records().at(-1)).toMatchObject({ acknowledged: 0, tries: 0 });
});

test('what was not acknowledged is named when listen ends, and going on from there brings it again', async () => {
  const tenant = await app.addTenant();
  const receiver = await receive(status(401));
  const first = await post(tenant, 'shown');
  const child = openCommandLine(environmentOf(app.baseUrl, tenant));
  const running = child.start(['listen', '--forward-to', receiver.url, '--from', cursorBefore(first), '--secret', 'a-secret-of-my-own']);
  await running.until(({ status: answered }) => answered === 401);
  const { records } = await running.interrupt();
  // Not acknowledged: who goes on from here gets it again.
  expect(records().at(-1)).toMatchObject({ failed: 1, notAcknowledged: [first], goOnFrom: cursorBefore(first) });
  expect((await genuine('a-secret-of-my-own', receiver.received[0] ?? { path: '', headers: {}, body: '' })).id).toBe(first);
  const again = child.start(['listen', '--forward-to', receiver.url, '--from', String(records().at(-1)?.['goOnFrom'])]);
  expect((await again.until(({ type }) => type === 'delivery'))['eventId']).toBe(first);
  await again.interrupt();
  child.close();
});

test('a scope that is missing ends listen with 1', async () => {
  const tenant = await app.addTenant({ scopes: ['transfer:read'] });
  const ended = await line.run(['listen', '--forward-to', 'http://127.0.0.1:9/'], { env: environmentOf(app.baseUrl, tenant) });
  expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('scope_missing')]);
});

test('a stream that breaks goes on behind the last event, and where there is none the list is read', async () => {
  const asked: string[] = [];
  const body = (id: string): string => JSON.stringify({ event: 'custom.mark', data: {}, id });
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const streams = asked.filter((path) => path.startsWith('/events/stream')).length;
    if (!url.startsWith('/auth')) asked.push(url);
    if (url.startsWith('/auth')) response.end(JSON.stringify({ data: { accessToken: 't', expiresAt: '3600' }, errors: [] }));
    else if (url.startsWith('/events/stream') && streams < 2) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // The second event is cut off in its middle.
      response.write(`id: evt_${streams}1\ndata: ${body(`evt_${streams}1`)}\n\nid: evt_${streams}9\ndata: {"ev`);
      setTimeout(() => response.destroy(), 20);
    } else if (url.startsWith('/events/stream')) response.writeHead(404).end(JSON.stringify({ statusCode: '25', errors: [{ code: 'record_not_found', message: '', fix: '' }] }));
    else response.end(JSON.stringify({ data: url.includes('after=evt_11') ? [JSON.parse(body('evt_21'))] : [], nextCursor: null, hasMore: false, errors: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = new AbortController();
  const teller = createTeller({ baseUrl: `http://127.0.0.1:${addressOf(server).port}`, clientId: 'c', clientSecret: 's', retries: 0 });
  const seen: string[] = [];
  const states: string[] = [];
  for await (const { id } of listenTo({ session: { teller }, after: '', kinds: [], stop: stop.signal, onState: (state) => states.push(state) })) {
    seen.push(id);
    if (id === 'evt_21') stop.abort();
  }
  expect(seen).toEqual(['evt_01', 'evt_11', 'evt_21']);
  expect(asked.slice(0, 4)).toEqual(['/events/stream', '/events/stream?after=evt_01', '/events/stream?after=evt_11', '/events?limit=100&after=evt_11']);
  expect(states).toEqual(['streaming', 'lost', 'streaming', 'lost', 'polling']);
  server.closeAllConnections();
  server.close();
});

test('trigger sends a sample from here, and by the service to a webhook', async () => {
  const tenant = await app.addTenant();
  const env = environmentOf(app.baseUrl, tenant);
  const receiver = await receive(status(200));
  const own = await line.run(['trigger', 'payment.success', '--forward-to', receiver.url, '--secret', 'a-secret-of-my-own', '--data', '{"amount":7}'], { env: {} });
  expect([own.code, own.out]).toEqual([0, expect.stringMatching(/payment\.success +.*₦7\.00 +→ 200/)]);
  expect(await genuine('a-secret-of-my-own', receiver.received[0] ?? { path: '', headers: {}, body: '' })).toMatchObject({ event: 'payment.success', data: { amount: 7 }, test: true });
  expect((await line.run(['trigger', 'payment.success'], { env })).err).toContain('There is no webhook');
  const { data } = await tenant.call('POST', '/webhooks', { url: receiver.url, events: ['account.credited'] });
  const sent = await line.run(['trigger', 'customer.created', '--json'], { env });
  expect(sent.json()).toMatchObject({ event: 'customer.created', webhookId: data['id'] });
  await receiver.until(2);
  expect(await genuine(String(data['secret']), receiver.received[1] ?? { path: '', headers: {}, body: '' })).toMatchObject({ event: 'customer.created', test: true });
  await tenant.call('POST', '/webhooks', { url: receiver.url, events: ['*'] });
  expect((await line.run(['trigger', 'webhook.test'], { env })).err).toContain('Which webhook?');
  const down = await line.run(['trigger', 'webhook.test', '--forward-to', 'http://127.0.0.1:48999/']);
  expect([down.code, down.out]).toEqual([1, expect.stringContaining('Nobody answers at')]);
});

test('replay sends one event, a span or all failed ones again, under the same ids', async () => {
  const tenant = await app.addTenant();
  const env = environmentOf(app.baseUrl, tenant);
  const [first, second] = [await post(tenant, 'first'), await post(tenant, 'second')];
  const receiver = await receive(status(200));
  const one = await line.run(['replay', first, '--forward-to', receiver.url, '--json'], { env });
  expect([one.code, one.records()[0]]).toEqual([0, expect.objectContaining({ eventId: first, status: 200 })]);
  expect((await line.run(['replay', '--from', '2020-01-01', '--forward-to', receiver.url], { env })).out).toContain('2 acknowledged, 0 failed.');
  expect(await line.run(['replay', '--to', '2020-01-01', '--forward-to', receiver.url], { env })).toMatchObject({ code: 1, out: 'No event fits.\n' });
  expect((await line.run(['replay', `evt_${'0'.repeat(32)}`, '--forward-to', receiver.url], { env })).err).toContain('There is no event');
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, first, second]);

  const { data } = await tenant.call('POST', '/webhooks', { url: receiver.url, events: ['custom.*'] });
  const third = await post(tenant, 'third');
  await receiver.until(4);
  const again = await line.run(['replay', third, '--webhook', String(data['id'])], { env });
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('is on its way to')]);
  await receiver.until(5);
  expect(receiver.received.slice(3).map(({ headers }) => headers['webhook-id'])).toEqual([third, third]);
  expect((await line.run(['replay', '--failed', '--json'], { env })).json()).toEqual({ webhookId: data['id'], queued: 0 });
  expect((await line.run(['replay', first, '--webhook', String(data['id'])], { env })).err).toContain('record_not_found');
});

test('verify names the mistake, without a connection, and never prints the secret', async () => {
  const receiver = await receive(status(200));
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
  await line.run(['trigger', 'payment.success', '--forward-to', receiver.url, '--secret', secret]);
  const [received] = receiver.received;
  const file = (name: string, text: string): string => {
    const path = join(line.home, name);
    writeFileSync(path, text);
    return path;
  };
  const headers = file('headers.json', JSON.stringify(received?.headers));
  const body = file('body.json', received?.body ?? '');
  const genuinely = await line.run(['verify', '--secret', secret, '--headers', headers, '--body', body], { env: { OPENTELLER_URL: '' } });
  expect([genuinely.code, genuinely.out]).toEqual([0, '✓ The signature is genuine.\n']);
  const lines = Object.entries(received?.headers ?? {}).map(([name, value]) => `< ${name}: ${String(value)}`).join('\r\n');
  const rewritten = file('rewritten.json', JSON.stringify(JSON.parse(received?.body ?? ''), null, 2));
  const told = await line.run(['verify', '--secret', secret, '--headers', '-', '--body', rewritten], { stdin: `< HTTP/1.1 200 OK\r\n${lines}` });
  expect([told.code, told.out]).toEqual([1, expect.stringContaining('body_reserialised')]);
  const other = await line.run(['verify', '--secret', 'another-secret-here', '--headers', headers, '--body', body, '--json']);
  expect([other.code, other.json()]).toEqual([1, { valid: false, findings: [expect.objectContaining({ code: 'no_match' })] }]);
  expect(other.out + told.out).not.toContain('whsec_');
  expect((await line.run(['verify', '--secret', secret, '--headers', join(line.home, 'nothing'), '--body', body])).err).toContain('ENOENT');
});

test('go-live grades a receiver, and the last report can be read again', async () => {
  const tenant = await app.addTenant();
  const env = environmentOf(app.baseUrl, tenant);
  const careless = await receive(status(200));
  const { data } = await tenant.call('POST', '/webhooks', { url: careless.url, events: ['*'] });
  const checked = await line.run(['go-live', '--webhook', String(data['id'])], { env });
  expect(checked.code).toBe(1);
  expect(checked.out).toMatch(/✗ fail {2}unsigned[\s\S]*Refuse requests without a signature[\s\S]*Grade F: not ready/);
  const last = await line.run(['go-live', '--last', '--json'], { env });
  expect([last.code, last.json()]).toEqual([1, expect.objectContaining({ webhookId: data['id'], grade: 'F', ready: false })]);
  expect(careless.received).toHaveLength(21);

  const other = await app.addTenant();
  let secret = '';
  const careful = await receive((response, request) => {
    void genuine(secret, request).then(() => status(200)(response), ({ reason }: { reason?: string }) => status(reason === 'invalid_body' ? 400 : 401)(response));
  });
  secret = String((await other.call('POST', '/webhooks', { url: careful.url, events: ['*'] })).data['secret']);
  const passed = await line.run(['go-live', '--json'], { env: environmentOf(app.baseUrl, other) });
  expect([passed.code, passed.json()['grade']]).toEqual([0, 'A']);
});
