import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import {
  atRest, balances, confirmed, costOf, enquire, errorLines, eventsOf, openCollection, openPayer, ownBank, pass,
  pending, refusal, statusOf, statusUntil, succeed, transferBody, validate,
} from './payer.ts';

let app: TestApp;
/** Its clock stands still; the clock of the other organization is moved. */
let hurried: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  hurried = await app.addTenant();
  // All at once: the slowest takes six seconds, and they need not wait for each other.
  for (const way of ways) {
    for (const scenario of Object.keys(reserved)) {
      const sending = send(app, scenario, way);
      sending.catch(() => undefined);
      sent.set(`${scenario} by ${way}`, sending);
    }
  }
});
afterAll(async () => {
  expect(errorLines(app)).toEqual([]);
  await app.close();
});

const control = (tenant: TestTenant, transactionId: string, outcome: string) => tenant.call('POST', `/sandbox/transfers/${transactionId}/${outcome}`);
const happy = ['transfer.initiated', 'transfer.authorized', 'payment.success', 'account.debited'];
const unhappy = ['transfer.initiated', 'transfer.authorized', 'payment.failed'];

const ways = ['header', 'narration', 'reserved number'] as const;
type Way = (typeof ways)[number];
type Sent = { transactionId: string; accountNumber: string };
const sent = new Map<string, Promise<Sent>>();
const reserved: Readonly<Record<string, string>> = {
  success: '0000000000', slow: '0000000003', transfer_rejected: '0000000004', pending_then_success: '0000000005', pending_then_failure: '0000000006', reply_lost: '0000000007', reversed_later: '0000000008',
};

/** A confirmed transfer of 1,000 under a scenario, from a fresh account of 10,000. */
async function send(tenant: TestTenant, scenario: string, way: Way): Promise<Sent> {
  const payer = await openPayer(tenant);
  const beneficiary = await enquire(tenant, way === 'reserved number' ? reserved[scenario] : undefined);
  const { transactionId } = await confirmed(tenant, payer, {
    beneficiary,
    ...(way === 'header' ? { headers: { 'x-scenario': scenario } } : {}),
    narration: way === 'narration' ? `scenario:${scenario} and more` : 'Rent',
  });
  return { transactionId, accountNumber: payer.accountNumber };
}

function sentBefore(scenario: string, way: Way): Promise<Sent> {
  return sent.get(`${scenario} by ${way}`) ?? Promise.reject(new Error(`${scenario} was not sent`));
}

describe.each(ways)('by %s', (way) => {
  test.each([['success'], ['slow'], ['pending_then_success'], ['reply_lost']])('%s ends as SUCCESS, and the money is gone once', async (scenario) => {
    const { transactionId, accountNumber } = await sentBefore(scenario, way);
    const before = await statusOf(app, transactionId);
    if (before['conclusive'] !== true) expect(before).toMatchObject({ status: 'PENDING', stage: expect.stringMatching(/^(processing|confirming)$/), safeToRetry: false, nextCheckAt: expect.any(String) });
    const status = await statusUntil(app, transactionId, { conclusive: true });
    expect(status).toMatchObject({
      status: 'SUCCESS', stage: 'completed', safeToRetry: false, nextCheckAt: null, responseCode: '00', sessionId: expect.stringMatching(/^\d{30}$/), reversedAt: null,
    });
    expect(await balances(app, accountNumber)).toEqual(atRest(10_000 - costOf(status)));
    expect(await eventsOf(app, app, transactionId)).toEqual(happy);
  });

  test.each([['transfer_rejected', '05'], ['pending_then_failure', '05']])('%s ends as FAILED, and the money is free again', async (scenario, responseCode) => {
    const { transactionId, accountNumber } = await sentBefore(scenario, way);
    expect(await statusUntil(app, transactionId, { conclusive: true })).toMatchObject({ status: 'FAILED', stage: 'failed', safeToRetry: true, nextCheckAt: null, responseCode, reason: 'rejected', completedAt: null });
    expect(await balances(app, accountNumber)).toEqual(atRest(10_000));
    expect(await eventsOf(app, app, transactionId)).toEqual(unhappy);
  });

  test('reversed_later succeeds, then comes back whole', async () => {
    const { transactionId, accountNumber } = await sentBefore('reversed_later', way);
    expect(await statusUntil(app, transactionId, { status: 'REVERSED' })).toMatchObject({ stage: 'reversed', conclusive: true, safeToRetry: true, nextCheckAt: null, completedAt: expect.any(String), reversedAt: expect.any(String) });
    expect(await balances(app, accountNumber)).toEqual(atRest(10_000));
    expect(await eventsOf(app, app, transactionId)).toEqual([...happy, 'payment.reversed']);
  });
});

