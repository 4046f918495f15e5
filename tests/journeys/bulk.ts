/** The steps of a bulk transfer, over HTTP. */
import type { Answered, TestTenant } from '#tests/support/test-app.ts';
import { batchUntil, rightOtp, succeed } from './payer.ts';

export type Item = Record<string, unknown>;

export const salary = (changes: Item = {}): Item => ({ beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 1000, narration: 'Salary', ...changes });

export const send = (tenant: TestTenant, sourceAccountNumber: string, items: Item[], changes: Item = {}): Promise<Answered> =>
  tenant.call('POST', '/transfer/bulk', { sourceAccountNumber, items, ...changes });

export const idOf = ({ data }: Answered): string => String(data['batchId']);

export async function ready(tenant: TestTenant, sourceAccountNumber: string, items: Item[], changes: Item = {}): Promise<string> {
  const batchId = idOf(await succeed(send(tenant, sourceAccountNumber, items, changes)));
  await batchUntil(tenant, batchId, 'ready');
  return batchId;
}

export async function codeFor(tenant: TestTenant, batchId: string): Promise<string> {
  return String((await succeed(tenant.call('POST', `/transfer/bulk/${batchId}/otp`))).data['otpReferenceId']);
}

export const confirm = (tenant: TestTenant, batchId: string, otpReferenceId: string, otp = rightOtp): Promise<Answered> =>
  tenant.call('POST', `/transfer/bulk/${batchId}/validate`, { otpReferenceId, otp });

export async function itemsOf(tenant: TestTenant, batchId: string): Promise<Item[]> {
  const { json } = await succeed(tenant.call('GET', `/transfer/bulk/${batchId}/items?page=1&pageSize=100`));
  return json['data'] as Item[]; // eslint-disable-line -- the contract tests hold the shape
}

export async function messageFor(tenant: TestTenant, accountNumber: string): Promise<Record<string, unknown>> {
  const { json } = await succeed(tenant.call('GET', `/sandbox/messages?accountNumber=${accountNumber}`));
  return (json['data'] as Item[])[0] ?? {}; // eslint-disable-line -- the contract tests hold the shape
}
