/** The program is killed while a sandbox is reset, and started again: the same request ends in one fresh sandbox, whole, and answers the same ever after. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningServer } from '#src/db/running-server.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { compareBooks, railDirectoryIn, withClient } from './audit.ts';
import { createCaller } from './caller.ts';
import { pointsOfResets } from './points.ts';
import { freePort, startProgram } from './program.ts';
import { prepareTemplates, type Templates } from './templates.ts';

let templates: Templates;
beforeAll(async () => {
  templates = await prepareTemplates();
}, 120_000);
afterAll(() => templates.close());

test.each(pointsOfResets)('killed at %s', { timeout: 120_000 }, async (point) => {
  const dataDir = templates.copy('seeded');
  const port = await freePort();
  const first = startProgram({ dataDir, port, env: { CRASH_POINT: point }, armed: true });
  expect(await first.ready).toBe(true);
  const caller = createCaller(first.baseUrl, null);
  const requestId = crypto.randomUUID();
  // Sent until it is answered, which only the second program does.
  const answered = caller.send('/sandbox/reset', undefined, requestId);
  expect((await first.exited).signal).toBe('SIGKILL');
  const second = startProgram({ dataDir, port });
  expect(await second.ready).toBe(true);

  const { status, text, data } = await answered;
  expect([status, data], text).toMatchObject([200, { keptCredentials: 1, keptEndpoints: 1 }]);
  expect((await caller.get(`/account/${String(data['accountNumber'])}`))['balances']).toEqual({ ledger: 5_000_000, available: 5_000_000, held: 0 });
  expect((await caller.send('/sandbox/reset', undefined, requestId)).text).toBe(text);
  const connection = expectPresent(runningServer(dataDir), 'server');
  const inUse = await withClient(connection, async (client) => (await client.query(`select 1 from openteller.tenant where environment = 'sandbox' and retired_at is null`)).rowCount);
  expect(inUse).toBe(1);
  expect(await compareBooks(connection, railDirectoryIn(dataDir))).toEqual([]);
  await second.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});