test.each([['account_not_found', '07'], ['bank_unavailable', '91']])('a transfer sent in spite of %s is rejected and frees the money', async (scenario, responseCode) => {
  const { transactionId, accountNumber } = await send(app, scenario, 'header');
  expect(await statusUntil(app, transactionId, { conclusive: true })).toMatchObject({ status: 'FAILED', responseCode });
  expect(await balances(app, accountNumber)).toEqual(atRest(10_000));
});

test('an enquiry answers for what the other bank says', async () => {
  const ask = (accountNumber: string, headers = {}) => app.call('POST', '/transfer/name-enquiry', { accountNumber, bankCode: '058' }, headers);
  expect(await refusal(ask('0000000001'))).toEqual([404, '07', 'account_not_found']);
  expect(await refusal(ask('0000000002'))).toEqual([503, '91', 'beneficiary_bank_unavailable']);
  expect(await refusal(ask('0123456789', { 'x-scenario': 'bank_unavailable' }))).toEqual([503, '91', 'beneficiary_bank_unavailable']);
  expect(await refusal(ask('0123456789', { 'x-scenario': 'sucess' }))).toEqual([400, '30', 'invalid_field']);
});

describe('a transfer that stays pending', () => {
  test.each([['settle', 'SUCCESS'], ['fail', 'FAILED']] as const)('holds the money for hours until %s, and tells so', async (outcome, status) => {
    const { transactionId, accountNumber } = await send(hurried, 'stays_pending', 'header');
    const stuck = { status: 'PENDING', stage: 'confirming', conclusive: false, safeToRetry: false };
    const cost = costOf(await statusUntil(hurried, transactionId, stuck));
    await pass(hurried, 3600);
    expect(await statusOf(hurried, transactionId)).toMatchObject({ ...stuck, nextCheckAt: expect.any(String) });
    expect(await balances(hurried, accountNumber)).toEqual({ ledger: 10_000, available: 10_000 - cost, held: cost });
    expect(await app.books()).toEqual([]);
    await succeed(control(hurried, transactionId, outcome));
    await statusUntil(hurried, transactionId, { status, conclusive: true });
    expect(await balances(hurried, accountNumber)).toEqual(atRest(status === 'SUCCESS' ? 10_000 - cost : 10_000));
    expect(await refusal(control(hurried, transactionId, outcome))).toEqual([409, '94', 'transfer_state_invalid']);
  });

  test('goes to people after 23 hours, still held', async () => {
    const { transactionId, accountNumber } = await send(hurried, 'stays_pending', 'header');
    await statusUntil(hurried, transactionId, { stage: 'confirming' });
    await pass(hurried, 23 * 3600);
    const status = await statusUntil(hurried, transactionId, { stage: 'review' });
    expect(status).toMatchObject({ status: 'PENDING', conclusive: false, safeToRetry: false });
    expect(await balances(hurried, accountNumber)).toEqual({ ledger: 10_000, available: 10_000 - costOf(status), held: costOf(status) });
  });

  test('a replayed control answers what it answered before', async () => {
    const { transactionId } = await send(hurried, 'stays_pending', 'header');
    await statusUntil(hurried, transactionId, { stage: 'confirming' });
    const headers = { requestId: crypto.randomUUID() };
    const first = await succeed(hurried.call('POST', `/sandbox/transfers/${transactionId}/settle`, undefined, headers));
    const again = await hurried.call('POST', `/sandbox/transfers/${transactionId}/settle`, undefined, headers);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
  });

  test('a success can be reversed by hand, once', async () => {
    const { transactionId, accountNumber } = await send(hurried, 'success', 'header');
    await statusUntil(hurried, transactionId, { status: 'SUCCESS' });
    await succeed(control(hurried, transactionId, 'reverse'));
    await statusUntil(hurried, transactionId, { status: 'REVERSED' });
    expect(await balances(hurried, accountNumber)).toEqual(atRest(10_000));
    expect(await refusal(control(hurried, transactionId, 'reverse'))).toEqual([409, '94', 'transfer_state_invalid']);
  });
});

