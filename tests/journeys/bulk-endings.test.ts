import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { codeFor, confirm, idOf, itemsOf, ready, salary, send } from './bulk.ts';
import { balances, batchUntil, eventsOf, openCollection, openPayer, pass, refusal, succeed } from './payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a silent bank', () => {
  test('is asked a few times more over some minutes, then the payment is refused and the batch is over', async () => {
    const tenant = await app.addTenant();
    const source = await openCollection(tenant, 0);
    const batchId = idOf(await succeed(tenant.call('POST', '/transfer/bulk', { sourceAccountNumber: source, items: [salary()] }, { 'x-scenario': 'bank_unavailable' })));
    await askedUntil(tenant, batchId, 1);
    expect((await succeed(tenant.call('GET', `/transfer/bulk/${batchId}`))).data).toMatchObject({ state: 'enquiring', hash: null, payments: null, counts: { enquiring: 1 } });
    for (const [index, seconds] of [10, 30, 60, 120].entries()) {
      await pass(tenant, seconds);
      await askedUntil(tenant, batchId, index + 2);
    }
    const done = await batchUntil(tenant, batchId, 'completed');
    expect(done).toMatchObject({ payments: 0, counts: { refused: 1 }, confirmedAt: null });
    expect(await itemsOf(tenant, batchId)).toMatchObject([{ reason: 'beneficiary_bank_unavailable', responseCode: '91', beneficiaryAccountName: null }]);
    expect(await eventsOf(app, tenant, batchId)).toEqual(['transfer.batch_completed']);
    expect(await refusal(tenant.call('POST', `/transfer/bulk/${batchId}/otp`))).toEqual([409, '94', 'transfer_state_invalid']);
  });
});

/** Waits until the bank was asked for the only payment this often. */
async function askedUntil(tenant: TestTenant, batchId: string, tries: number): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await app.db.read(tenant.tenantId, (tx) => tx.rows<{ tries: number }>(sql`select tries from transfer_batch_item where tenant_id = ${tx.tenantId} and batch_id = ${batchId}`));
    expect(row?.tries).toBe(tries);
  }, { timeout: 60_000, interval: 25 });
}

describe('taking it back', () => {
  test('ends an unconfirmed one whole, and its code confirms nothing', async () => {
    const source = await openCollection(app, 5000);
    const batchId = await ready(app, source, [salary(), salary({ amount: 5 })]);
    const code = await codeFor(app, batchId);
    expect((await succeed(app.call('POST', `/transfer/bulk/${batchId}/cancel`))).data).toEqual({ batchId, state: 'cancelled', cancelled: 2, started: 0 });
    expect(await refusal(confirm(app, batchId, code))).toEqual([409, '94', 'transfer_state_invalid']);
    expect(await itemsOf(app, batchId)).toMatchObject([{ status: 'FAILED', stage: 'cancelled' }, { status: 'FAILED', stage: 'cancelled' }]);
  });

  test('cancels after the confirmation what has not started, and completes', async () => {
    const source = await openCollection(app, 5000);
    const batchId = await ready(app, source, [salary(), salary({ amount: 5 })], { scheduledFor: new Date(Date.now() + 86_400_000).toISOString() });
    await succeed(confirm(app, batchId, await codeFor(app, batchId)));
    expect((await succeed(app.call('POST', `/transfer/bulk/${batchId}/cancel`))).data).toEqual({ batchId, state: 'processing', cancelled: 2, started: 0 });
    expect((await batchUntil(app, batchId, 'completed'))['counts']).toMatchObject({ cancelled: 2, completed: 0 });
    expect(await refusal(app.call('POST', `/transfer/bulk/${batchId}/cancel`))).toEqual([409, '94', 'transfer_state_invalid']);
    expect(await balances(app, source)).toEqual({ ledger: 5000, available: 5000, held: 0 });
  });

  test('is done by the clock after 24 hours without a confirmation', async () => {
    const tenant = await app.addTenant();
    const source = await openCollection(tenant, 5000);
    const batchId = await ready(tenant, source, [salary()]);
    await pass(tenant, 24 * 3600 + 1);
    expect((await batchUntil(tenant, batchId, 'expired'))['counts']).toMatchObject({ expired: 1 });
    expect(await refusal(tenant.call('POST', `/transfer/bulk/${batchId}/otp`))).toEqual([409, '94', 'transfer_state_invalid']);
  });
});

