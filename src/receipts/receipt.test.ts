import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, openPayer, refusal, statusUntil, succeed } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const json = { accept: 'application/json' };

async function paid(narration = 'Rent'): Promise<string> {
  const { transactionId } = await confirmed(app, await openPayer(app), { narration });
  await statusUntil(app, transactionId, { status: 'SUCCESS' });
  return transactionId;
}

const receiptOf = async (transactionId: string): Promise<Record<string, unknown>> => (await succeed(app.call('GET', `/transfer/${transactionId}/receipt`, undefined, json))).data;

describe('a receipt', () => {
  test('is an HTML document by default, safe against what a narration holds', async () => {
    const transactionId = await paid('<script>alert(1)</script> & "rent"');
    const answer = await succeed(app.call('GET', `/transfer/${transactionId}/receipt`));
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;rent&quot;');
    expect(answer.text).not.toContain('<script');
    expect(answer.text).toContain('NGN 1,000.00');
    expect(answer.text).toContain('Sandbox: no real money moved.');
  });

  test('is a PDF for whom asks for one', async () => {
    const transactionId = await paid();
    const answer = await succeed(app.call('GET', `/transfer/${transactionId}/receipt`, undefined, { accept: 'application/pdf' }));
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.text.startsWith('%PDF-1.')).toBe(true);
    expect(answer.text.trimEnd().endsWith('%%EOF')).toBe(true);
  });

  test('keeps its code, however often and at once it is asked for', async () => {
    const transactionId = await paid();
    const receipts = await Promise.all(Array.from({ length: 8 }, () => receiptOf(transactionId)));
    expect(new Set(receipts.map((receipt) => receipt['verificationCode'])).size).toBe(1);
    expect(receipts[0]).toMatchObject({ status: 'SUCCESS', amount: 1000, fee: 10, vat: 0.75, stampDuty: 0, total: 1010.75, senderAccount: expect.stringMatching(/^\*{6}\d{4}$/), sessionId: expect.stringMatching(/^\d{30}$/) });
  });

  test('is refused for a transfer that is not over, and for what does not exist', async () => {
    const { transactionId } = await confirmed(app, await openPayer(app), { headers: { 'x-scenario': 'stays_pending' } });
    expect(await refusal(app.call('GET', `/transfer/${transactionId}/receipt`))).toEqual([409, '94', 'transfer_state_invalid']);
    expect(await refusal(app.call('GET', '/transfer/txn_00000000000000000000000000000000/receipt'))).toEqual([404, '25', 'transaction_not_found']);
  });
});

describe('a verification', () => {
  test('confirms the code as it is typed, and tells nothing that the receipt does not show', async () => {
    const receipt = await receiptOf(await paid());
    const typed = String(receipt['verificationCode']).toLowerCase().replaceAll('-', '');
    const { data } = await succeed(app.call('GET', `/receipts/${typed}`));
    expect(receipt).toMatchObject({ ...data, beneficiaryAccount: expect.stringContaining(String(data['beneficiaryAccount']).slice(-4)) });
    expect(Object.keys(data)).not.toContain('narration');
    expect(data['beneficiaryAccount']).toMatch(/^\*{6}\d{4}$/);
  });

  test('of another organization\'s code answers like one of no code', async () => {
    const { verificationCode } = await receiptOf(await paid());
    const theirs = await app.addTenant();
    const foreign = await theirs.call('GET', `/receipts/${String(verificationCode)}`);
    const absent = await theirs.call('GET', '/receipts/0000-0000-0000-0000');
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  });

  test('by the public page needs no token, and says when the money went back', async () => {
    const { transactionId } = await confirmed(app, await openPayer(app), { headers: { 'x-scenario': 'stays_pending' } });
    await statusUntil(app, transactionId, { stage: 'confirming' });
    await succeed(app.call('POST', `/sandbox/transfers/${transactionId}/settle`));
    await statusUntil(app, transactionId, { status: 'SUCCESS' });
    const url = new URL(String((await receiptOf(transactionId))['verifyUrl'])).pathname;
    const page = await app.fetch(url);
    expect([page.status, page.headers.get('cache-control'), page.headers.get('content-type')]).toEqual([200, 'no-store', 'text/html; charset=utf-8']);
    expect(page.text).toContain('This receipt is genuine');
    await succeed(app.call('POST', `/sandbox/transfers/${transactionId}/reverse`));
    await statusUntil(app, transactionId, { status: 'REVERSED' });
    expect((await app.fetch(url)).text).toContain('the money went back to the sender');
    expect((await app.fetch('/receipts/0000-0000-0000-0000')).status).toBe(404);
    expect((await app.fetch('/receipts/%3Cscript%3E')).text).not.toContain('<script');
  });
});
