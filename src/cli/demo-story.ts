/** The main job, call by call: from a token to money that moved, and the webhook that says so. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '#src/lib/assert.ts';
import { verifySignature } from '#src/lib/webhook-signature.ts';
import type { Data, DemoApi } from './demo-api.ts';
import { DemoFailure } from './demo-failure.ts';
import type { DemoReceiver, ReceivedEvent } from './demo-receiver.ts';
import type { Screen } from './demo-screen.ts';

export type DemoParts = { api: DemoApi; screen: Screen; receiver: DemoReceiver; clientId: string; clientSecret: string };

type Customer = { customerId: string; accountNumber: string; accountName: string };

const funding = 5000;
const amount = 1250.5;
const beneficiary = { accountNumber: '0123456789', bankCode: '058' } as const;
const finalWithinMs = 30_000;
const lookEveryMs = 50;

/** Plays it all and answers a sentence that sums it up. @throws DemoFailure at the first thing that is not as it should be. */
export async function playMainJob(parts: DemoParts): Promise<string> {
  const { api, screen, receiver } = parts;
  const started = performance.now();
  screen.step('Get an access token', 'Client id and secret are traded for a token that works for an hour.');
  await api.signIn(parts.clientId, parts.clientSecret);

  screen.step('Register a webhook', 'Events will be posted to this program\'s own receiver, signed with the secret.');
  const webhook = await api.call('POST', '/webhooks', { url: receiver.url, events: ['payment.success'] });
  try {
    const customer = await openCustomer(parts);
    const transactionId = await transfer(parts, customer);
    const charges = await proveWebhook(parts, String(webhook['secret']), transactionId);
    await proveBalances(parts, customer, charges);
  } finally {
    await api.quietly('DELETE', `/webhooks/${String(webhook['id'])}`).catch(() => undefined);
  }
  return `Done: ${naira(amount)} moved, confirmed by OTP, webhook verified, in ${((performance.now() - started) / 1000).toFixed(1)} s.`;
}

async function openCustomer({ api, screen }: DemoParts): Promise<Customer> {
  screen.step('Create a customer', 'The BVN is checked with the identity provider first: no match, no profile.');
  const profile = await api.call('POST', '/customer/profile/individual', {
    firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: `222${String(randomInt(10 ** 8)).padStart(8, '0')}`,
  });
  const customerId = String(profile['customerId']);

  screen.step('Open an account', 'The customer gets an account number with a valid check digit (NUBAN).');
  const account = await api.call('POST', '/account/bank/create/personal', { customerId });
  const accountNumber = String(account['accountNumber']);

  screen.step('Put money in', 'The sandbox plays another bank that sends some.');
  await api.call('POST', '/sandbox/credit', { accountNumber, amount: funding });
  return { customerId, accountNumber, accountName: String(account['accountName']) };
}

/** Name enquiry, initiation, OTP, confirmation, and the wait for the end. Answers the transactionId. */
async function transfer({ api, screen }: DemoParts, customer: Customer): Promise<string> {
  screen.step('Ask whose account it is', 'The beneficiary\'s bank names its owner; the session is good for one transfer.');
  const enquiry = await api.call('POST', '/transfer/name-enquiry', beneficiary);

  screen.step('Initiate the transfer', 'No money moves yet: the customer is sent a one-time password.');
  const initiated = await api.call('POST', '/transfer/customer/initiate', {
    customerId: customer.customerId, nameEnquirySessionId: enquiry['sessionId'], sourceAccountNumber: customer.accountNumber, sourceAccountName: customer.accountName,
    beneficiaryAccountNumber: beneficiary.accountNumber, beneficiaryAccountName: enquiry['accountName'], beneficiaryBankCode: beneficiary.bankCode, amount, narration: 'Rent',
  });
  const transactionId = String(initiated['transactionId']);

  screen.step('Read the text message', 'The sandbox keeps every text it would have sent; the OTP is in it.');
  const inbox = await api.call('GET', `/sandbox/messages?accountNumber=${customer.accountNumber}&pageSize=1&page=1`);
  const messages: unknown = inbox['items'];
  const message: unknown = Array.isArray(messages) ? messages[0] : undefined;
  if (!isRecord(message) || typeof message['otp'] !== 'string') throw new DemoFailure('The inbox holds no OTP.', 'Look at GET /sandbox/messages of this server.');

  screen.step('Confirm with the OTP', 'The code is spent and the money held, in one transaction; then it is sent.');
  await api.call('POST', '/transfer/validate', { transactionId, otpReferenceId: initiated['otpReferenceId'], otp: message['otp'] });

  screen.step('Ask how it ended', '`conclusive` says that this status will not change by itself any more.');
  await awaitEnd(api, transactionId);
  const status = await api.call('GET', `/transfer/status/${transactionId}`);
  if (status['status'] !== 'SUCCESS') throw new DemoFailure(`The transfer ended as ${String(status['status'])}.`, 'Look at the server\'s log for this transactionId.');
  return transactionId;
}

