/** The rail's list of institutions over the shipped bank table: a bank that joins can be paid, one that is missing is told of, a bad list changes nothing. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createBankDirectory } from '#src/banks/bank-directory.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { adaptersOf, type Context, type Environment } from '#src/context.ts';
import { createApp } from '#src/app.ts';
import { openAdapters } from '#src/adapters.ts';
import { createDatabase } from '#src/db/database.ts';
import { isRecord } from '#src/lib/assert.ts';
import { createSimulatorHarness, type SimulatorHarness } from '#src/sandbox/rail-simulator/simulated-rail-harness.ts';
import { startRailServer } from '#src/sandbox/rail-simulator/server.ts';
import { readInstitutions, storeInstitutions } from '#src/transfers/institution-store.ts';
import type { Institution, Rail } from '#src/transfers/rails/rail.ts';
import { createInstitutionLists } from '#src/transfers/refresh-institutions.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { confirmed, enquire, openPayer, refusal, statusUntil, succeed } from './payer.ts';

const latecomer = { nipCode: '090999', name: 'LATECOMER MICROFINANCE BANK' };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ live: true });
});
afterEach(async () => {
  app.simulator.changeInstitutions({ add: [], without: [] });
  await refreshed();
});
afterAll(() => app.close());

test('the worker asks each rail by itself when it starts', async () => {
  await expect.poll(async () => (await app.app.institutions.ages()).map(({ environment }) => environment)).toEqual(['live', 'sandbox']);
  await expect.poll(async () => (await bank('044'))['reachable']).toBe(true);
});

/** Another worker on the same database, at its start. */
async function anotherWorker(ctx: Context = app.app.ctx): Promise<void> {
  await createInstitutionLists(ctx, createBankDirectory(DEFAULT_OPERATOR)).refresh();
}

async function refreshed(): Promise<void> {
  await anotherWorker();
  await app.app.institutions.read();
}

async function bank(spelling: string, tenant: TestTenant = app): Promise<Record<string, unknown>> {
  return (await succeed(tenant.call('GET', `/transfer/banks/${encodeURIComponent(spelling)}`))).data;
}

const rowsIn = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data.filter(isRecord) : []);

/** Warnings about lists, by environment. */
function warnings(message: string): unknown[] {
  return app.logLines.map((line): unknown => JSON.parse(line)).flatMap((line) => (isRecord(line) && line['level'] === 40 && line['msg'] === message ? [line['environment']] : []));
}

test('an institution that joins the rail is listed, enquired at, paid and named on the receipt, without a restart', async () => {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant);
  expect(await refusal(tenant.call('GET', '/transfer/banks/090999'))).toEqual([404, expect.anything(), 'bank_not_found']);
  app.simulator.changeInstitutions({ add: [latecomer], without: [] });
  await refreshed();

  const shown = { bankCode: '090999', bankName: latecomer.name, cbnCode: null, aliases: [], type: 'OTHER', reachable: true };
  expect(await bank('latecomer mfb', tenant)).toMatchObject(shown);
  expect(rowsIn((await succeed(tenant.call('GET', '/transfer/banks'))).json['data'])).toContainEqual(expect.objectContaining(shown));
  const beneficiary = await enquire(tenant, '0123456789', '090999');
  const { data } = await succeed(tenant.call('POST', '/transfer/preflight', { sourceAccountNumber: payer.accountNumber, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '90999', amount: 100 }));
  expect(data).toMatchObject({ allowed: true, bank: latecomer.name, reachable: true, warnings: [] });
  const { transactionId } = await confirmed(tenant, payer, { beneficiary });
  await statusUntil(tenant, transactionId, { status: 'SUCCESS' });
  const items = [{ beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: latecomer.nipCode, amount: 10 }];
  const source = { sourceAccountNumber: payer.accountNumber, customerId: payer.customerId, sourceAccountName: payer.accountName };
  expect((await succeed(tenant.call('POST', '/transfer/bulk', { ...source, items }))).data).toMatchObject({ count: 1 });
  expect((await succeed(tenant.call('GET', `/transfer/${transactionId}/receipt`, undefined, { accept: 'application/json' }))).data).toMatchObject({ beneficiaryBank: latecomer.name });
});

