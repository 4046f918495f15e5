import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { createRailSimulator, type RailSimulator } from '#src/sandbox/rail-simulator/simulator.ts';
import { importSettlement, type SettlementReport } from '#src/transfers/import-settlement.ts';
import { voteOnException } from '#src/transfers/resolve-exception.ts';
import { transferQueue } from '#src/transfers/send.ts';
import { dayOfReference, type SettlementLine } from '#src/transfers/settlement-file.ts';
import { type ClosedQueue, closeQueue } from '#src/work/due.ts';
import { runProgram } from '#tests/support/program.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, costOf, openCollection, openPayer, pass, statusOf, succeed } from './payer.ts';

let app: TestApp;
let queue: ClosedQueue;
/** The rail's side of the same book. */
let rail: RailSimulator;

beforeAll(async () => {
  // Without a worker: nobody asks the rail between its decision and its report.
  app = await startTestApp({ worker: false });
  queue = closeQueue(transferQueue(app.app.ctx, app.app.lanes), app.app.ctx.log);
  rail = await createRailSimulator({ directory: app.app.ctx.config.sandboxRailDirectory, now: Date.now, random: Math.random, delay: () => Promise.resolve() });
});
afterAll(async () => {
  await rail.close();
  await app.close();
});

type Sent = { transactionId: string; accountNumber: string; railRef: string };

async function send(scenario: string, tenant: TestTenant = app): Promise<Sent> {
  const payer = await openPayer(tenant);
  const { transactionId } = await confirmed(tenant, payer, { headers: { 'x-scenario': scenario } });
  await (await queue.runOnce(app.db, tenant.tenantId)).done;
  const [row] = await app.db.read(tenant.tenantId, (tx) => tx.rows<{ ref: string }>(sql`
    select rail_ref as ref from rail_attempt where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId}`));
  return { transactionId, accountNumber: payer.accountNumber, railRef: row?.ref ?? '' };
}

const line = ({ railRef }: Pick<Sent, 'railRef'>, changes: Partial<SettlementLine> = {}): SettlementLine => ({ railRef, amountKobo: 1_000_00n, responseCode: '00', direction: 'outward', ...changes });
const bring = (lines: readonly SettlementLine[], days: readonly string[] = []): Promise<SettlementReport> =>
  importSettlement(app.app.ctx, app.app.lanes.settle, { environment: 'sandbox', lines, days });
const dayOf = ({ railRef }: Sent): string => dayOfReference(railRef) ?? '';

test('the rail\'s report of a day settles what was unknown, leaves what it does not name, and agrees with the rest', async () => {
  const tenant = await app.addTenant();
  const [done, refused, late] = [await send('success', tenant), await send('transfer_rejected', tenant), await send('stays_pending', tenant)];
  // The lost one last: each sending also asks about what is due by then, and its query would find it.
  const [open, bounced, lost] = [await send('stays_pending', tenant), await send('stays_pending', tenant), await send('reply_lost', tenant)];
  await rail.settle(late.railRef, 'success');
  await rail.settle(bounced.railRef, 'reject');
  const ours = new Set([done, refused, late, lost, open, bounced].map((sent) => sent.railRef));
  const report = rail.settlement(dayOf(done)).filter((each) => ours.has(each.railRef));
  expect(report).toHaveLength(5);

  expect(await bring(report)).toEqual({ lines: 5, settled: 3, differences: [] });
  const states = await Promise.all([done, refused, late, lost, bounced, open].map(async ({ transactionId }) => (await statusOf(tenant, transactionId))['status']));
  expect(states).toEqual(['SUCCESS', 'FAILED', 'SUCCESS', 'SUCCESS', 'FAILED', 'PENDING']);
  expect(await balances(tenant, bounced.accountNumber)).toEqual(atRest(10_000));
  expect(await balances(tenant, open.accountNumber)).toMatchObject({ held: costOf(await statusOf(tenant, open.transactionId)) });

  expect(await bring(report)).toEqual({ lines: 5, settled: 0, differences: [] });
  expect(await app.books()).toEqual([]);
});

test('a transfer in review is settled by the report', async () => {
  const tenant = await app.addTenant();
  const sent = await send('stays_pending', tenant);
  await pass(tenant, 23 * 3600);
  await (await queue.runOnce(app.db, tenant.tenantId)).done;
  expect(await statusOf(tenant, sent.transactionId)).toMatchObject({ stage: 'review' });
  await rail.settle(sent.railRef, 'reject');
  expect(await bring([line(sent, { responseCode: '12' })])).toMatchObject({ settled: 1, differences: [] });
  expect(await statusOf(tenant, sent.transactionId)).toMatchObject({ status: 'FAILED', responseCode: '12' });
});

