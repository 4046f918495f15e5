import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import {
  atRest, balances, confirmed, costOf, detailsOf, enquire, errorLines, eventsOf, initiate, openAccount, openCollection, openCustomer, openPayer, ownBank,
  pass, type Payer, pending, person, refusal, statusOf, statusUntil, succeed, transferBody, validate,
} from './payer.ts';

let app: TestApp;
let payer: Payer;

beforeAll(async () => {
  app = await startTestApp();
  payer = await openPayer(app);
});
afterEach(async () => {
  expect(await app.books()).toEqual([]);
});
afterAll(async () => {
  expect(errorLines(app)).toEqual([]);
  await app.close();
});

const fieldOf = ({ json }: Answered): unknown => (Array.isArray(json['errors']) ? json['errors'][0].field : undefined);

async function setStatus(customerId: string, status: boolean): Promise<void> {
  await succeed(app.call('PATCH', `/customer/profile/${customerId}`, { status, reason: 'Journey' }));
}

async function restrict(accountNumber: string, restriction: string): Promise<void> {
  await succeed(app.call('PATCH', `/account/${accountNumber}`, { restriction, reason: 'Journey' }));
}

describe('too little money', () => {
  test('is refused at initiation, with what there is and what it takes, and no message is sent', async () => {
    const poor = await openPayer(app, 100);
    const answer = await initiate(app, poor, { amount: 100.01 });
    expect([answer.status, answer.json['statusCode'], ...answer.codes]).toEqual([422, '51', 'insufficient_funds']);
    const { available, required } = detailsOf(answer);
    expect(available).toBe(100);
    expect(required).toBeGreaterThanOrEqual(100.01);
    const inbox = await app.call('GET', `/sandbox/messages?accountNumber=${poor.accountNumber}`);
    expect(inbox.json['data']).toEqual([]);
    // To the kobo: charges of this amount are those of the one above.
    const all = Math.round((200.01 - Number(required)) * 100) / 100;
    expect(await refusal(initiate(app, poor, { amount: (all * 100 + 1) / 100 }))).toEqual([422, '51', 'insufficient_funds']);
    expect((await initiate(app, poor, { amount: all })).status).toBe(200);
  });

  test('at validation, because it went elsewhere meanwhile, ends the transfer and holds nothing', async () => {
    const racer = await openPayer(app, 1000);
    const first = await pending(app, racer, { amount: 700 });
    const spent = costOf(await app.settled((await confirmed(app, racer, { amount: 600 })).transactionId));
    const resent = await succeed(app.call('POST', '/transfer/resend-otp', { transactionId: first.transactionId }));
    const late = { transactionId: first.transactionId, otpReferenceId: String(resent.data['otpReferenceId']) };
    const refused = await validate(app, late);
    expect([refused.status, refused.json['statusCode'], ...refused.codes]).toEqual([422, '51', 'insufficient_funds']);
    const failed = await statusOf(app, first.transactionId);
    expect(detailsOf(refused)).toEqual({ available: 1000 - spent, required: costOf(failed) });
    expect(failed).toMatchObject({ status: 'FAILED', stage: 'failed', conclusive: true, safeToRetry: true, nextCheckAt: null, reason: 'insufficient_funds', responseCode: '51' });
    expect(await eventsOf(app, app, first.transactionId)).toEqual(['transfer.initiated', 'payment.failed']);
    expect(await balances(app, racer.accountNumber)).toEqual(atRest(1000 - spent));
    await app.call('POST', '/sandbox/credit', { accountNumber: racer.accountNumber, amount: 5000 });
    expect(await refusal(validate(app, late))).toEqual([409, '94', 'otp_already_used']);
    expect(await refusal(app.call('POST', '/transfer/resend-otp', { transactionId: first.transactionId }))).toEqual([409, '94', 'transfer_state_invalid']);
  });
});