async function awaitEnd(api: DemoApi, transactionId: string): Promise<void> {
  const until = performance.now() + finalWithinMs;
  while ((await api.quietly('GET', `/transfer/status/${transactionId}`))['conclusive'] !== true) {
    if (performance.now() > until) throw new DemoFailure(`The transfer is not final after ${finalWithinMs / 1000} seconds.`, 'See that a worker runs: ROLE=all, or a second process with ROLE=worker.');
    await pause(lookEveryMs);
  }
}

/** Checks the event as a receiver should, and answers what the transfer cost beside its amount, in naira. */
async function proveWebhook({ screen, receiver }: DemoParts, secret: string, transactionId: string): Promise<number> {
  screen.step('Receive the webhook', 'The server posts `payment.success`; both signatures prove who sent it.');
  const event = await receiver.eventOf('payment.success');
  const parsed: unknown = JSON.parse(event.body);
  const data: Data = isRecord(parsed) && isRecord(parsed['data']) ? parsed['data'] : {};
  screen.answer(`POST ${receiver.url}`, parsed);
  checkSignature(event, secret, 'x-service-signature');
  screen.proof('X-Service-Signature verified: HMAC-SHA256 of the body.');
  checkSignature(event, secret, 'webhook-signature');
  screen.proof('webhook-signature verified: Standard Webhooks, over id, time and body.');
  if (data['transactionId'] !== transactionId) throw new DemoFailure('The event is about another transfer.', 'Look at GET /webhooks/{id}/deliveries of this server.');
  return ['fee', 'vat', 'stampDuty'].reduce((sum, name) => sum + Number(data[name] ?? 0), 0);
}

function checkSignature({ headers, body }: ReceivedEvent, secret: string, header: 'x-service-signature' | 'webhook-signature'): void {
  // Without the other signature, so that each is proved by itself.
  const others = header === 'webhook-signature' ? ['x-service-signature'] : ['webhook-signature'];
  const alone = Object.fromEntries(Object.entries(headers).filter(([name]) => !others.includes(name)));
  const verification = verifySignature({ secret, headers: alone, body, nowSeconds: Date.now() / 1000 });
  if (!verification.ok) throw new DemoFailure(`${header} does not verify: ${verification.reason}.`, 'Compare the clocks of both machines; between them lies no proxy that changes bodies.');
}

async function proveBalances({ api, screen }: DemoParts, customer: Customer, charges: number): Promise<void> {
  screen.step('Count the money', 'Every kobo is accounted for: what came in, less what left, is what is there.');
  const account = await api.call('GET', `/account/${customer.accountNumber}`);
  const balances: Data = isRecord(account['balances']) ? account['balances'] : {};
  const expected = (funding * 100 - amount * 100 - Math.round(charges * 100)) / 100;
  if (balances['ledger'] !== expected || balances['available'] !== expected || balances['held'] !== 0) {
    throw new DemoFailure(`The balance should be ${naira(expected)}, with nothing held.`, 'Run npm run check-books on the server.');
  }
  screen.proof(`${naira(funding)} - ${naira(amount)}${charges === 0 ? '' : ` - ${naira(charges)} charges`} = ${naira(expected)}, and nothing is held.`);
}

function naira(value: number): string {
  return `NGN ${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