describe('what does not agree is reported and moves nothing', () => {
  test('a line of a payment that was never sent', async () => {
    const railRef = `999998261121093000${'7'.repeat(12)}`;
    expect((await bring([line({ railRef })])).differences).toEqual([`${railRef}: NGN 1,000.00 with code 00 belongs to no transfer`]);
  });

  test('another amount', async () => {
    const sent = await send('stays_pending');
    const { settled, differences } = await bring([line(sent, { amountKobo: 1_000_01n })]);
    expect([settled, differences]).toEqual([0, [expect.stringContaining('NGN 1,000.01 there, NGN 1,000.00 here')]]);
    expect(await statusOf(app, sent.transactionId)).toMatchObject({ status: 'PENDING' });
  });

  test.each(['09', '96', 'ZZ'])('code %s, which decides nothing', async (responseCode) => {
    const sent = await send('stays_pending');
    expect((await bring([line(sent, { responseCode })])).differences).toEqual([expect.stringContaining('decides nothing')]);
    expect(await statusOf(app, sent.transactionId)).toMatchObject({ status: 'PENDING' });
  });

  test('a success of ours that the report does not know', async () => {
    const sent = await send('success');
    const { differences } = await bring([], [dayOf(sent)]);
    expect(differences).toContainEqual(expect.stringMatching(new RegExp(`${sent.railRef}: ${sent.transactionId} is COMPLETED here with NGN 1,000\\.00, and is not in the report`)));
    expect((await bring([], ['2020-01-01'])).differences).toEqual([]);
    expect((await bring(rail.settlement(dayOf(sent)), [dayOf(sent)])).differences).toEqual([]);
  });

  test('money that the rail says came in', async () => {
    const collection = await openCollection(app, 0);
    const { data } = await succeed(app.call('POST', '/sandbox/credit', { accountNumber: collection, amount: 1_000 }));
    const inward = line({ railRef: String(data['sessionId']) }, { direction: 'inward' });
    expect((await bring([inward])).differences).toEqual([]);
    expect((await bring([{ ...inward, amountKobo: 5n }])).differences).toEqual([expect.stringContaining('NGN 0.05 came in there, NGN 1,000.00 here')]);
    expect((await bring([{ ...inward, railRef: `999999261121093000${'8'.repeat(12)}` }])).differences).toEqual([expect.stringContaining('not on our books')]);
  });
});

test('a report that contradicts our end opens one exception, and is a difference until people have resolved it', async () => {
  const sent = await send('stays_pending');
  await bring([line(sent, { responseCode: '05' })]);
  await rail.settle(sent.railRef, 'success');
  for (let time = 0; time < 2; time += 1) {
    expect(await bring([line(sent)])).toMatchObject({ settled: 0, differences: [`${sent.railRef}: success there, ${sent.transactionId} is FAILED here`] });
  }
  expect(await balances(app, sent.accountNumber)).toEqual(atRest(10_000));
  for (const memberId of ['mem_1', 'mem_2']) await voteOnException(app.app.ctx, { organizationId: app.organizationId, memberId, transactionId: sent.transactionId, kind: 'success_after_failure', recovered: true, evidence: 'Recalled' });
  expect((await bring([line(sent)])).differences).toEqual([]);
  expect(await app.books()).toEqual([]);
});

test('two imports of one report at once settle each transfer once', async () => {
  const sent = [await send('stays_pending'), await send('stays_pending')];
  for (const { railRef } of sent) await rail.settle(railRef, 'success');
  const lines = sent.map((each) => line(each));
  const reports = await Promise.all([bring(lines), bring(lines)]);
  expect(reports.map((report) => report.differences)).toEqual([[], []]);
  expect(await app.books()).toEqual([]);
});

test('the command writes the simulated report, imports it, and ends with 1 when something differs', async () => {
  const sent = await send('reply_lost');
  const folder = mkdtempSync(join(tmpdir(), 'openteller-settlement-'));
  const file = join(folder, 'report.csv');
  const settlement = (...args: string[]) => runProgram('src/cli/settlement.ts', args, app.database.connection, { SANDBOX_RAIL_DIRECTORY: app.app.ctx.config.sandboxRailDirectory });
  try {
    expect(await settlement('simulate', dayOf(sent), file)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('lines written') });
    expect(await settlement('import', file)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\d+ lines, 1 transfers settled, 0 differences\n$/) });
    expect(await statusOf(app, sent.transactionId)).toMatchObject({ status: 'SUCCESS' });
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').filter((row) => !row.startsWith(sent.railRef)).join('\n'));
    expect(await settlement('import', file, '--day', dayOf(sent))).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(`${sent.railRef}: ${sent.transactionId} is COMPLETED here`) });
    expect(await settlement('import', join(folder, 'nothing.csv'))).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('cannot be read') });
    expect(await settlement('import', file, '--day', '2026-02-30')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Usage:') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