test('a bank the list lacks says so and is warned of in preflight; a transfer to it goes on', async () => {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant);
  expect(await bank('058', tenant)).toMatchObject({ reachable: true });
  app.simulator.changeInstitutions({ add: [], without: ['000013'] });
  await refreshed();

  expect(await bank('058', tenant)).toMatchObject({ bankCode: '000013', type: 'DMB', reachable: false });
  expect(await bank('044', tenant)).toMatchObject({ reachable: true });
  expect(await bank(DEFAULT_OPERATOR.nipCode, tenant)).toMatchObject({ reachable: true });
  const candidates = rowsIn((await succeed(tenant.call('GET', '/transfer/banks/candidates?accountNumber=0123456789'))).json['data']);
  expect(candidates.length).toBeGreaterThan(1);
  expect(candidates.map((each) => each['reachable'])).toEqual(candidates.map((each) => each['bankCode'] !== '000013'));
  const { data } = await succeed(tenant.call('POST', '/transfer/preflight', { sourceAccountNumber: payer.accountNumber, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 100 }));
  expect(data).toMatchObject({ allowed: true, reachable: false, warnings: [{ code: 'beneficiary_bank_not_listed' }] });
  const { transactionId } = await confirmed(tenant, payer);
  await statusUntil(tenant, transactionId, { status: 'SUCCESS' });

  app.simulator.changeInstitutions({ add: [], without: [] });
  await refreshed();
  expect(await bank('058', tenant)).toMatchObject({ reachable: true });
});

test('an institution that leaves the list again keeps its name, so that what was paid to it can be shown', async () => {
  app.simulator.changeInstitutions({ add: [{ nipCode: '090998', name: 'PASSING BANK' }], without: [] });
  await refreshed();
  expect(await bank('passing bank')).toMatchObject({ bankCode: '090998', reachable: true });
  app.simulator.changeInstitutions({ add: [], without: [] });
  await refreshed();
  expect(await bank('090998')).toMatchObject({ bankName: 'PASSING BANK', reachable: false });
});

test('two programs on one database both see a change, untold, though one of them has no worker', async () => {
  const { config, log } = app.app.ctx;
  const db = createDatabase(app.database.connection, { poolSize: 3, onError: () => undefined });
  const open = await openAdapters(config, null);
  const http = await createApp({ config, db, log, open }).createHttp();
  const second = await http.listen({ host: '127.0.0.1', port: 0 });
  const reachable = async (baseUrl: string): Promise<unknown> => {
    const answer: unknown = await (await fetch(`${baseUrl}/sandbox/v1/transfer/banks/090997`, { headers: { authorization: `Bearer ${app.token}`, requestid: crypto.randomUUID() } })).json();
    return isRecord(answer) && isRecord(answer['data']) ? answer['data']['reachable'] : undefined;
  };
  expect([await reachable(app.baseUrl), await reachable(second)]).toEqual([undefined, undefined]);
  app.simulator.changeInstitutions({ add: [{ nipCode: '090997', name: 'SEEN BY ALL BANK' }], without: [] });
  await anotherWorker();
  await expect.poll(async () => [await reachable(app.baseUrl), await reachable(second)], { interval: 250 }).toEqual([true, true]);
  await http.close();
  await open.close();
  await db.close();
});

test('what the live rail lists says nothing of the sandbox', async () => {
  const live = await app.addTenant({ environment: 'live' });
  await app.db.across('worker', (tx) => storeInstitutions(tx, 'live', [{ nipCode: '090996', name: 'LIVE ONLY BANK', category: '9' }]));
  await app.app.institutions.read();
  expect(await bank('090996', live)).toMatchObject({ bankName: 'LIVE ONLY BANK', reachable: true });
  expect(await bank('044', live)).toMatchObject({ reachable: false });
  expect(await bank('044')).toMatchObject({ reachable: true });
  expect(await refusal(app.call('GET', '/transfer/banks/090996'))).toEqual([404, expect.anything(), 'bank_not_found']);
});

test('a gauge tells how old each environment\'s list is', async () => {
  const age = async (environment: string): Promise<number> => Number(new RegExp(`^openteller_rail_institutions_age_seconds\\{environment="${environment}"\\} (\\S+)$`, 'm').exec((await app.fetch('/metrics')).text)?.[1]);
  expect(await age('live')).toBeGreaterThan(0);
  await anotherWorker(withRail({}));
  expect(await age('sandbox')).toBeLessThan(await age('live'));
});

