import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, type Beneficiary, confirmed, enquire, openAccount, openCollection, openPayer, ownBank, type Payer, freshNumber, statusOf, statusUntil, succeed } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Leg = { code: string; kind: string; debit: string; credit: string; kobo: bigint };

/** The entries of a transfer in the order of their codes and kinds. */
function legs(reference: string): Promise<Leg[]> {
  return app.db.read(app.tenantId, (tx) => tx.rows<Leg>(sql`
    select code, kind, debit_account as debit, credit_account as credit, amount_kobo as kobo from ledger_entry
    where tenant_id = ${tx.tenantId} and reference = ${reference} order by kind, code, credit_account, debit_account`));
}

/** Tier 2, so that 200,000 may be sent; holds enough for any of these. */
const openRich = (): Promise<Payer> => openPayer(app, 300_000, { nin: freshNumber() });

async function send(payer: Payer, amount: number, options: { beneficiary?: Beneficiary; scenario?: string } = {}): Promise<string> {
  const { beneficiary, scenario } = options;
  const { transactionId } = await confirmed(app, payer, { amount, ...(beneficiary === undefined ? {} : { beneficiary }), ...(scenario === undefined ? {} : { headers: { 'x-scenario': scenario } }) });
  return transactionId;
}

test.each([
  [5_000, { fee: 10, vat: 0.75, stampDuty: 0 }, 5_010.75],
  [9_999.99, { fee: 25, vat: 1.88, stampDuty: 0 }, 10_026.87],
  [10_000, { fee: 25, vat: 1.88, stampDuty: 50 }, 10_076.88],
  [50_000.01, { fee: 50, vat: 3.75, stampDuty: 50 }, 50_103.76],
])('%d naira to another bank takes its charges on top, itemised', async (amount, charges, total) => {
  const payer = await openRich();
  const transactionId = await send(payer, amount);
  expect(await statusUntil(app, transactionId, { status: 'SUCCESS' })).toMatchObject({ amount, ...charges });
  expect(await balances(app, payer.accountNumber)).toEqual(atRest(Math.round((300_000 - total) * 100) / 100));
});

test('fee, VAT and duty are legs of their own, to accounts of their own', async () => {
  const payer = await openRich();
  const transactionId = await send(payer, 10_000);
  await statusUntil(app, transactionId, { status: 'SUCCESS' });
  const leg = (kind: string, code: string, credit: string, kobo: bigint): Leg => ({ code, kind, debit: payer.accountNumber, credit, kobo });
  const four = (kind: string): Leg[] => [
    leg(kind, 'duty', 'duty_payable', 50_00n), leg(kind, 'fee', 'fee_income', 25_00n), leg(kind, 'transfer', 'rail_clearing', 10_000_00n), leg(kind, 'vat', 'vat_payable', 1_88n),
  ];
  expect(await legs(transactionId)).toEqual([...four('pending'), ...four('post')]);
});

test('a transfer that fails gives its charges back with the amount', async () => {
  const payer = await openRich();
  const transactionId = await send(payer, 10_000, { scenario: 'transfer_rejected' });
  await statusUntil(app, transactionId, { status: 'FAILED' });
  expect(await balances(app, payer.accountNumber)).toEqual(atRest(300_000));
  const kinds = (await legs(transactionId)).map(({ kind, code }) => `${kind} ${code}`);
  expect(kinds).toEqual(['pending duty', 'pending fee', 'pending transfer', 'pending vat', 'void duty', 'void fee', 'void transfer', 'void vat']);
});

test('a transfer that comes back refunds its charges by opposite entries', async () => {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant, 20_000);
  const { transactionId } = await confirmed(tenant, payer, { amount: 10_000, headers: { 'x-scenario': 'success' } });
  await statusUntil(tenant, transactionId, { status: 'SUCCESS' });
  await succeed(tenant.call('POST', `/sandbox/transfers/${transactionId}/reverse`));
  await statusUntil(tenant, transactionId, { status: 'REVERSED' });
  expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(20_000));
  const back = await app.db.read(tenant.tenantId, (tx) => tx.rows(sql`
    select debit_account as debit, credit_account as credit, amount_kobo as kobo from ledger_entry
    where tenant_id = ${tx.tenantId} and reference = ${transactionId} and code = 'return' order by debit_account`));
  const from = (debit: string, kobo: bigint): unknown => ({ debit, credit: payer.accountNumber, kobo });
  expect(back).toEqual([from('duty_payable', 50_00n), from('fee_income', 25_00n), from('rail_clearing', 10_000_00n), from('vat_payable', 1_88n)]);
});

describe('inside the bank', () => {
  test('there is no fee, and duty is due only between different holders', async () => {
    const [payer, payee] = [await openRich(), await openPayer(app, 0, { nin: freshNumber() })];
    const own = await openAccount(app, payer.customerId);
    const toOther = await send(payer, 10_000, { beneficiary: await enquire(app, payee.accountNumber, ownBank) });
    expect(await statusOf(app, toOther)).toMatchObject({ status: 'SUCCESS', fee: 0, vat: 0, stampDuty: 50 });
    const toSelf = await send(payer, 10_000, { beneficiary: await enquire(app, own, ownBank) });
    expect(await statusOf(app, toSelf)).toMatchObject({ status: 'SUCCESS', fee: 0, vat: 0, stampDuty: 0 });
    expect([await balances(app, payer.accountNumber), await balances(app, payee.accountNumber), await balances(app, own)]).toEqual([atRest(279_950), atRest(10_000), atRest(10_000)]);
  });

  test('money for another organization pays no fee either, and duty as between strangers', async () => {
    const other = await app.addTenant();
    const [payer, collection] = [await openRich(), await openCollection(other, 0)];
    const transactionId = await send(payer, 10_000, { beneficiary: await enquire(app, collection, ownBank) });
    expect(await statusUntil(app, transactionId, { status: 'SUCCESS' })).toMatchObject({ fee: 0, vat: 0, stampDuty: 50 });
    expect(await balances(other, collection)).toEqual(atRest(10_000));
  });
});

test('money that covers the amount but not its charges is not enough', async () => {
  const payer = await openPayer(app, 10_076.87);
  const refused = await app.call('POST', '/transfer/customer/initiate', {
    customerId: payer.customerId, sourceAccountName: payer.accountName, sourceAccountNumber: payer.accountNumber, ...(await enquire(app)), amount: 10_000,
  });
  expect(refused.json).toMatchObject({ statusCode: '51', errors: [{ code: 'insufficient_funds', details: { available: 10_076.87, required: 10_076.88 } }] });
});
