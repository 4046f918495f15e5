import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import type { Evidence, TransferState } from '#src/transfers/transfer.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, costOf, eventsOf, openPayer, statusOf, statusUntil, succeed } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Stuck = { transactionId: string; accountNumber: string; cost: number };

/** A transfer that the rail holds as pending, from an account of 10,000. */
async function stuck(): Promise<Stuck> {
  const payer = await openPayer(app);
  const { transactionId } = await confirmed(app, payer, { headers: { 'x-scenario': 'stays_pending' } });
  return { transactionId, accountNumber: payer.accountNumber, cost: costOf(await statusUntil(app, transactionId, { stage: 'confirming' })) };
}

/** Evidence from outside the wire, as the settlement report brings it. */
const settle = (transactionId: string, evidence: Evidence): Promise<TransferState | null> =>
  app.app.lanes.settle.run(app.tenantId, { environment: 'sandbox', transactionId, evidence });
const reported = (transactionId: string, verdict: 'success' | 'reject') => settle(transactionId, { from: 'settlement', verdict, responseCode: verdict === 'success' ? '00' : '05' });
const inRailBook = (transactionId: string, outcome: 'settle' | 'fail') => succeed(app.call('POST', `/sandbox/transfers/${transactionId}/${outcome}`));

function corrections(transactionId: string): Promise<unknown[]> {
  return app.db.read(app.tenantId, (tx) => tx.rows(sql`
    select debit_account as debit, credit_account as credit, amount_kobo as kobo from ledger_entry
    where tenant_id = ${tx.tenantId} and reference = ${transactionId} and code = 'correction'`));
}

function exceptionsOf(transactionId: string): Promise<unknown[]> {
  return app.db.read(app.tenantId, (tx) => tx.rows(sql`
    select kind, response_code as code from rail_exception where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId}`));
}

const differences = async (transactionId: string): Promise<string[]> => (await app.books()).filter((line) => line.includes(transactionId));

describe('a success after a failure', () => {
  test('edits nothing: the customer keeps the money, we owe the switch, and the books agree again', async () => {
    const { transactionId, accountNumber } = await stuck();
    expect(await reported(transactionId, 'reject')).toBe('FAILED');
    await inRailBook(transactionId, 'settle');
    expect(await differences(transactionId)).toEqual([expect.stringContaining('FAILED here and credited there')]);
    expect(await reported(transactionId, 'success')).toBe('FAILED');
    expect(await statusOf(app, transactionId)).toMatchObject({ status: 'FAILED', responseCode: '05' });
    expect(await balances(app, accountNumber)).toEqual(atRest(10_000));
    expect(await exceptionsOf(transactionId)).toEqual([{ kind: 'success_after_failure', code: '00' }]);
    expect(await corrections(transactionId)).toEqual([{ debit: 'rail_exceptions', credit: 'rail_clearing', kobo: 1_000_00n }]);
    expect(await differences(transactionId)).toEqual([]);
    expect(await eventsOf(app, app, transactionId)).toEqual(['transfer.initiated', 'transfer.authorized', 'payment.failed']);
  });
});

describe('a failure after a success', () => {
  test('edits nothing: the money stays gone for the customer, the switch owes us, and the books agree again', async () => {
    const { transactionId, accountNumber, cost } = await stuck();
    expect(await reported(transactionId, 'success')).toBe('COMPLETED');
    await inRailBook(transactionId, 'fail');
    expect(await differences(transactionId)).toEqual([expect.stringContaining('never credited there')]);
    expect(await reported(transactionId, 'reject')).toBe('COMPLETED');
    expect(await statusOf(app, transactionId)).toMatchObject({ status: 'SUCCESS' });
    expect(await balances(app, accountNumber)).toEqual(atRest(10_000 - cost));
    expect(await exceptionsOf(transactionId)).toEqual([{ kind: 'failure_after_success', code: '05' }]);
    expect(await corrections(transactionId)).toEqual([{ debit: 'rail_clearing', credit: 'rail_exceptions', kobo: 1_000_00n }]);
    expect(await differences(transactionId)).toEqual([]);
  });
});

test('the same news again, by whatever way and all at once, is one exception and one entry', async () => {
  const { transactionId } = await stuck();
  await reported(transactionId, 'reject');
  await inRailBook(transactionId, 'settle');
  const success = { verdict: 'success', responseCode: '00' } as const;
  await Promise.all([
    ...Array.from({ length: 5 }, () => reported(transactionId, 'success')),
    settle(transactionId, { from: 'query', askedAt: new Date(), answer: success }),
    settle(transactionId, { from: 'send', leaseVersion: 1, answer: success }),
  ]);
  await reported(transactionId, 'success');
  expect([await exceptionsOf(transactionId), await corrections(transactionId)]).toMatchObject([{ length: 1 }, { length: 1 }]);
});

test.each([['success', 'COMPLETED'], ['reject', 'FAILED']] as const)('the same verdict after the end (%s) changes nothing', async (verdict, state) => {
  const { transactionId } = await stuck();
  await reported(transactionId, verdict);
  await inRailBook(transactionId, verdict === 'success' ? 'settle' : 'fail');
  expect(await reported(transactionId, verdict)).toBe(state);
  expect(await settle(transactionId, { from: 'query', askedAt: new Date(), answer: { verdict: 'indeterminate', responseCode: '09' } })).toBe(state);
  expect(await settle(transactionId, { from: 'query', askedAt: new Date(), answer: { verdict: 'not_found', responseCode: '25' } })).toBe(state);
  expect([await exceptionsOf(transactionId), await corrections(transactionId)]).toEqual([[], []]);
});

test('an exception is logged as an error and audited', async () => {
  const { transactionId } = await stuck();
  await reported(transactionId, 'reject');
  await inRailBook(transactionId, 'settle');
  await reported(transactionId, 'success');
  expect(app.logLines.filter((line) => line.includes(transactionId) && line.includes('contradicts a final state'))).toHaveLength(1);
  const audit = await app.db.read(app.tenantId, (tx) => tx.rows(sql`
    select details from audit_entry where tenant_id = ${tx.tenantId} and subject = ${transactionId} and action = 'transfer.exception'`));
  expect(audit).toEqual([{ details: { kind: 'success_after_failure', responseCode: '00' } }]);
});