describe('inside the house', () => {
  test('a transfer between two customers of one organization moves at once and tells both sides', async () => {
    const [payer, payee] = [await openPayer(app), await openPayer(app, 0, { firstName: 'Ibrahim', lastName: 'Bello' })];
    const beneficiary = await enquire(app, payee.accountNumber, ownBank);
    expect(beneficiary.beneficiaryAccountName).toBe('Ibrahim Bello');
    const { transactionId } = await confirmed(app, payer, { beneficiary, amount: 2500.75 });
    expect(await statusOf(app, transactionId)).toMatchObject({ status: 'SUCCESS', stage: 'completed', conclusive: true });
    const cost = costOf(await statusOf(app, transactionId));
    expect([await balances(app, payer.accountNumber), await balances(app, payee.accountNumber)]).toEqual([atRest(10_000 - cost), atRest(2500.75)]);
    expect(await eventsOf(app, app, transactionId)).toEqual([...happy, 'account.credited']);
    expect(await refusal(control(app, transactionId, 'reverse'))).toEqual([409, '94', 'transfer_state_invalid']);
  });

  test.each(['no_credit', 'no_debit_no_credit'])('a beneficiary under %s refuses as another bank would: nothing moves', async (restriction) => {
    const [payer, payee] = [await openPayer(app), await openPayer(app, 0)];
    const beneficiary = await enquire(app, payee.accountNumber, ownBank);
    await succeed(app.call('PATCH', `/account/${payee.accountNumber}`, { restriction, reason: 'Journey' }));
    const { transactionId } = await confirmed(app, payer, { beneficiary });
    expect(await statusOf(app, transactionId)).toMatchObject({ status: 'FAILED', safeToRetry: true });
    expect([await balances(app, payer.accountNumber), await balances(app, payee.accountNumber)]).toEqual([atRest(10_000), atRest(0)]);
    expect(await eventsOf(app, app, transactionId)).toEqual(unhappy);
  });

  test('a transfer to another organization leaves one and enters the other, once', async () => {
    const other = await app.addTenant();
    const [payer, collection] = [await openPayer(app), await openCollection(other, 0)];
    const beneficiary = await enquire(app, collection, ownBank);
    expect(beneficiary.beneficiaryAccountName).toBe('Specimen Collections');
    const { transactionId } = await confirmed(app, payer, { beneficiary });
    const status = await app.settled(transactionId);
    expect(status).toMatchObject({ status: 'SUCCESS', responseCode: '00' });
    expect([await balances(app, payer.accountNumber), await balances(other, collection)]).toEqual([atRest(10_000 - costOf(status)), atRest(1000)]);
    const { sessionId } = status;
    expect(await eventsOf(app, other, String(sessionId))).toEqual(['account.credited']);
    expect(await eventsOf(app, app, transactionId)).toEqual(happy);
  });

  test('an account of another organization that takes no credits refuses it', async () => {
    const other = await app.addTenant();
    const [payer, collection] = [await openPayer(app), await openCollection(other, 0)];
    const beneficiary = await enquire(app, collection, ownBank);
    await succeed(other.call('PATCH', `/account/${collection}`, { restriction: 'no_credit', reason: 'Journey' }));
    const { transactionId } = await confirmed(app, payer, { beneficiary });
    expect(await app.settled(transactionId)).toMatchObject({ status: 'FAILED', responseCode: '57' });
    expect([await balances(app, payer.accountNumber), await balances(other, collection)]).toEqual([atRest(10_000), atRest(0)]);
  });

  test('a number of the operator\'s bank that nobody has is not found', async () => {
    expect(await refusal(app.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode: ownBank }))).toEqual([404, '07', 'account_not_found']);
  });
});

test('a transfer tells its timeline, and one organization\'s clock leaves the other\'s alone', async () => {
  const payer = await openPayer(app);
  const transfer = await pending(app, payer);
  await pass(hurried, 3600);
  await succeed(validate(app, transfer));
  await app.settled(transfer.transactionId);
  const { data } = await succeed(app.call('GET', `/transfer/${transfer.transactionId}`));
  expect(data['timeline']).toMatchObject([{ step: 'initiated' }, { step: 'authorized' }, { step: 'sent' }, { step: 'completed' }]);
  const again = await app.call('POST', '/transfer/customer/initiate', transferBody(payer, await enquire(app)));
  expect(Math.abs(Date.parse(String((await statusOf(app, String(again.data['transactionId'])))['initiatedAt'])) - Date.now())).toBeLessThan(60_000);
  expect(await app.books()).toEqual([]);
});
