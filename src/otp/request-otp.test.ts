import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('codes asked for in every way at once for one account end each other, and none of the calls fails', async () => {
  const account = await app.call('POST', '/account/collection', { name: 'Ada Stores', phone: '08031234567' });
  const accountNumber = String(account.data['accountNumber']);
  await app.call('POST', '/sandbox/credit', { accountNumber, amount: 100_000 });
  const initiation = async () => {
    const enquiry = await app.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode: '058' });
    return {
      nameEnquirySessionId: enquiry.data['sessionId'], sourceAccountNumber: accountNumber, beneficiaryAccountName: enquiry.data['accountName'],
      beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 10,
    };
  };
  const waiting = await app.call('POST', '/transfer/collection/initiate', await initiation());
  const bodies = await Promise.all(Array.from({ length: 12 }, initiation));

  const answers = await Promise.all(bodies.flatMap((body) => [
    app.call('POST', '/transfer/collection/initiate', body),
    app.call('POST', '/utils/otp-request', { accountNumber }),
    app.call('POST', '/transfer/resend-otp', { transactionId: waiting.data['transactionId'] }),
    app.call('POST', '/transfer/validate', { transactionId: waiting.data['transactionId'], otpReferenceId: waiting.data['otpReferenceId'], otp: '000000' }),
  ]));
  expect(answers.filter((answer) => answer.status >= 500).map((answer) => answer.text)).toEqual([]);
});
