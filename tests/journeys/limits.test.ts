import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { lagosDayEnd } from '#src/lib/time.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, detailsOf, enquire, freshNumber, fund, initiate, openAccount, openCollection, openPayer, ownBank, pending, refusal, statusOf, statusUntil, succeed, validate } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Standing = { name: string; limit: number; used: number; remaining: number; resetsAt: string | null };

async function standing(tenant: TestTenant, customerId: string, name: string): Promise<Standing | undefined> {
  const { data } = await succeed(tenant.call('GET', `/limits/${customerId}`));
  const limits: readonly Standing[] = Array.isArray(data['limits']) ? data['limits'] : [];
  return limits.find((limit) => limit.name === name);
}

/** Moves the tenant's clock to the given distance from its next midnight in Lagos. */
async function toMidnight(tenant: TestTenant, secondsAfter: number): Promise<void> {
  const { data } = await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
  const now = new Date(String(data['now']));
  await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: Math.ceil((lagosDayEnd(now).getTime() - now.getTime()) / 1000) + secondsAfter }));
}

function usageOf(tenant: TestTenant, subject: string): Promise<{ kobo: bigint; transfers: number }[]> {
  return app.db.read(tenant.tenantId, (tx) => tx.rows(sql`
    select amount_kobo as kobo, transfers from limit_usage where tenant_id = ${tx.tenantId} and subject = ${subject} order by day`));
}

const sendCollection = async (tenant: TestTenant, source: string, amount: number) =>
  tenant.call('POST', '/transfer/collection/initiate', { sourceAccountNumber: source, ...(await enquire(tenant)), amount });

describe('one transfer', () => {
  test('of tier 1 is 50,000 at most', async () => {
    const payer = await openPayer(app, 200_000);
    const refused = await initiate(app, payer, { amount: 50_000.01 });
    expect([refused.status, refused.json['statusCode'], ...refused.codes]).toEqual([422, '61', 'limit_exceeded']);
    expect(detailsOf(refused)).toEqual({ name: 'per_transfer', limit: 50_000, used: 0, remaining: 50_000, resetsAt: null });
    await succeed(initiate(app, payer, { amount: 50_000 }));
  });

  test('grows with the tier, at once', async () => {
    const payer = await openPayer(app, 300_000);
    expect(await refusal(initiate(app, payer, { amount: 50_000.01 }))).toEqual([422, '61', 'limit_exceeded']);
    await succeed(app.call('POST', `/customer/kyc/${payer.customerId}`, { nin: freshNumber() }));
    await succeed(initiate(app, payer, { amount: 200_000 }));
    expect(await refusal(initiate(app, payer, { amount: 200_000.01 }))).toEqual([422, '61', 'limit_exceeded']);
    await succeed(app.call('POST', `/customer/kyc/${payer.customerId}`, { livePicture: picture }));
    await fund(app, payer.accountNumber, 5_000_000);
    await succeed(initiate(app, payer, { amount: 5_000_000 }));
    expect(await refusal(initiate(app, payer, { amount: 5_000_000.01 }))).toEqual([422, '61', 'limit_exceeded']);
  });

  test('of a collection account is what the rail takes, when it goes over the rail', async () => {
    const source = await openCollection(app, 20_000_000);
    const refused = await sendCollection(app, source, 10_000_000.01);
    expect(refused.codes).toEqual(['limit_exceeded']);
    expect(detailsOf(refused)).toMatchObject({ name: 'rail_per_transfer', limit: 10_000_000, resetsAt: null });
    await succeed(sendCollection(app, source, 10_000_000));
    const inside = await openCollection(app, 0);
    await succeed(app.call('POST', '/transfer/collection/initiate', { sourceAccountNumber: source, ...(await enquire(app, inside, ownBank)), amount: 10_000_000.01 }));
  });
});

