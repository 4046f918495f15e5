import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { confirmed, openCustomer, openPayer, pending, statusUntil } from '#tests/journeys/payer.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { startReceiver, status } from '#src/webhooks/local-receiver.ts';
import { type CommandLine, environmentOf, openCommandLine } from './openteller.ts';

// A test starts several programs.
vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
let line: CommandLine;
beforeAll(async () => {
  app = await startTestApp();
  line = openCommandLine(environmentOf(app.baseUrl, app));
});
afterAll(async () => {
  line.close();
  await app.close();
});

test('banks are found by part of a name or code', async () => {
  const found = await line.run(['banks', 'Guaranty', 'trust']);
  expect([found.code, found.err]).toEqual([0, '']);
  expect(found.out).toMatch(/000013 {2}058 {2}DMB .*Guaranty Trust Bank/);
  const listed: unknown = JSON.parse((await line.run(['banks', '--json', '058'])).out);
  expect(listed).toEqual(expect.arrayContaining([expect.objectContaining({ bankCode: '000013' })]));
  expect(await line.run(['banks', 'no such bank'])).toMatchObject({ code: 1, out: 'No bank has "no such bank" in its name or codes.\n' });
});

test('an account is resolved by code or name of its bank; a refusal shows code, field, fix and requestId', async () => {
  const named = await line.run(['resolve', '0123456789', 'gtbank', '--json']);
  expect(named.json()).toMatchObject({ accountNumber: '0123456789', bankCode: '000013' });
  expect((await line.run(['resolve', '0123456789', '058'])).out).toContain(String(named.json()['accountName']));
  const refused = await line.run(['resolve', '012345678', '058']);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/invalid_field[\s\S]*field +\/accountNumber[\s\S]*fix[\s\S]*requestId +[0-9a-f-]{36}\n/);
  const document = await line.run(['resolve', '012345678', '058', '--json']);
  expect([document.code, document.json()]).toEqual([1, { error: expect.objectContaining({ code: 'invalid_field', field: '/accountNumber', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }) }]);
});

test('customers are listed, searched and read', async () => {
  const customerId = await openCustomer(app, { firstName: 'Zainab', lastName: 'Bello' });
  const listed = await line.run(['customers', 'list', '--search', 'zain']);
  expect(listed.out).toMatch(new RegExp(`${customerId} .*Zainab Bello\n1 of 1`));
  expect((await line.run(['customers', 'get', customerId, '--json'])).json()).toMatchObject({ customerId, firstName: 'Zainab' });
  const unknown = await line.run(['customers', 'get', '1']);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('customer_not_found')]);
});

test('transfers are listed, read, and followed to their end', async () => {
  const payer = await openPayer(app);
  const { transactionId } = await confirmed(app, payer);
  const watched = await line.run(['transfers', 'watch', transactionId]);
  expect([watched.code, watched.err]).toEqual([0, '']);
  expect(watched.out).toContain('SUCCESS (completed)');
  expect((await line.run(['transfers', 'list', '--status', 'success', '--customer', payer.customerId])).out).toContain(transactionId);
  const read = await line.run(['transfers', 'get', transactionId]);
  expect(read.out).toMatch(/SUCCESS \(completed\)[\s\S]*₦/);
  expect((await line.run(['transfers', 'get', 'txn_unknown'])).err).toContain('transaction_not_found');
});

test('watch tells each stage, and ends with 1 when the money does not arrive', async () => {
  const waiting = await pending(app, await openPayer(app));
  const watching = line.start(['transfers', 'watch', waiting.transactionId]);
  expect(await watching.until(({ stage }) => stage === 'awaiting_otp')).toMatchObject({ status: 'PENDING', conclusive: false });
  await app.call('POST', '/transfer/cancel', { transactionId: waiting.transactionId });
  const { transactionId } = waiting;
  await statusUntil(app, transactionId, { conclusive: true });
  const last = await watching.until(({ conclusive }) => conclusive === true);
  expect(last['status']).toBe('FAILED');
  expect((await watching.ended).code).toBe(1);
});

test('nobody at the other end is 3, and something else there is 3, too', async () => {
  const away = await line.run(['banks'], { env: { OPENTELLER_URL: 'http://127.0.0.1:48999' } });
  expect([away.code, away.err]).toEqual([3, expect.stringContaining('ECONNREFUSED')]);
  const stranger = await startReceiver(status(200));
  const answered = await line.run(['banks', '--json'], { env: { OPENTELLER_URL: `http://127.0.0.1:${stranger.port}` } });
  expect([answered.code, answered.json()]).toEqual([3, { error: expect.objectContaining({ code: 'no_connection' }) }]);
  await stranger.close();
});
