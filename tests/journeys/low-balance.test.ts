import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { confirmed, enquire, fund, openPayer, ownBank, pending, refusal, statusUntil, succeed, validate } from './payer.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.addTenant();
});
afterAll(() => app.close());

async function toldOf(accountNumber: string): Promise<unknown[]> {
  const { json } = await succeed(tenant.call('GET', '/events?limit=100'));
  const events: readonly unknown[] = Array.isArray(json['data']) ? json['data'] : [];
  return events.flatMap((event) => (isRecord(event) && event['event'] === 'account.low_balance' && isRecord(event['data']) && event['data']['accountNumber'] === accountNumber ? [event['data']] : []));
}

const setThreshold = (accountNumber: string, threshold: unknown) => tenant.call('PUT', `/account/${accountNumber}/low-balance`, { threshold });

describe('account.low_balance', () => {
  test('is told once for each passing below the threshold, held money and charges included', async () => {
    const payer = await openPayer(tenant, 10_000);
    await succeed(setThreshold(payer.accountNumber, '5000.00'));
    expect((await succeed(tenant.call('GET', `/account/${payer.accountNumber}`))).data['lowBalance']).toBe(5000);
    await confirmed(tenant, payer, { amount: 4000 });
    expect(await toldOf(payer.accountNumber)).toEqual([]);
    const { transactionId } = await confirmed(tenant, payer, { amount: 1000, headers: { 'x-scenario': 'transfer_rejected' } });
    const told = { accountNumber: payer.accountNumber, threshold: 5000, available: expect.any(Number), currency: 'NGN', transactionId };
    expect(await toldOf(payer.accountNumber)).toEqual([told]);
    await statusUntil(tenant, transactionId, { status: 'FAILED' });
    const again = await confirmed(tenant, payer, { amount: 1000 });
    await confirmed(tenant, payer, { amount: 100 });
    expect(await toldOf(payer.accountNumber)).toEqual([told, { ...told, transactionId: again.transactionId }]);
    await fund(tenant, payer.accountNumber, 5000);
    await succeed(setThreshold(payer.accountNumber, null));
    await confirmed(tenant, payer, { amount: 6000 });
    expect(await toldOf(payer.accountNumber)).toHaveLength(2);
  });

  test('is told of money that moves within the bank, to the kobo', async () => {
    const [payer, other] = [await openPayer(tenant, 1000), await openPayer(tenant, 0)];
    await succeed(setThreshold(payer.accountNumber, 500));
    for (const amount of [500, 0.01]) {
      await succeed(validate(tenant, await pending(tenant, payer, { amount, beneficiary: await enquire(tenant, other.accountNumber, ownBank) })));
    }
    expect(await toldOf(payer.accountNumber)).toMatchObject([{ available: 499.99 }]);
  });

  test.each([[0, 422, 'invalid_amount'], [1.001, 422, 'invalid_amount'], ['much', 400, 'invalid_field'], [undefined, 400, 'missing_field']])('a threshold of %s is refused', async (threshold, status, code) => {
    const { accountNumber } = await openPayer(tenant, 0);
    const [answered, , given] = await refusal(setThreshold(accountNumber, threshold));
    expect([answered, given]).toEqual([status, code]);
  });
});
