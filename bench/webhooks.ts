/**
 * `npm run bench -- webhooks`: deliveries a second to a fast receiver over a hundred endpoints, beside the same number of posts by a bare
 * HTTP client to the same receiver in the same run; and the delay of a healthy tenant's events while another's receivers hang.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openAdapters } from '#src/adapters.ts';
import { type App, createApp } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { emit } from '#src/events/emit.ts';
import { openDatabase } from '#src/open-database.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { healthy } from '#src/webhooks/health.ts';
import { secretPlace } from '#src/webhooks/secrets.ts';
import { placesOfTenant } from '#src/webhooks/share.ts';
import { insertEndpoint } from '#src/webhooks/store.ts';

const tenantCount = 5;
const endpointsOfTenant = 20;
const eventsOfTenant = 100;
const warmUpEvents = 20;
const postsOf = (events: number): number => tenantCount * endpointsOfTenant * events;
const pacedEvents = 150;
const pacedMs = 30;
/** Aims: a delivery signs, guards and writes its result, so it is given two and a half times a bare post. */
const leastRatio = 0.4;
const mostDelayRatio = 2;

type Receiver = { port: number; /** Arrival of the first call for each event, milliseconds. */ arrivals: Map<string, number>; calls(): number; close(): void };

export async function benchWebhooks(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-bench-'));
  const config = readConfig({ DATA_DIR: dataDir }, { operator: DEFAULT_OPERATOR });
  const database = await openDatabase(config, { say: () => undefined, onError: () => undefined });
  const open = await openAdapters(config, null);
  const app = createApp({ config, db: database.db, log: pino({ level: 'silent' }), open });
  const fast = await startReceiver((response) => response.end());
  const hanging = await startReceiver(() => {});
  try {
    const tenants = await Promise.all(Array.from({ length: tenantCount }, () => tenantWith(app, fast.port, endpointsOfTenant)));
    await backlog(app, tenants, fast, warmUpEvents);
    await bareClient(fast.port, warmUpEvents);
    const deliveriesPerSecond = await backlog(app, tenants, fast, eventsOfTenant);
    const bare = await bareClient(fast.port, eventsOfTenant);
    const alone = await delays(app, fast);
    const busy = await tenantWith(app, hanging.port, endpointsOfTenant);
    await emitMany(app, busy, 20);
    const beside = await delays(app, fast);
    const [ratio, delayRatio] = [deliveriesPerSecond / bare, beside / alone];
    const round = (value: number): number => Math.round(value * 100) / 100;
    console.log(JSON.stringify({
      deliveries: postsOf(eventsOfTenant), deliveriesPerSecond: round(deliveriesPerSecond), barePostsPerSecond: round(bare), ratio: round(ratio), leastRatio,
      p99DelayMs: round(alone), p99DelayBesideHangingMs: round(beside), delayRatio: round(delayRatio), mostDelayRatio,
    }, null, 2));
    return ratio >= leastRatio && delayRatio <= mostDelayRatio;
  } finally {
    fast.close();
    hanging.close();
    await open.close();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startReceiver(answer: (response: ServerResponse) => void): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      calls += 1;
      const id = String(request.headers['webhook-id']);
      if (!arrivals.has(id)) arrivals.set(id, performance.now());
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // eslint-disable-line -- a listening TCP server has one
  return {
    port: address.port, arrivals, calls: () => calls,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function tenantWith({ ctx }: App, port: number, endpoints: number): Promise<string> {
  const { tenants } = await createOrganization(ctx.db, ctx.ids, ctx.config.masterKey, 'Bench');
  const keys = await ctx.keyring.of(tenants.sandbox);
  await ctx.db.write(tenants.sandbox, async (tx) => {
    for (let index = 0; index < endpoints; index += 1) {
      const endpointId = ctx.ids.newId('whk');
      await insertEndpoint(tx, {
        endpointId, url: `http://127.0.0.1:${port}/${index}`, events: ['*'], filter: { customerId: null, accountNumber: null }, description: null, signed: true, status: 'active', pausedReason: null,
        health: healthy, nextSecretAt: null, createdAt: tx.now, updatedAt: tx.now, secretSealed: keys.seal(secretPlace(endpointId), ctx.ids.webhookSecret()),
      });
    }
  });
  return tenants.sandbox;
}

function emitMany({ ctx }: App, tenantId: string, count: number): Promise<string[]> {
  return ctx.db.write(tenantId, (tx) => emit(tx, ctx.ids, Array.from({ length: count }, () => ({ kind: 'custom.bench', subject: null, sequence: 1, data: { amount: 1000, narration: 'Specimen' } }))));
}

/** Deliveries a second, from a backlog until the last has arrived. */
async function backlog(app: App, tenants: readonly string[], receiver: Receiver, events: number): Promise<number> {
  for (const tenant of tenants) await emitMany(app, tenant, events);
  const last = receiver.calls() + postsOf(events);
  const startedAt = performance.now();
  const worker = app.startWorker();
  while (receiver.calls() < last) await pause(5);
  const seconds = (performance.now() - startedAt) / 1000;
  await worker.stop(30_000);
  return postsOf(events) / seconds;
}

/** The same number of posts of the same size, as many at a time, a connection for each, as the guard does it. */
async function bareClient(port: number, events: number): Promise<number> {
  const body = JSON.stringify({ event: 'custom.bench', data: { amount: 1000, narration: 'Specimen' }, id: `evt_${'0'.repeat(32)}`, createdAt: new Date().toISOString(), environment: 'sandbox', apiVersion: 'v1', sequence: 1 });
  let left = postsOf(events);
  const startedAt = performance.now();
  const post = (): Promise<void> => new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', agent: new Agent({ keepAlive: false }), headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await post();
    }
  };
  await Promise.all(Array.from({ length: tenantCount * placesOfTenant }, client));
  return postsOf(events) / ((performance.now() - startedAt) / 1000);
}

/** 99th percentile of the time from an event's commit to its arrival, milliseconds, at a steady pace. */
async function delays(app: App, receiver: Receiver): Promise<number> {
  const tenant = await tenantWith(app, receiver.port, 1);
  const worker = app.startWorker();
  const written = new Map<string, number>();
  for (let event = 0; event < pacedEvents; event += 1) {
    const [id = ''] = await emitMany(app, tenant, 1);
    written.set(id, performance.now());
    app.ctx.wake('webhook_delivery');
    await pause(pacedMs);
  }
  while (![...written.keys()].every((id) => receiver.arrivals.has(id))) await pause(5);
  await worker.stop(1_000);
  const sorted = [...written].map(([id, at]) => (receiver.arrivals.get(id) ?? Infinity) - at).toSorted((a, b) => a - b);
  return Math.max(1, sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity);
}