describe('an amount', () => {
  test.each([
    ['three decimals', 10.001, 422, '13', 'invalid_amount'], ['three decimals as text', '10.000', 422, '13', 'invalid_amount'], ['zero', 0, 422, '13', 'invalid_amount'],
    ['nothing as text', '0.00', 422, '13', 'invalid_amount'], ['less than nothing', -5, 422, '13', 'invalid_amount'], ['less than nothing as text', '-5.00', 422, '13', 'invalid_amount'],
    ['half a kobo', 0.005, 422, '13', 'invalid_amount'], ['more money than there is', 1e15, 422, '13', 'invalid_amount'], ['a megabyte of nines', '9'.repeat(40), 422, '13', 'invalid_amount'],
    ['words', 'a lot', 400, '30', 'invalid_field'], ['an exponent as text', '1e3', 400, '30', 'invalid_field'],
    ['a comma', '1,000.00', 400, '30', 'invalid_field'], ['null', null, 400, '30', 'invalid_field'], ['a list', [10], 400, '30', 'invalid_field'],
  ] as const)('of %s is refused', async (_, amount, status, statusCode, code) => {
    const answer = await initiate(app, payer, { amount });
    expect([answer.status, answer.json['statusCode'], ...answer.codes], answer.text).toEqual([status, statusCode, code]);
    expect(fieldOf(answer)).toBe('/amount');
  });

  test.each([['0.1 and 0.2 as one number', 0.30000000000000004, 422], ['NaN', 'NaN', 400]])('of %s is refused', async (_, amount, status) => {
    expect((await initiate(app, payer, { amount })).status).toBe(status);
  });

  test.each([[0.01, 0.01], ['0.01', 0.01], [1250.5, 1250.5], ['1250.50', 1250.5], ['007', 7], [4.35, 4.35]] as const)('of %j is taken to the kobo', async (amount, shown) => {
    const { data } = await succeed(initiate(app, payer, { amount }));
    expect(data['amount']).toBe(shown);
  });
});

describe('a source account is refused', () => {
  test('when it belongs to another customer', async () => {
    const other = await openPayer(app);
    expect(await refusal(initiate(app, { ...payer, accountNumber: other.accountNumber }))).toEqual([403, '57', 'source_account_not_allowed']);
  });

  test('when it is a collection account on the customer route, and the reverse', async () => {
    const collection = await openCollection(app);
    expect(await refusal(initiate(app, { ...payer, accountNumber: collection, accountName: 'Specimen Collections' }))).toEqual([403, '57', 'source_account_not_allowed']);
    const body = { ...(await enquire(app)), sourceAccountNumber: payer.accountNumber, amount: 10 };
    expect(await refusal(app.call('POST', '/transfer/collection/initiate', body))).toEqual([403, '57', 'source_account_not_allowed']);
  });

  test('when its name is not the owner\'s, whose names may come in any order and case', async () => {
    expect(await refusal(initiate(app, payer, { sourceAccountName: 'Zenaida Quillfeather' }))).toEqual([422, '08', 'name_mismatch']);
    expect((await initiate(app, payer, { sourceAccountName: 'okonkwo, ADAEZE' })).status).toBe(200);
  });

  test('when it does not exist, or its customer does not', async () => {
    expect(await refusal(initiate(app, { ...payer, accountNumber: '1000000000' }))).toEqual([404, '07', 'account_not_found']);
    expect(await refusal(initiate(app, { ...payer, customerId: '1' }))).toEqual([404, '25', 'customer_not_found']);
  });

  test.each(['no_debit', 'no_debit_no_credit'])('while it is restricted by %s, at initiation and at validation', async (restriction) => {
    const restricted = await openPayer(app);
    const transfer = await pending(app, restricted);
    await restrict(restricted.accountNumber, restriction);
    expect(await refusal(validate(app, transfer))).toEqual([403, '57', 'account_restricted']);
    expect(await refusal(initiate(app, restricted))).toEqual([403, '57', 'account_restricted']);
    await restrict(restricted.accountNumber, 'none');
    await succeed(validate(app, transfer));
  });
});

test('a disabled customer can neither initiate nor validate; money that was confirmed arrives, and credits too', async () => {
  const disabled = await openPayer(app);
  const sent = await confirmed(app, disabled);
  const transfer = await pending(app, disabled);
  await setStatus(disabled.customerId, false);
  expect(await refusal(initiate(app, disabled))).toEqual([403, '57', 'customer_disabled']);
  expect(await refusal(validate(app, transfer))).toEqual([403, '57', 'customer_disabled']);
  expect(await refusal(app.call('POST', '/account/bank/create/personal', { customerId: disabled.customerId }))).toEqual([403, '57', 'customer_disabled']);
  await succeed(app.call('POST', '/sandbox/credit', { accountNumber: disabled.accountNumber, amount: 5 }));
  const status = await app.settled(sent.transactionId);
  expect(status).toMatchObject({ status: 'SUCCESS' });
  expect(await balances(app, disabled.accountNumber)).toEqual(atRest(10_005 - costOf(status)));
  await setStatus(disabled.customerId, true);
  await succeed(validate(app, transfer));
});

