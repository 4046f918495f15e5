import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assert } from '#src/lib/assert.ts';
import { createDatabase } from '#src/db/database.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type ClosedQueue, startWorker } from './due.ts';
import { createLane } from './lanes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

test('while the database is away, a full lane does not make its commands wait for each other', async () => {
  let connections = 0;
  const deaf: Server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const address = deaf.address();
  assert(typeof address === 'object' && address !== null, 'a listening server has an address');
  const db = createDatabase({ host: '127.0.0.1', port: address.port, user: 'nobody', database: 'none' }, { poolSize: 2, onError: () => undefined });
  const lane = createLane<number, null, null, number>(db, {
    name: 'test', load: () => Promise.resolve(null), newEffects: () => null, decide: (_facts, command) => command, apply: () => Promise.resolve(),
  }, () => new Error('too busy'));

  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => lane.run('ten_x', index)));
  expect(outcomes.every((outcome) => outcome.status === 'rejected')).toBe(true);
  expect(connections).toBeLessThan(20);
  await db.close();
  await new Promise((resolve) => deaf.close(resolve));
});

test('a tenant whose due rows cannot be leased does not keep the others waiting', async () => {
  const second = await app.addTenant();
  const tenants = [app, second].toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
  for (const tenant of tenants) {
    const account = await tenant.call('POST', '/account/collection', { name: 'Ada Stores', phone: '08031234567' });
    const sent = await tenant.call('POST', '/utils/otp-request', { accountNumber: account.data['accountNumber'] });
    expect(sent.status, sent.text).toBe(200);
  }
  const [poisoned, behind] = tenants.map((tenant) => tenant.tenantId);
  const reached = Promise.withResolvers<string>();
  const queue: ClosedQueue = {
    name: 'message', table: 'message', perTenant: 1,
    runOnce: async (_db, tenantId) => {
      if (tenantId === poisoned) throw new Error('this tenant cannot be leased');
      reached.resolve(tenantId);
      return { leased: 0, done: Promise.resolve() };
    },
  };
  const worker = startWorker(app.db, [queue], { pollMs: 50, log: pino({ level: 'silent' }) });
  expect(await reached.promise).toBe(behind);
  await worker.stop(1_000);
});
