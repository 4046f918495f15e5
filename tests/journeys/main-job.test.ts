import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { verifySignature } from '#src/lib/webhook-signature.ts';
import { atRest, costOf } from './payer.ts';

let app: TestApp;
let receiver: Server;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let arrived: (() => void) | null = null;

beforeAll(async () => {
  app = await startTestApp();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.end('{"status":"ok"}');
      arrived?.();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  receiver.close();
  await app.close();
});

async function eventOf(kind: string): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  for (;;) {
    const found = received.find(({ body }) => body.startsWith(`{"event":"${kind}"`));
    if (found !== undefined) return found;
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
}

test('token, customer, account, enquiry, transfer, OTP, webhook: the main job runs', async () => {
  const { port } = receiver.address() as AddressInfo;
  const webhook = await app.call('POST', '/webhooks', { url: `http://127.0.0.1:${port}/hook`, events: ['payment.success', 'account.credited'] });
  expect(webhook.status).toBe(200);
  const secret = String(webhook.data['secret']);

  const customer = await app.call('POST', '/customer/profile/individual', {
    firstName: 'Adaeze', lastName: 'Okonkwo', otherName: 'Ngozi', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: '22212345678', gender: 'female', nationality: 'NGA',
  });
  expect(customer.status, customer.text).toBe(200);
  expect(customer.json['statuscode']).toBe('00');
  const customerId = String(customer.data['customerId']);

  const account = await app.call('POST', '/account/bank/create/personal', { customerId });
  expect(account.status, account.text).toBe(200);
  const sourceAccountNumber = String(account.data['accountNumber']);
  const credit = await app.call('POST', '/sandbox/credit', { accountNumber: sourceAccountNumber, amount: 5000 });
  expect(credit.status, credit.text).toBe(200);

  const enquiry = await app.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode: '058' });
  expect(enquiry.status, enquiry.text).toBe(200);
  const initiated = await app.call('POST', '/transfer/customer/initiate', {
    nameEnquirySessionId: enquiry.data['sessionId'], customerId, sourceAccountName: 'ADAEZE NGOZI OKONKWO', sourceAccountNumber,
    beneficiaryAccountName: enquiry.data['accountName'], beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 1250.5, narration: 'Rent',
  });
  expect(initiated.status, initiated.text).toBe(200);
  expect(initiated.data['otpReferneceId']).toBe(initiated.data['otpReferenceId']);

  const inbox = await app.call('GET', '/sandbox/messages');
  expect(inbox.status, inbox.text).toBe(200);
  const [message] = inbox.json['data'] as { otp: string; to: string; text: string }[];
  expect(message?.to).toBe('+2348031234567');
  expect(message?.text).toContain('NGN 1,250.50');

  const validated = await app.call('POST', '/transfer/validate', { transactionId: initiated.data['transactionId'], otpReferenceId: initiated.data['otpReferneceId'], otp: message?.otp });
  expect(validated.status, validated.text).toBe(200);

  const status = await app.settled(String(initiated.data['transactionId']));
  expect(status).toMatchObject({ status: 'SUCCESS', stage: 'completed', conclusive: true, safeToRetry: false });
  const after = await app.call('GET', `/account/${sourceAccountNumber}`);
  expect(after.data['balances']).toEqual(atRest(5000 - costOf(status)));

  const success = await eventOf('payment.success');
  expect(JSON.parse(success.body)).toMatchObject({ data: { transactionId: initiated.data['transactionId'], amount: 1250.5, currency: 'NGN', status: 'SUCCESS' }, environment: 'sandbox' });
  const headers = Object.fromEntries(Object.entries(success.headers).map(([name, value]) => [name, String(value)]));
  expect(verifySignature({ secret, headers, body: success.body, nowSeconds: Date.now() / 1000 })).toEqual({ ok: true });
});
