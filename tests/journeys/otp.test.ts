import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';
import {
  atRest, balances, costOf, detailsOf, errorLines, openCollection, openPayer, pass, type Pending, pending,
  pendingOf, refusal, rightOtp, statusOf, succeed, validate, wrongOtp,
} from './payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  expect(await app.books()).toEqual([]);
});
afterAll(async () => {
  expect(errorLines(app)).toEqual([]);
  await app.close();
});

/** Tries a wrong code so often; what is left after each try. */
async function guess(transfer: Pending, times: number): Promise<unknown[]> {
  const left: unknown[] = [];
  for (let time = 0; time < times; time += 1) {
    const answer = await validate(app, transfer, wrongOtp);
    expect([answer.status, ...answer.codes], answer.text).toEqual([422, 'otp_invalid']);
    left.push(detailsOf(answer)['attemptsRemaining']);
  }
  return left;
}

async function requestOtp(accountNumber: string): Promise<string> {
  return String((await succeed(app.call('POST', '/utils/otp-request', { accountNumber }))).data['otpReferenceId']);
}

const check = (otpReferenceId: string, OTP: string): Promise<Answered> => app.call('POST', '/utils/otp-validation', { otpReferenceId, OTP });

describe('a wrong OTP', () => {
  test('moves nothing, counts down, and the right one still confirms', async () => {
    const payer = await openPayer(app);
    const transfer = await pending(app, payer);
    expect(await guess(transfer, 4)).toEqual([4, 3, 2, 1]);
    expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000));
    expect(await statusOf(app, transfer.transactionId)).toMatchObject({ status: 'PENDING', stage: 'awaiting_otp', conclusive: false, safeToRetry: false });
    await succeed(validate(app, transfer));
    expect(await app.settled(transfer.transactionId)).toMatchObject({ status: 'SUCCESS' });
  });

  test('five times kills the code: the right one is refused, a new one heals it', async () => {
    const payer = await openPayer(app);
    const transfer = await pending(app, payer);
    expect(await guess(transfer, 5)).toEqual([4, 3, 2, 1, 0]);
    expect(await refusal(validate(app, transfer))).toEqual([422, '63', 'otp_attempts_exceeded']);
    expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000));
    const resent = await succeed(app.call('POST', '/transfer/resend-otp', { transactionId: transfer.transactionId }));
    await succeed(validate(app, pendingOf(resent)));
    expect(await app.settled(transfer.transactionId)).toMatchObject({ status: 'SUCCESS' });
  });

  test('ten times in a row over several codes locks the account, twice as long the next time', async () => {
    const payer = await openPayer(app);
    const locked = async (): Promise<number> => {
      await guess(await pending(app, payer), 5);
      const last = await pending(app, payer);
      await guess(last, 5);
      const answer = await validate(app, last);
      expect([answer.status, ...answer.codes]).toEqual([422, 'otp_attempts_exceeded']);
      const { now } = (await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }))).data;
      return Math.round((Date.parse(String(detailsOf(answer)['lockedUntil'])) - Date.parse(String(now))) / 60_000);
    };
    expect(await locked()).toBe(30);
    expect(await refusal(app.call('POST', '/utils/otp-request', { accountNumber: payer.accountNumber }))).toEqual([422, '63', 'otp_attempts_exceeded']);
    await pass(app, 30 * 60);
    expect(await locked()).toBe(60);
    await pass(app, 3600);
    await succeed(validate(app, await pending(app, payer)));
  });

  test('a right code between wrong ones begins the count of the lock anew', async () => {
    const payer = await openPayer(app);
    await guess(await pending(app, payer), 5);
    const good = await pending(app, payer);
    await guess(good, 4);
    await succeed(validate(app, good));
    const next = await pending(app, payer);
    await guess(next, 4);
    await succeed(validate(app, next));
    expect(await app.settled(next.transactionId)).toMatchObject({ status: 'SUCCESS' });
  });

  test('guessed by twenty at once is tried five times and no more', async () => {
    const transfer = await pending(app, await openPayer(app));
    const answers = await Promise.all(Array.from({ length: 20 }, () => validate(app, transfer, wrongOtp)));
    expect(answers.map((answer) => answer.codes[0]).sort()).toEqual([...Array<string>(15).fill('otp_attempts_exceeded'), ...Array<string>(5).fill('otp_invalid')]);
  });
});