test('rows without six digits or a name, and codes that come twice, are left out of a list', async () => {
  const odd: Institution[] = [
    { nipCode: '090995', name: '  ODD \u202e\n BANK ', category: '9' }, { nipCode: '090995', name: 'ODD BANK AGAIN', category: '9' }, { nipCode: '٠٩٠٩٩٤', name: 'OTHER DIGITS', category: '9' },
    { nipCode: '90993', name: 'SHORT', category: '9' }, { nipCode: '090992', name: ' \u0000 ', category: '9' }, { nipCode: '090991', name: 'X'.repeat(101), category: '9' },
  ];
  await anotherWorker(withRail({ institutions: async () => odd }));
  const stored = await app.db.across('worker', (tx) => readInstitutions(tx, 'sandbox'));
  expect(stored.filter(({ current }) => current)).toEqual([{ nipCode: '090995', name: 'ODD BANK', current: true }]);
});

test('a rail that fails is asked again after growing waits, one that answered a day later', async () => {
  let [nowMs, asked, fails] = [0, 0, true];
  const institutions = async (): Promise<Institution[]> => {
    asked += 1;
    if (fails) throw new Error('the rail did not give its list of institutions');
    return [{ nipCode: '000014', name: 'ACCESS BANK', category: '2' }];
  };
  const ctx = withRail({ institutions });
  const lists = createInstitutionLists({ ...ctx, clock: { ...ctx.clock, monotonicMs: () => nowMs } }, createBankDirectory(DEFAULT_OPERATOR));
  /** Minutes at which the rail is asked, looking every minute. */
  const askedWithin = async (minutes: number): Promise<number[]> => {
    const at: number[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      const before = asked;
      await lists.refresh();
      if (asked > before) at.push(nowMs / 60_000);
      nowMs += 60_000;
    }
    return at;
  };
  expect(await askedWithin(150)).toEqual([0, 1, 6, 21, 81, 141]);
  fails = false;
  expect(await askedWithin(60 + 24 * 60)).toEqual([201, 201 + 24 * 60]);
});

/** The sandbox's rail with these parts in the place of its own; no live rail. */
function withRail(parts: Partial<Rail>): Context {
  const { ctx } = app.app;
  const sandbox = adaptersOf(ctx, 'sandbox');
  const adapters: Record<Environment, Context['adapters'][Environment]> = { sandbox: { ...sandbox, rail: { ...sandbox.rail, ...parts } }, live: null };
  return { ...ctx, adapters };
}

test.each([
  ['list_empty', 'the rail gave an empty list of institutions'], ['list_truncated', 'the rail did not give its list of institutions'],
  ['junk_xml', 'the rail did not give its list of institutions'], ['outage', 'the rail did not give its list of institutions'],
] as const)('a list over the wire that meets %s changes nothing and is logged', async (fault, message) => {
  const { harness, rail, close } = await overTheWire();
  const before = await app.db.across('worker', (tx) => readInstitutions(tx, 'sandbox'));
  const warned = warnings(message).length;
  harness.suffer(fault);
  await anotherWorker(withRail(rail));
  expect(warnings(message)).toEqual([...warnings(message).slice(0, warned), 'sandbox']);
  expect(await app.db.across('worker', (tx) => readInstitutions(tx, 'sandbox'))).toEqual(before);
  await app.app.institutions.read();
  expect(await bank('044')).toMatchObject({ reachable: true });

  harness.suffer(null);
  await anotherWorker(withRail(rail));
  expect(warnings(message)).toHaveLength(warned + 1);
  await close();
});

/** The simulator as a program of its own, and the adapter that speaks to it as to the real switch. */
async function overTheWire(): Promise<{ harness: SimulatorHarness; rail: Rail; close(): Promise<void> }> {
  const harness = createSimulatorHarness();
  const simulator = await harness.open();
  const server = await startRailServer({ simulator, faults: harness.faults, nowMs: () => performance.now(), port: 0 });
  const open = await openAdapters({ ...app.app.ctx.config, sandboxRailUrl: server.url, sandboxRailDirectory: harness.directory }, null);
  const { rail } = adaptersOf({ ...app.app.ctx, adapters: open.adapters }, 'sandbox');
  const close = async (): Promise<void> => {
    await open.close();
    await server.close();
    await simulator.close();
    harness.remove();
  };
  return { harness, rail, close };
}
