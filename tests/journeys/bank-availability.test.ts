/** What the rail's answers say about a bank, as its callers are shown it: their own, stored behind their backs, decaying with their clock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';
import { evidenceSays } from '#src/transfers/bank-answers.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { confirmed, detailsOf, enquire, openPayer, statusUntil, succeed } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (tenant: TestTenant, bankCode: string, scenario: string) =>
  tenant.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode }, { 'x-scenario': scenario });

async function availabilityOf(tenant: TestTenant, spelling: string): Promise<unknown> {
  await app.app.ctx.bankAnswers.flush();
  return (await succeed(tenant.call('GET', `/transfer/banks/${encodeURIComponent(spelling)}`))).data['availability'];
}

const banksIn = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data.filter(isRecord) : []);

test('three silences make a bank unavailable, for their caller alone, in the list, in one bank\'s answer, in the refusal and in preflight', async () => {
  const [tenant, other] = [await app.addTenant(), await app.addTenant()];
  expect(await availabilityOf(tenant, '058')).toEqual({ status: 'unknown', answered: 0, failed: 0, since: null, lastAnsweredAt: null });
  for (let time = 0; time < 3; time += 1) await ask(tenant, '058', 'bank_unavailable');
  const shown = { status: 'unavailable', answered: 0, failed: 3, since: expect.stringMatching(/:00\.000Z$/), lastAnsweredAt: null };
  expect(await availabilityOf(tenant, '058')).toEqual(shown);
  expect(await availabilityOf(tenant, 'gtbank')).toEqual(shown);

  const list = banksIn((await succeed(tenant.call('GET', '/transfer/banks'))).json['data']);
  expect(list.filter((bank) => isRecord(bank['availability']) && bank['availability']['status'] === 'unavailable')).toMatchObject([{ bankCode: '000013', type: 'DMB', availability: shown }]);
  const refused = await ask(tenant, '058', 'bank_unavailable');
  expect([refused.status, ...refused.codes]).toEqual([503, 'beneficiary_bank_unavailable']);
  expect(detailsOf(refused)).toMatchObject({ bankCode: '000013', availability: shown });

  const payer = await openPayer(tenant);
  const { data } = await succeed(tenant.call('POST', '/transfer/preflight', { sourceAccountNumber: payer.accountNumber, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 100 }));
  expect(data).toMatchObject({ allowed: true, availability: { status: 'unavailable' }, warnings: [{ code: 'beneficiary_bank_unavailable', message: expect.stringContaining('did not answer') }] });
  expect(await availabilityOf(other, '058')).toMatchObject({ status: 'unknown' });
});

test('a refusal is an answer, and what was counted is past with the clock', async () => {
  const tenant = await app.addTenant();
  await ask(tenant, '044', 'account_not_found');
  await ask(tenant, '044', 'success');
  expect(await availabilityOf(tenant, '044')).toEqual({ status: 'available', answered: 2, failed: 0, since: expect.any(String), lastAnsweredAt: expect.any(String) });
  await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: 16 * 60 }));
  expect(await availabilityOf(tenant, '044')).toMatchObject({ status: 'unknown', answered: 0, lastAnsweredAt: expect.any(String) });
  await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: 60 * 60 }));
  expect(await availabilityOf(tenant, '044')).toMatchObject({ lastAnsweredAt: null });
});

test('payments count too: a transfer that arrives is an answer, our own books always answer', async () => {
  const tenant = await app.addTenant();
  const payer = await openPayer(tenant);
  const beneficiary = await enquire(tenant);
  const { transactionId } = await confirmed(tenant, payer, { beneficiary });
  await statusUntil(tenant, transactionId, { status: 'SUCCESS' });
  expect(await availabilityOf(tenant, beneficiary.beneficiaryBankCode)).toMatchObject({ status: 'available', answered: 2, failed: 0 });
  expect(await availabilityOf(tenant, '990001')).toMatchObject({ status: 'available', answered: 0 });
});

test('an unknown bank is refused', async () => {
  expect((await app.call('GET', '/transfer/banks/no-such-bank')).codes).toEqual(['bank_not_found']);
});

test.each([
  [{ verdict: 'success', responseCode: '00' }, 'answered'], [{ verdict: 'reject', responseCode: '05' }, 'answered'],
  [{ verdict: 'reject', responseCode: '91' }, 'failed'], [{ verdict: 'indeterminate', responseCode: '96' }, 'failed'], [{ verdict: 'indeterminate', responseCode: null, detail: 'timeout' }, 'failed'],
  [{ verdict: 'indeterminate', responseCode: '09' }, null], [{ verdict: 'not_found', responseCode: '25' }, null], [{ verdict: 'indeterminate', responseCode: null, notSent: true }, null],
] as const)('the evidence %j says of the bank: %s', (evidence, says) => {
  expect(evidenceSays(evidence)).toBe(says);
});
