import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, enquire, openCustomer, openPayer, pass, refusal, succeed } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const save = (customerId: string, nameEnquirySessionId: string) => app.call('POST', `/customer/${customerId}/beneficiaries`, { nameEnquirySessionId });
const list = (customerId: string, page = 1, pageSize = 10) => succeed(app.call('GET', `/customer/${customerId}/beneficiaries?page=${page}&pageSize=${pageSize}`));

describe('a customer\'s beneficiaries', () => {
  test('are saved from an enquiry, which stays good for its transfer', async () => {
    const payer = await openPayer(app);
    const beneficiary = await enquire(app);
    const { data } = await succeed(save(payer.customerId, beneficiary.nameEnquirySessionId));
    expect(data).toEqual({
      beneficiaryId: expect.stringMatching(/^ben_[0-9a-f]{32}$/), accountNumber: '0123456789', accountName: beneficiary.beneficiaryAccountName, bankCode: '000013',
      bank: expect.stringContaining('Guaranty'), dateAdded: expect.any(String),
    });
    await confirmed(app, payer, { beneficiary });
    expect((await list(payer.customerId)).json).toMatchObject({ data: [data], total: 1, currentPage: 1, previousPage: 0 });
  });

  test('has each account once, also when it is saved many times at once', async () => {
    const [customerId, other] = [await openCustomer(app), await openCustomer(app)];
    const enquiries = await Promise.all(Array.from({ length: 6 }, () => enquire(app)));
    const answers = await Promise.all(enquiries.map(({ nameEnquirySessionId }) => succeed(save(customerId, nameEnquirySessionId))));
    expect(new Set(answers.map(({ data }) => data['beneficiaryId'])).size).toBe(1);
    expect((await list(customerId)).json['total']).toBe(1);
    expect((await list(other)).json['total']).toBe(0);
  });

  test('pages newest first', async () => {
    const customerId = await openCustomer(app);
    const numbers = ['0123456781', '0123456782', '0123456783'];
    for (const number of numbers) await succeed(save(customerId, (await enquire(app, number)).nameEnquirySessionId));
    const pages = [await list(customerId, 1, 2), await list(customerId, 2, 2)];
    expect(pages.flatMap(({ json }) => json['data'])).toMatchObject(numbers.toReversed().map((accountNumber) => ({ accountNumber })));
  });

  test('are removed once, and by their own customer alone', async () => {
    const [customerId, other] = [await openCustomer(app), await openCustomer(app)];
    const { data } = await succeed(save(customerId, (await enquire(app)).nameEnquirySessionId));
    const path = (id: string) => `/customer/${id}/beneficiaries/${String(data['beneficiaryId'])}`;
    expect(await refusal(app.call('DELETE', path(other)))).toEqual([404, '25', 'record_not_found']);
    await succeed(app.call('DELETE', path(customerId)));
    expect(await refusal(app.call('DELETE', path(customerId)))).toEqual([404, '25', 'record_not_found']);
    expect((await list(customerId)).json['total']).toBe(0);
  });

  test('are not saved from an old enquiry, unless a transfer used it', async () => {
    const tenant = await app.addTenant();
    const payer = await openPayer(tenant);
    const [old, used] = [await enquire(tenant), await enquire(tenant)];
    await confirmed(tenant, payer, { beneficiary: used });
    await pass(tenant, 16 * 60);
    const saving = (nameEnquirySessionId: string) => tenant.call('POST', `/customer/${payer.customerId}/beneficiaries`, { nameEnquirySessionId });
    expect(await refusal(saving(old.nameEnquirySessionId))).toEqual([404, '25', 'name_enquiry_not_found']);
    await succeed(saving(used.nameEnquirySessionId));
  });
});