describe('the day', () => {
  test('counts what was confirmed, over all accounts of the customer, and says what is left', async () => {
    const payer = await openPayer(app, 100_000);
    const second = { ...payer, accountNumber: await openAccount(app, payer.customerId) };
    await fund(app, second.accountNumber, 100_000);
    await confirmed(app, payer, { amount: 30_000 });
    const other = await pending(app, second, { amount: 20_000 });
    expect(await standing(app, payer.customerId, 'per_day')).toMatchObject({ limit: 50_000, used: 30_000, remaining: 20_000 });
    await succeed(validate(app, other));
    const refused = await initiate(app, second, { amount: 0.01 });
    expect(refused.codes).toEqual(['limit_exceeded']);
    expect(detailsOf(refused)).toMatchObject({ name: 'per_day', limit: 50_000, used: 50_000, remaining: 0, resetsAt: expect.stringMatching(/T23:00:00\.000Z$/) });
    expect(await standing(app, payer.customerId, 'per_day_transfers')).toMatchObject({ limit: 50, used: 2, remaining: 48 });
  });

  test('decides again at confirmation: of two that fit alone, one is refused, and its money is free', async () => {
    const payer = await openPayer(app, 200_000);
    const second = { ...payer, accountNumber: await openAccount(app, payer.customerId) };
    await fund(app, second.accountNumber, 100_000);
    const both = [await pending(app, payer, { amount: 30_000 }), await pending(app, second, { amount: 30_000 })];
    const answers = await Promise.all(both.map((transfer) => validate(app, transfer)));
    expect(answers.map((answer) => answer.codes[0] ?? 'ok').toSorted()).toEqual(['limit_exceeded', 'ok']);
    const refused = both[answers.findIndex((answer) => answer.codes.length > 0)];
    expect(await statusOf(app, String(refused?.transactionId))).toMatchObject({ status: 'FAILED', responseCode: '61', reason: 'limit_exceeded', safeToRetry: true });
    expect(await usageOf(app, `customer:${payer.customerId}`)).toEqual([{ kobo: 30_000_00n, transfers: 1 }]);
  });

  test('never passes its limit, however many confirm at once', async () => {
    const source = await openPayer(app, 200_000);
    const accounts = [source.accountNumber, await openAccount(app, source.customerId), await openAccount(app, source.customerId), await openAccount(app, source.customerId)];
    for (const account of accounts.slice(1)) await fund(app, account, 20_000);
    const waiting = [];
    for (const accountNumber of accounts) waiting.push(await pending(app, { ...source, accountNumber }, { amount: 15_000 }));
    const answers = await Promise.all(waiting.map((transfer) => validate(app, transfer)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(await usageOf(app, `customer:${source.customerId}`)).toEqual([{ kobo: 45_000_00n, transfers: 3 }]);
  });

  test('begins anew at midnight in Lagos, not before', async () => {
    const tenant = await app.addTenant();
    await toMidnight(tenant, -120);
    const payer = await openPayer(tenant, 200_000);
    await confirmed(tenant, payer, { amount: 50_000 });
    expect(await refusal(initiate(tenant, payer, { amount: 1 }))).toEqual([422, '61', 'limit_exceeded']);
    await toMidnight(tenant, 0);
    expect(await standing(tenant, payer.customerId, 'per_day')).toMatchObject({ used: 0, remaining: 50_000 });
    await confirmed(tenant, payer, { amount: 50_000 });
    expect(await usageOf(tenant, `customer:${payer.customerId}`)).toEqual([{ kobo: 50_000_00n, transfers: 1 }, { kobo: 50_000_00n, transfers: 1 }]);
  });

  test('gets back what a failed transfer had used, on the day that had counted it', async () => {
    const tenant = await app.addTenant();
    await toMidnight(tenant, -120);
    const payer = await openPayer(tenant, 200_000);
    const { transactionId } = await confirmed(tenant, payer, { amount: 50_000, headers: { 'x-scenario': 'stays_pending' } });
    await statusUntil(tenant, transactionId, { stage: 'confirming' });
    await toMidnight(tenant, 0);
    await confirmed(tenant, payer, { amount: 20_000 });
    await succeed(tenant.call('POST', `/sandbox/transfers/${transactionId}/fail`));
    await statusUntil(tenant, transactionId, { status: 'FAILED' });
    for (const subject of [`customer:${payer.customerId}`, `account:${payer.accountNumber}`]) {
      expect(await usageOf(tenant, subject)).toEqual([{ kobo: 0n, transfers: 0 }, { kobo: 20_000_00n, transfers: 1 }]);
    }
  });

  test('of an on-us transfer that was refused counts nothing', async () => {
    const [payer, payee] = [await openPayer(app, 200_000), await openPayer(app, 290_000)];
    const { transactionId } = await confirmed(app, payer, { amount: 20_000, beneficiary: await enquire(app, payee.accountNumber, ownBank) });
    expect(await statusOf(app, transactionId)).toMatchObject({ status: 'FAILED', responseCode: '61', reason: 'beneficiary_limit_exceeded' });
    expect(await standing(app, payer.customerId, 'per_day')).toMatchObject({ used: 0 });
    expect([await balances(app, payer.accountNumber), await balances(app, payee.accountNumber)]).toEqual([atRest(200_000), atRest(290_000)]);
  });
});

describe('own limits', () => {
  const set = (path: string, limits: Record<string, unknown>) => app.call('PUT', path, { perTransfer: null, perDay: null, perDayTransfers: null, reason: 'Asked for by the customer', ...limits });

  test('of a customer lower what the tier allows, and never raise it', async () => {
    const payer = await openPayer(app, 200_000);
    await succeed(set(`/limits/customer/${payer.customerId}`, { perTransfer: 10_000, perDay: 9_000_000 }));
    expect(detailsOf(await initiate(app, payer, { amount: 10_000.01 }))).toMatchObject({ name: 'per_transfer', limit: 10_000 });
    expect(await standing(app, payer.customerId, 'per_day')).toMatchObject({ limit: 50_000 });
    await succeed(set(`/limits/customer/${payer.customerId}`, {}));
    await succeed(initiate(app, payer, { amount: 50_000 }));
  });

  test('of an account count that account alone', async () => {
    const payer = await openPayer(app, 200_000);
    const second = { ...payer, accountNumber: await openAccount(app, payer.customerId) };
    await fund(app, second.accountNumber, 100_000);
    await succeed(set(`/limits/account/${payer.accountNumber}`, { perDayTransfers: 1 }));
    await confirmed(app, payer, { amount: 100 });
    const refused = await initiate(app, payer, { amount: 100 });
    expect([refused.status, refused.json['statusCode'], ...refused.codes]).toEqual([422, '65', 'too_many_transfers']);
    expect(detailsOf(refused)).toMatchObject({ name: 'per_day_transfers', limit: 1, used: 1, remaining: 0 });
    await confirmed(app, second, { amount: 100 });
  });

  test('bind a collection account', async () => {
    const source = await openCollection(app, 20_000);
    await succeed(set(`/limits/account/${source}`, { perDay: 5_000 }));
    expect(detailsOf(await sendCollection(app, source, 5_000.01))).toMatchObject({ name: 'per_day', limit: 5_000 });
  });

  test('of somebody unknown, or without sense, are refused', async () => {
    expect(await refusal(set('/limits/customer/1000000000', {}))).toEqual([404, '25', 'customer_not_found']);
    expect(await refusal(set('/limits/account/0123456789', {}))).toEqual([404, '07', 'account_not_found']);
    const payer = await openPayer(app, 0);
    expect(await refusal(set(`/limits/customer/${payer.customerId}`, { perTransfer: 10.001 }))).toEqual([400, '30', 'invalid_field']);
    const stranger = await app.addTenant();
    expect(await refusal(stranger.call('GET', `/limits/${payer.customerId}`))).toEqual([404, '25', 'customer_not_found']);
  });
});

describe('the balance', () => {
  test('of tier 1 grows to 300,000 and not one kobo further', async () => {
    const payer = await openPayer(app, 299_999.99);
    const refused = await app.call('POST', '/sandbox/credit', { accountNumber: payer.accountNumber, amount: 0.02 });
    expect(refused.codes).toEqual(['limit_exceeded']);
    expect(detailsOf(refused)).toMatchObject({ name: 'max_balance', limit: 300_000, used: 299_999.99, remaining: 0.01 });
    await fund(app, payer.accountNumber, 0.01);
    expect(await balances(app, payer.accountNumber)).toEqual(atRest(300_000));
  });

  test('at another organization refuses as another bank would: 61', async () => {
    const other = await app.addTenant();
    const [payer, payee] = [await openPayer(app, 20_000), await openPayer(other, 299_000)];
    const { transactionId } = await confirmed(app, payer, { amount: 1_000.01, beneficiary: await enquire(app, payee.accountNumber, ownBank) });
    expect(await statusUntil(app, transactionId, { conclusive: true })).toMatchObject({ status: 'FAILED', responseCode: '61' });
    expect([await balances(app, payer.accountNumber), await balances(other, payee.accountNumber)]).toEqual([atRest(20_000), atRest(299_000)]);
  });
});