describe('who may', () => {
  test('a disabled customer and a restricted account stop it at every step; what is confirmed fails when it starts', async () => {
    const payer = await openPayer(app, 5000);
    const source = { customerId: payer.customerId, sourceAccountName: payer.accountName };
    const batchId = await ready(app, payer.accountNumber, [salary()], { ...source, scheduledFor: new Date(Date.now() + 7200_000).toISOString() });
    const code = await codeFor(app, batchId);
    const restrict = (restriction: string) => succeed(app.call('PATCH', `/account/${payer.accountNumber}`, { restriction, reason: 'Test' }));
    const enable = (status: boolean) => succeed(app.call('PATCH', `/customer/profile/${payer.customerId}`, { status, reason: 'Test' }));
    const steps = (): Promise<unknown[]>[] => [
      refusal(send(app, payer.accountNumber, [salary()], source)), refusal(app.call('POST', `/transfer/bulk/${batchId}/otp`)), refusal(confirm(app, batchId, code)),
    ];
    await restrict('no_debit');
    for (const step of steps()) expect(await step).toEqual([403, '57', 'account_restricted']);
    await restrict('none');
    await enable(false);
    for (const step of steps()) expect(await step).toEqual([403, '57', 'customer_disabled']);
    await enable(true);
    await succeed(confirm(app, batchId, code));
    await enable(false);
    await pass(app, 7300);
    await batchUntil(app, batchId, 'completed');
    expect(await itemsOf(app, batchId)).toMatchObject([{ status: 'FAILED', reason: 'customer_disabled', responseCode: '57' }]);
  });

  test('the scopes are those of a single transfer', async () => {
    const reader = await app.addTenant({ scopes: ['transfer:read'] });
    const batch = '/transfer/bulk/bat_00000000000000000000000000000000';
    for (const path of ['/transfer/bulk', `${batch}/otp`, `${batch}/validate`, `${batch}/cancel`]) expect(await refusal(reader.call('POST', path, {})), path).toEqual([403, '57', 'scope_missing']);
    expect(await refusal(reader.call('GET', batch))).toEqual([404, '25', 'record_not_found']);
  });
});

test('a thousand payments are asked, confirmed and paid, each once', { timeout: 240_000 }, async () => {
  const tenant = await app.addTenant();
  const source = await openCollection(tenant, 100_000);
  const items = Array.from({ length: 1000 }, (_, index) => salary({ beneficiaryAccountNumber: String(5_000_000_000 + index), amount: 10 + (index % 7), reference: `EMP-${index}` }));
  const batchId = idOf(await succeed(send(tenant, source, items)));
  const asked = await vi.waitUntil(async () => {
    const { data } = await succeed(tenant.call('GET', `/transfer/bulk/${batchId}`));
    return data['state'] === 'ready' ? data : null;
  }, { timeout: 110_000, interval: 200 });
  expect(asked).toMatchObject({ payments: 1000, counts: { ready: 1000 } });
  await succeed(confirm(tenant, batchId, await codeFor(tenant, batchId)));
  const done = await vi.waitUntil(async () => {
    const { data } = await succeed(tenant.call('GET', `/transfer/bulk/${batchId}`));
    return data['state'] === 'completed' ? data : null;
  }, { timeout: 110_000, interval: 200 });
  expect(done).toMatchObject({ counts: { completed: 1000 } });
  const spent = Number(done['total']) + Number(done['charges']);
  expect(await balances(tenant, source)).toEqual({ ledger: 100_000 - spent, available: 100_000 - spent, held: 0 });
  const exported = await tenant.call('GET', `/transfer/bulk/${batchId}/items`, undefined, { accept: 'text/csv' });
  expect(exported.text.trim().split('\r\n')).toHaveLength(1001);
});
