import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { lagosDay, lagosDayEnd } from '#src/lib/time.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import {
  atRest, balances, costOf, detailsOf, enquire, errorLines, eventsOf, openAccount, openCollection, openPayer, ownBank, pass, type Payer, type Pending, pendingOf, refusal, statusOf,
  statusUntil, succeed, transferBody, validate,
} from './payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  expect(errorLines(app)).toEqual([]);
  await app.close();
});

const hour = 3600;
const day = 24 * hour;

/** A time on a clock that nobody has moved yet. */
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

type Scheduled = Pending & { scheduledFor: string };

/** Initiated for later, and confirmed; on a tenant whose clock stands where it began. */
async function schedule(tenant: TestTenant, payer: Payer, options: { seconds?: number; amount?: number; accountNumber?: string; bankCode?: string; scenario?: string } = {}): Promise<Scheduled> {
  const scheduledFor = inSeconds(options.seconds ?? 2 * hour);
  const beneficiary = await enquire(tenant, options.accountNumber, options.bankCode);
  const body = transferBody(payer, beneficiary, { amount: options.amount ?? 1000, scheduledFor });
  const transfer = pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', body, options.scenario === undefined ? {} : { 'x-scenario': options.scenario })));
  expect((await succeed(validate(tenant, transfer))).data).toMatchObject({ transactionId: transfer.transactionId, scheduledFor });
  return { ...transfer, scheduledFor };
}

const cancel = (tenant: TestTenant, { transactionId }: Pick<Pending, 'transactionId'>): Promise<Answered> => tenant.call('POST', '/transfer/cancel', { transactionId });

const failedAtStart = ['transfer.initiated', 'transfer.scheduled', 'payment.failed'];

describe('a scheduled transfer', () => {
  test('holds nothing until its time, and is paid then', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const scheduledFor = inSeconds(2 * hour);
    const initiated = await succeed(tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(tenant), { scheduledFor })));
    expect(initiated.data['scheduledFor']).toBe(scheduledFor);
    const inbox = await succeed(tenant.call('GET', `/sandbox/messages?accountNumber=${payer.accountNumber}`));
    expect(inbox.text).toContain(` on ${lagosDay(new Date(scheduledFor))}.`);
    const transfer = pendingOf(initiated);
    expect((await succeed(validate(tenant, transfer))).json['message']).toBe('Transfer confirmed; it starts at its time');

    expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({
      status: 'PENDING', stage: 'scheduled', conclusive: false, safeToRetry: false, nextCheckAt: scheduledFor, scheduledFor, authorizedAt: null,
    });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000));
    // The 30 minutes are for a transfer that waits for its OTP.
    await pass(tenant, hour);
    expect(await statusOf(tenant, transfer.transactionId)).toMatchObject({ stage: 'scheduled' });

    await pass(tenant, hour);
    const done = await statusUntil(tenant, transfer.transactionId, { status: 'SUCCESS' });
    expect(new Date(String(done['authorizedAt'])).getTime()).toBeGreaterThanOrEqual(new Date(scheduledFor).getTime());
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000 - costOf(done)));
    expect(await eventsOf(app, tenant, transfer.transactionId)).toEqual(['transfer.initiated', 'transfer.scheduled', 'transfer.authorized', 'payment.success', 'account.debited']);
    const sequences = await app.db.read(tenant.tenantId, (tx) => tx.rows<{ sequence: number }>(sql`
      select sequence from event where tenant_id = ${tx.tenantId} and subject = ${transfer.transactionId} and kind <> 'account.debited' order by event_id`));
    expect(sequences.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  });

  test('of a collection account starts within the quarter of an hour in which its enquiry is good', async () => {
    const tenant = await app.addTenant();
    const sourceAccountNumber = await openCollection(tenant);
    const body = { sourceAccountNumber, ...(await enquire(tenant)), amount: 700, scheduledFor: inSeconds(90) };
    const transfer = pendingOf(await succeed(tenant.call('POST', '/transfer/collection/initiate', body)));
    await succeed(validate(tenant, transfer));
    await pass(tenant, 91);
    await statusUntil(tenant, transfer.transactionId, { status: 'SUCCESS', amount: 700 });
  });

  test('moves between two accounts of the organization at its time, at once', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const payee = await openAccount(tenant, payer.customerId);
    const { transactionId } = await schedule(tenant, payer, { accountNumber: payee, bankCode: ownBank });
    expect(await balances(tenant, payee)).toEqual(atRest(0));
    await pass(tenant, 2 * hour + 1);
    await statusUntil(tenant, transactionId, { status: 'SUCCESS', responseCode: '00' });
    expect(await balances(tenant, payee)).toEqual(atRest(1000));
    expect(await eventsOf(app, tenant, transactionId)).toEqual(['transfer.initiated', 'transfer.scheduled', 'transfer.authorized', 'payment.success', 'account.debited', 'account.credited']);
  });

  test('that nobody confirms expires after 30 minutes, whenever it was to start', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const { transactionId } = pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(tenant), { scheduledFor: inSeconds(day) }))));
    await pass(tenant, 30 * 60 + 1);
    await statusUntil(tenant, transactionId, { status: 'FAILED', stage: 'expired' });
  });

  test('that is confirmed after its time starts at once', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const transfer = pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(tenant), { scheduledFor: inSeconds(70) }))));
    await pass(tenant, 120);
    await succeed(validate(tenant, transfer));
    await statusUntil(tenant, transfer.transactionId, { status: 'SUCCESS' });
  });

  test.each([
    ['30 seconds', () => inSeconds(30)], ['367 days', () => inSeconds(367 * day)], ['yesterday', () => inSeconds(-day)], ['no offset', () => '2030-01-01T09:00:00'], ['no time', () => '2030-01-01'],
    ['no such day', () => '2030-02-30T09:00:00Z'],
  ])('is refused with %s', async (_name, scheduledFor) => {
    const payer = await openPayer(app, 0);
    const refused = await app.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(app), { scheduledFor: scheduledFor() }));
    expect([refused.status, ...refused.codes]).toEqual([400, 'invalid_field']);
    expect(refused.text).toContain('/scheduledFor');
  });
});

