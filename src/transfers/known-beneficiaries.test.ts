import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LimitPolicy } from '#src/limits/policy.ts';
import { readLimits, transferRefusal, transferStandings } from '#src/limits/transfer-limits.ts';
import { confirmed, openPayer, pass, pending, statusUntil } from '#tests/journeys/payer.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { isNew, readKnown } from './known-beneficiaries.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.addTenant();
});
afterAll(() => app.close());

const capped = (): LimitPolicy => ({ ...app.app.ctx.policyOn('2026-11-21'), newBeneficiaryPerTransferKobo: 10_000_00n });
const to = (sourceAccountNumber: string) => ({ sourceAccountNumber, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '000013' });

/** The name of the limit that 10,000.01 would exceed, under a policy that caps first payments at 10,000. */
function refusedFor(payer: { accountNumber: string; customerId: string | null }, changes: Record<string, string> = {}): Promise<unknown> {
  return app.db.read(tenant.tenantId, async (tx) => {
    const policy = capped();
    const payment = { ...to(payer.accountNumber), ...changes };
    const source = { accountNumber: payer.accountNumber, customerId: payer.customerId, kycTier: payer.customerId === null ? null : 1, newBeneficiary: isNew(await readKnown(tx, policy, [payment]), payment) };
    const facts = { ...(await readLimits(app.app.ctx, tx, tx, [source])), policy };
    expect(transferStandings(facts, source, true).some(({ name }) => name === 'new_beneficiary')).toBe(source.newBeneficiary && source.customerId !== null);
    expect(transferRefusal(facts, source, true, 10_000_00n)).toBe(null);
    return transferRefusal(facts, source, true, 10_000_01n)?.refusals[0].details?.['name'] ?? null;
  });
}

test('a first payment is capped until one has arrived, for this account, beneficiary and bank', async () => {
  const [payer, other] = [await openPayer(tenant), await openPayer(tenant)];
  expect(await refusedFor(payer)).toBe('new_beneficiary');
  await pending(tenant, payer);
  const failing = await confirmed(tenant, payer, { headers: { 'x-scenario': 'transfer_rejected' } });
  await statusUntil(tenant, failing.transactionId, { status: 'FAILED' });
  expect(await refusedFor(payer)).toBe('new_beneficiary');
  const { transactionId } = await confirmed(tenant, payer);
  await statusUntil(tenant, transactionId, { status: 'SUCCESS' });
  expect(await refusedFor(payer)).toBe(null);
  expect(await refusedFor(payer, { beneficiaryBankCode: '000014' })).toBe('new_beneficiary');
  expect(await refusedFor(payer, { beneficiaryAccountNumber: '0123456780' })).toBe('new_beneficiary');
  expect(await refusedFor(other)).toBe('new_beneficiary');
  expect(await refusedFor({ ...other, customerId: null })).toBe(null);
  await pass(tenant, 366 * 86_400);
  expect(await refusedFor(payer)).toBe('new_beneficiary');
});

test('nothing is read and nobody is new under a policy without the cap', async () => {
  const known = await app.db.read(tenant.tenantId, (tx) => readKnown(tx, app.app.ctx.policyOn('2026-11-21'), [to('1000000001')]));
  expect(known).toBe(null);
  expect(isNew(known, to('1000000001'))).toBe(false);
});