describe('a beneficiary', () => {
  test('must be the one enquired: account, bank and name', async () => {
    const beneficiary = await enquire(app);
    const initiateTo = (changes: Record<string, unknown>) => app.call('POST', '/transfer/customer/initiate', transferBody(payer, { ...beneficiary, ...changes }));
    for (const [change, field] of [
      [{ beneficiaryAccountNumber: '0123456780' }, '/beneficiaryAccountNumber'], [{ beneficiaryBankCode: '044' }, '/beneficiaryBankCode'], [{ beneficiaryAccountName: 'SOMEBODY ELSE' }, '/beneficiaryAccountName'],
    ] as const) {
      const answer = await initiateTo(change);
      expect([answer.status, answer.json['statusCode'], ...answer.codes, fieldOf(answer)]).toEqual([422, '08', 'beneficiary_mismatch', field]);
    }
    expect(await refusal(initiateTo({ beneficiaryBankCode: 'no bank' }))).toEqual([404, '16', 'bank_not_found']);
    await succeed(initiateTo({ beneficiaryBankCode: '000013', beneficiaryAccountName: beneficiary.beneficiaryAccountName.toLowerCase() }));
    expect(await refusal(initiateTo({}))).toEqual([409, '94', 'name_enquiry_already_used']);
  });

  test('enquired more than 15 minutes ago must be enquired again', async () => {
    const beneficiary = await enquire(app);
    await pass(app, 15 * 60 + 1);
    expect(await refusal(app.call('POST', '/transfer/customer/initiate', transferBody(payer, beneficiary)))).toEqual([404, '25', 'name_enquiry_not_found']);
  });

  test('that is the source itself is refused', async () => {
    const beneficiary = await enquire(app, payer.accountNumber, ownBank);
    expect(await refusal(app.call('POST', '/transfer/customer/initiate', transferBody(payer, beneficiary)))).toEqual([422, '08', 'beneficiary_mismatch']);
  });

  test('enquired once and used by ten initiations at once is used by one', async () => {
    const beneficiary = await enquire(app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.call('POST', '/transfer/customer/initiate', transferBody(payer, beneficiary))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });
});

test('an unconfirmed transfer ends after 30 minutes, however late its last code is, and says so', async () => {
  const transfer = await pending(app, payer);
  const waiting = await statusOf(app, transfer.transactionId);
  expect(waiting).toMatchObject({ status: 'PENDING', stage: 'awaiting_otp', conclusive: false });
  expect(Date.parse(String(waiting['nextCheckAt'])) - Date.parse(String(waiting['initiatedAt']))).toBe(30 * 60_000);
  await pass(app, 29 * 60);
  const resent = await succeed(app.call('POST', '/transfer/resend-otp', { transactionId: transfer.transactionId }));
  await pass(app, 61);
  expect(await refusal(validate(app, { ...transfer, otpReferenceId: String(resent.data['otpReferenceId']) }))).toEqual([409, '94', 'transfer_state_invalid']);
  expect(await statusUntil(app, transfer.transactionId, { conclusive: true })).toMatchObject({ status: 'FAILED', stage: 'expired', safeToRetry: true, nextCheckAt: null, reason: 'expired' });
  expect(await eventsOf(app, app, transfer.transactionId)).toEqual(['transfer.initiated', 'transfer.expired', 'payment.failed']);
  expect(await refusal(app.call('POST', '/transfer/resend-otp', { transactionId: transfer.transactionId }))).toEqual([409, '94', 'transfer_state_invalid']);
});

test('a mismatch with the registry writes no profile, and the same BVN can be tried again', async () => {
  const body = person();
  expect(await refusal(app.call('POST', '/customer/profile/individual', body, { 'x-scenario': 'dob_mismatch' }))).toEqual([422, '08', 'dob_mismatch']);
  const customerId = await openCustomer(app, { bvn: body['bvn'] });
  expect(await refusal(app.call('POST', '/customer/profile/individual', body))).toEqual([409, '26', 'duplicate_customer']);
  expect(await openAccount(app, customerId)).toMatch(/^\d{10}$/);
});