describe('an OTP is refused', () => {
  test('after 300 seconds', async () => {
    const payer = await openPayer(app);
    const transfer = await pending(app, payer);
    await pass(app, 301);
    expect(await refusal(validate(app, transfer))).toEqual([422, '63', 'otp_expired']);
    expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000));
  });

  test('when another initiation on the account superseded it', async () => {
    const payer = await openPayer(app);
    const first = await pending(app, payer);
    const second = await pending(app, payer);
    expect(await refusal(validate(app, first))).toEqual([422, '63', 'otp_superseded']);
    await succeed(validate(app, second));
    const resent = await succeed(app.call('POST', '/transfer/resend-otp', { transactionId: first.transactionId }));
    await succeed(validate(app, pendingOf(resent)));
    const costs = (await Promise.all([app.settled(first.transactionId), app.settled(second.transactionId)])).map(costOf);
    expect(await balances(app, payer.accountNumber)).toEqual(atRest(10_000 - costs.reduce((sum, cost) => sum + cost)));
  });

  test('when an OTP request on the account superseded it; resending heals it', async () => {
    const payer = await openPayer(app);
    const transfer = await pending(app, payer);
    const utility = await requestOtp(payer.accountNumber);
    expect(await refusal(validate(app, transfer))).toEqual([422, '63', 'otp_superseded']);
    const resent = await succeed(app.call('POST', '/transfer/resend-otp', { transactionId: transfer.transactionId }));
    expect(await refusal(check(utility, rightOtp))).toEqual([422, '63', 'otp_superseded']);
    await succeed(validate(app, pendingOf(resent)));
  });

  test('for a transfer, when it was requested as a utility, and the reverse', async () => {
    const payer = await openPayer(app);
    const transfer = await pending(app, payer);
    expect(await refusal(check(transfer.otpReferenceId, rightOtp))).toEqual([422, '63', 'otp_reference_mismatch']);
    const utility = await requestOtp(payer.accountNumber);
    expect(await refusal(validate(app, { ...transfer, otpReferenceId: utility }))).toEqual([422, '63', 'otp_reference_mismatch']);
    await succeed(check(utility, rightOtp));
  });

  test('for another transfer than its own', async () => {
    const [payer, other] = [await openPayer(app), await openPayer(app)];
    const [transfer, foreign] = [await pending(app, payer), await pending(app, other)];
    expect(await refusal(validate(app, { ...transfer, otpReferenceId: foreign.otpReferenceId }))).toEqual([422, '63', 'otp_reference_mismatch']);
    await succeed(validate(app, transfer));
    await succeed(validate(app, foreign));
  });

  test('a second time', async () => {
    const transfer = await pending(app, await openPayer(app));
    await succeed(validate(app, transfer));
    expect(await refusal(validate(app, transfer))).toEqual([409, '94', 'otp_already_used']);
    const utility = await requestOtp((await openPayer(app, 0)).accountNumber);
    await succeed(check(utility, rightOtp));
    const again = await check(utility, rightOtp);
    expect(await refusal(Promise.resolve(again))).toEqual([409, '94', 'otp_already_used']);
    expect(again.json['errors']).toMatchObject([{ fix: expect.stringContaining('POST /utils/otp-request') }]);
  });
});

test('the code of the message confirms under every spelling, from the phone of a collection account too', async () => {
  const accountNumber = await openCollection(app, 5000, '0803 987 6543');
  const enquiry = await succeed(app.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode: '058' }));
  const { data } = await succeed(app.call('POST', '/transfer/collection/initiate', {
    nameEnquirySessionId: enquiry.data['sessionId'], sourceAccountNumber: accountNumber, beneficiaryAccountName: enquiry.data['accountName'], beneficiaryAccountNumber: '0123456789',
    beneficiaryBankCode: '058', amount: '1500.25',
  }));
  const inbox = await succeed(app.call('GET', `/sandbox/messages?accountNumber=${accountNumber}`));
  expect(inbox.json['data']).toMatchObject([{ to: '+2348039876543', otpReferenceId: data['otpReferneceId'], text: expect.stringContaining('NGN 1,500.25') }]);
  const otp = /"otp":"(\d{6})"/.exec(inbox.text)?.[1];
  await succeed(app.call('POST', '/transfer/validate', { transactionId: data['transactionId'], otpReferneceId: data['otpReferneceId'], OTP: otp }));
  const status = await app.settled(String(data['transactionId']));
  expect(status).toMatchObject({ status: 'SUCCESS', amount: 1500.25 });
  expect(await balances(app, accountNumber)).toEqual(atRest(5000 - costOf(status)));
});