describe('at its start', () => {
  test('too little money is a failure with 51, though it was accepted without any', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant, 900);
    const { transactionId } = await schedule(tenant, payer);
    await pass(tenant, 2 * hour + 1);
    await statusUntil(tenant, transactionId, { status: 'FAILED', stage: 'failed', reason: 'insufficient_funds', responseCode: '51', safeToRetry: true, authorizedAt: null });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(900));
    expect(await eventsOf(app, tenant, transactionId)).toEqual(failedAtStart);
  });

  test('the limits of that day decide, not those of the day of its confirmation', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant, 20_000);
    const own = (perDay: number) => succeed(tenant.call('PUT', `/limits/account/${payer.accountNumber}`, { perTransfer: null, perDay, perDayTransfers: null, reason: 'Journey' }));
    await own(5_000);
    // More than the limit of one day in all, on two days.
    const noon = Math.ceil((lagosDayEnd(new Date()).getTime() - Date.now()) / 1000) + day / 2;
    const [first, second, beyond] = [await schedule(tenant, payer, { seconds: noon, amount: 4_000 }), await schedule(tenant, payer, { seconds: noon + day, amount: 4_000 }), await schedule(tenant, payer, { seconds: noon + day + 60, amount: 4_000 })];
    await pass(tenant, noon);
    await statusUntil(tenant, first.transactionId, { status: 'SUCCESS' });
    await pass(tenant, day);
    await statusUntil(tenant, second.transactionId, { status: 'SUCCESS' });
    await pass(tenant, 61);
    await statusUntil(tenant, beyond.transactionId, { status: 'FAILED', reason: 'limit_exceeded', responseCode: '61' });
  });

  test.each([
    ['a disabled customer', 'customer_disabled', (tenant: TestTenant, payer: Payer) => tenant.call('PATCH', `/customer/profile/${payer.customerId}`, { status: false, reason: 'Journey' })],
    ['a restricted account', 'account_restricted', (tenant: TestTenant, payer: Payer) => tenant.call('PATCH', `/account/${payer.accountNumber}`, { restriction: 'no_debit', reason: 'Journey' })],
  ])('%s pays nothing', async (_name, reason, bar) => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const { transactionId } = await schedule(tenant, payer);
    await succeed(bar(tenant, payer));
    await pass(tenant, 2 * hour + 1);
    await statusUntil(tenant, transactionId, { status: 'FAILED', reason, responseCode: '57' });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000));
  });

  test.each([
    ['name_changed', 'beneficiary_changed', '08'], ['account_not_found', 'account_not_found', '07'], ['account_dormant', 'beneficiary_account_restricted', '57'],
  ])('an account that is %s by then gets nothing', async (scenario, reason, responseCode) => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const { transactionId } = await schedule(tenant, payer, { scenario });
    await pass(tenant, 2 * hour + 1);
    await statusUntil(tenant, transactionId, { status: 'FAILED', reason, responseCode });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000));
    expect(await eventsOf(app, tenant, transactionId)).toEqual(failedAtStart);
  });
});

