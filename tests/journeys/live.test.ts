import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { expectPresent, isRecord } from '#src/lib/assert.ts';
import { messagePlace } from '#src/otp/issue.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { atRest, balances, costOf, eventsOf, openPayer, type Payer, pending, refusal, rightOtp, statusUntil, succeed, validate } from './payer.ts';

let app: TestApp;
let live: TestTenant;

beforeAll(async () => {
  app = await startTestApp({ live: true });
  live = await app.addTenant({ environment: 'live' });
});
afterAll(() => app.close());

/** A live customer whose money came in through the rail. */
async function livePayer(kobo: bigint): Promise<Payer> {
  const payer = await openPayer(live, 0);
  const sessionId = `9999992611210930${payer.customerId.padStart(14, '0')}`;
  await app.app.lanes.credit.run(live.tenantId, { sessionId, accountNumber: payer.accountNumber, amountKobo: kobo, senderName: 'SPECIMEN', narration: 'Salary', from: 'rail_clearing' });
  return payer;
}

/** The code in the text that was sent for this reference. */
async function codeSent(otpReferenceId: string): Promise<string> {
  const [row] = await app.db.read(live.tenantId, (tx) => tx.rows<{ id: string; sealed: Buffer }>(sql`
    select message_id as id, content_sealed as sealed from message where tenant_id = ${tx.tenantId} and otp_reference_id = ${otpReferenceId}`));
  const { id, sealed } = expectPresent(row, 'message');
  const content: unknown = JSON.parse((await app.app.ctx.keyring.of(live.tenantId)).open(messagePlace(id), sealed));
  return expectPresent(/^\d{6}/.exec(isRecord(content) ? String(content['text']) : '')?.[0], 'code');
}

test('in live the sandbox\'s fixed code opens nothing; the code that was sent does, and scenarios are not heard', async () => {
  const payer = await livePayer(1_000_000n);
  const transfer = await pending(live, payer, { narration: 'scenario:success', headers: { 'x-scenario': 'transfer_rejected' } });
  const code = await codeSent(transfer.otpReferenceId);
  if (code !== rightOtp) expect(await refusal(validate(live, transfer))).toEqual([422, '63', 'otp_invalid']);
  expect(await balances(live, payer.accountNumber)).toEqual(atRest(10_000));
  await succeed(validate(live, transfer, code));
  const status = await statusUntil(live, transfer.transactionId, { conclusive: true });
  expect(status).toMatchObject({ status: 'SUCCESS' });
  expect(await balances(live, payer.accountNumber)).toEqual(atRest(10_000 - costOf(status)));
  expect(await eventsOf(app, live, transfer.transactionId)).toEqual(['transfer.initiated', 'transfer.authorized', 'payment.success', 'account.debited']);
});

test('live and sandbox of one operator do not see each other\'s accounts', async () => {
  const [inLive, inSandbox] = [await livePayer(100n), await openPayer(app, 1)];
  const bankCode = app.app.ctx.config.operator.nipCode;
  expect(await refusal(app.call('POST', '/transfer/name-enquiry', { accountNumber: inLive.accountNumber, bankCode }))).toEqual([404, '07', 'account_not_found']);
  expect(await refusal(live.call('POST', '/transfer/name-enquiry', { accountNumber: inSandbox.accountNumber, bankCode }))).toEqual([404, '07', 'account_not_found']);
  expect((await live.call('GET', `/account/${inSandbox.accountNumber}`)).status).toBe(404);
});

test('a live webhook may not be on http or on a private address', async () => {
  for (const url of ['http://hooks.example.com/x', 'https://127.0.0.1/x', 'https://169.254.169.254/latest', 'https://[::1]/x']) {
    expect(await refusal(live.call('POST', '/webhooks', { url, events: ['*'] })), url).toEqual([400, '30', 'invalid_field']);
  }
});

test('nothing of the sandbox exists at the live root', async () => {
  for (const [method, path] of [['POST', '/sandbox/credit'], ['POST', '/sandbox/clock'], ['GET', '/sandbox/messages']] as const) {
    expect(await refusal(live.call(method, path, method === 'POST' ? {} : undefined)), path).toEqual([404, '25', 'record_not_found']);
  }
});