describe('cancelling', () => {
  test('ends a transfer that waits for its time, and one that waits for its OTP', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const waiting = await schedule(tenant, payer);
    const answer = await succeed(cancel(tenant, waiting));
    expect(answer.data).toMatchObject({ status: 'FAILED', stage: 'cancelled', conclusive: true, safeToRetry: true, nextCheckAt: null, reason: 'cancelled', scheduledFor: waiting.scheduledFor });
    expect(await eventsOf(app, tenant, waiting.transactionId)).toEqual(['transfer.initiated', 'transfer.scheduled', 'transfer.cancelled', 'payment.failed']);

    const unconfirmed = pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(tenant)))));
    await succeed(cancel(tenant, unconfirmed));
    const late = await validate(tenant, unconfirmed);
    expect([late.status, ...late.codes, detailsOf(late)]).toEqual([409, 'transfer_state_invalid', { status: 'FAILED', stage: 'cancelled' }]);
    const again = await cancel(tenant, waiting);
    expect([again.status, ...again.codes, detailsOf(again)]).toEqual([409, 'transfer_state_invalid', { status: 'FAILED', stage: 'cancelled' }]);

    await pass(tenant, day);
    expect(await statusOf(tenant, waiting.transactionId)).toMatchObject({ stage: 'cancelled' });
    expect(await balances(tenant, payer.accountNumber)).toEqual(atRest(10_000));
    const { data } = await succeed(tenant.call('GET', `/transfer/${waiting.transactionId}`));
    expect(data['timeline']).toMatchObject([{ step: 'initiated' }, { step: 'cancelled' }]);
  });

  test('comes too late for a transfer that has started, and for one of another organization', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const { transactionId } = await schedule(tenant, payer, { seconds: 70 });
    const other = await app.addTenant();
    expect(await refusal(cancel(other, { transactionId }))).toEqual([404, '25', 'transaction_not_found']);
    await pass(tenant, 71);
    await statusUntil(tenant, transactionId, { status: 'SUCCESS' });
    const late = await cancel(tenant, { transactionId });
    expect([late.status, ...late.codes, detailsOf(late)]).toEqual([409, 'transfer_state_invalid', { status: 'SUCCESS', stage: 'completed' }]);
  });
});

describe('the list', () => {
  const idsOf = (answer: Answered): unknown[] => (Array.isArray(answer.json['data']) ? answer.json['data'].map((record: unknown) => (isRecord(record) ? record['transactionId'] : null)) : []);

  test('finds scheduled transfers by stage and by their time, the soonest first', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const [third, first, second] = [await schedule(tenant, payer, { seconds: 3 * day }), await schedule(tenant, payer, { seconds: day }), await schedule(tenant, payer, { seconds: 2 * day })];
    const unconfirmed = pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(tenant)))));
    await succeed(cancel(tenant, second));
    const list = async (query: string): Promise<unknown[]> => idsOf(await succeed(tenant.call('GET', `/transfers?page=1&pageSize=10&${query}`)));

    expect(await list('stage=scheduled')).toEqual([first.transactionId, third.transactionId]);
    expect(await list('stage=cancelled&status=FAILED')).toEqual([second.transactionId]);
    expect(await list('stage=cancelled&status=PENDING')).toEqual([]);
    expect(await list('stage=awaiting_otp')).toEqual([unconfirmed.transactionId]);
    expect(await list('scheduledFrom=2020-01-01')).toEqual([first, second, third].map(({ transactionId }) => transactionId));
    const justBefore = new Date(Date.parse(String(third.scheduledFor)) - 1).toISOString();
    expect(await list(`scheduledFrom=${first.scheduledFor}&scheduledTo=${justBefore}`)).toEqual([first.transactionId, second.transactionId]);
    expect(await list(`scheduledFrom=${third.scheduledFor}&scheduledTo=${third.scheduledFor}`)).toEqual([third.transactionId]);
    expect(await refusal(tenant.call('GET', '/transfers?page=1&pageSize=10&scheduledFrom=2026-12-02&scheduledTo=2026-12-01'))).toEqual([400, '30', 'invalid_field']);
    const lines = (await succeed(tenant.call('GET', '/transfers?scheduledTo=2100-01-01&stage=scheduled', undefined, { accept: 'application/x-ndjson' }))).text.trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([first, third].map(({ transactionId, scheduledFor }) => ({ transactionId, scheduledFor })));
  });
});

test('preflight of a scheduled transfer leaves out funds and the day, and says when its time is wrong', async () => {
  const payer = await openPayer(app, 0);
  const ask = (changes: Record<string, unknown>) => succeed(app.call('POST', '/transfer/preflight', { sourceAccountNumber: payer.accountNumber, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 1000, ...changes }));
  expect((await ask({})).data).toMatchObject({ allowed: false, problems: [{ code: 'insufficient_funds' }] });
  const { data } = await ask({ scheduledFor: inSeconds(day) });
  expect(data).toMatchObject({ allowed: true, problems: [], limits: [{ name: 'per_transfer' }, { name: 'rail_per_transfer' }] });
  expect((await ask({ scheduledFor: inSeconds(1) })).data).toMatchObject({ allowed: false, problems: [{ code: 'invalid_field', field: '/scheduledFor', message: expect.stringContaining('at least 1 minute') }] });
  expect((await ask({ scheduledFor: inSeconds(day), amount: 60_000 })).data).toMatchObject({ allowed: false, problems: [{ code: 'limit_exceeded' }] });
});
