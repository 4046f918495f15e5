import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { confirmed, enquire, openCollection, openCustomer, openPayer, ownBank, pass, pendingOf, refusal, statusUntil, succeed, transferBody, validate } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const save = (customerId: string, nameEnquirySessionId: string) => app.call('POST', `/customer/${customerId}/beneficiaries`, { nameEnquirySessionId });
const list = (customerId: string, page = 1, pageSize = 10, search = '') => succeed(app.call('GET', `/customer/${customerId}/beneficiaries?page=${page}&pageSize=${pageSize}${search === '' ? '' : `&search=${encodeURIComponent(search)}`}`));
const enquireFor = (customerId: string, accountNumber = '0123456789', bankCode = '058') => app.call('POST', '/transfer/name-enquiry', { accountNumber, bankCode, customerId });
/** Account numbers of the list, in its order. */
const numbersOf = async (customerId: string, search = ''): Promise<unknown[]> => [(await list(customerId, 1, 10, search)).json['data']].flat().map((each: unknown) => (isRecord(each) ? each['accountNumber'] : each));

describe('a customer\'s beneficiaries', () => {
  test('are saved from an enquiry, which stays good for its transfer', async () => {
    const payer = await openPayer(app);
    const beneficiary = await enquire(app);
    const { data } = await succeed(save(payer.customerId, beneficiary.nameEnquirySessionId));
    expect(data).toEqual({
      beneficiaryId: expect.stringMatching(/^ben_[0-9a-f]{32}$/), accountNumber: '0123456789', accountName: beneficiary.beneficiaryAccountName, bankCode: '000013',
      bank: expect.stringContaining('Guaranty'), dateAdded: expect.any(String), lastUsed: data['dateAdded'],
    });
    expect((await list(payer.customerId)).json).toMatchObject({ data: [data], total: 1, currentPage: 1, previousPage: 0 });
    const { transactionId } = await confirmed(app, payer, { beneficiary });
    await statusUntil(app, transactionId, { status: 'SUCCESS' });
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

describe('without anybody asking for it, an account is saved', () => {
  test('by an enquiry that names the customer, and brings the name up to date', async () => {
    const customerId = await openCustomer(app);
    const { data } = await succeed(enquireFor(customerId));
    const saved = (await list(customerId)).json;
    expect(saved).toMatchObject({ data: [{ accountNumber: '0123456789', accountName: data['accountName'], bankCode: '000013' }], total: 1 });
    await app.db.write(app.tenantId, (tx) => tx.execute(sql`update beneficiary set account_name = 'FORMER NAME' where tenant_id = ${tx.tenantId} and customer_id = ${customerId}`));
    await succeed(enquireFor(customerId));
    expect((await list(customerId)).json).toMatchObject({ data: [{ accountName: data['accountName'] }], total: 1 });
    // What was removed stays so until the next enquiry.
    const [again] = [saved['data']].flat();
    await succeed(app.call('DELETE', `/customer/${customerId}/beneficiaries/${isRecord(again) ? String(again['beneficiaryId']) : ''}`));
    expect((await list(customerId)).json['total']).toBe(0);
    await succeed(enquireFor(customerId));
    expect((await list(customerId)).json['total']).toBe(1);
  });

  test('not by an enquiry that found nothing, or that names nobody', async () => {
    const [customerId, before] = [await openCustomer(app), await enquire(app)];
    expect(before.beneficiaryAccountNumber).toBe('0123456789');
    expect(await refusal(app.call('POST', '/transfer/name-enquiry', { accountNumber: '0123456789', bankCode: '058', customerId }, { 'x-scenario': 'account_not_found' }))).toEqual([404, '07', 'account_not_found']);
    expect((await list(customerId)).json['total']).toBe(0);
    expect(await refusal(enquireFor('1000000001'))).toEqual([404, '25', 'customer_not_found']);
    const other = await app.addTenant();
    expect(await refusal(enquireFor(await openCustomer(other)))).toEqual([404, '25', 'customer_not_found']);
  });

  test('by a payment that arrived, here or at another bank, and not by one that failed', async () => {
    const [payer, to] = [await openPayer(app), await openPayer(app, 0)];
    const failing = await confirmed(app, payer, { beneficiary: await enquire(app, '0123456780'), headers: { 'x-scenario': 'transfer_rejected' } });
    await statusUntil(app, failing.transactionId, { status: 'FAILED' });
    expect(await numbersOf(payer.customerId)).toEqual([]);
    const there = await confirmed(app, payer);
    await statusUntil(app, there.transactionId, { status: 'SUCCESS' });
    await pass(app, 1);
    await confirmed(app, payer, { beneficiary: await enquire(app, to.accountNumber, ownBank) });
    expect(await numbersOf(payer.customerId)).toEqual([to.accountNumber, '0123456789']);
    expect(await numbersOf(to.customerId)).toEqual([]);
  });

  test('by a scheduled payment when it has started, and not before', async () => {
    const tenant = await app.addTenant();
    const [payer, to] = [await openPayer(tenant), await openPayer(tenant, 0)];
    const total = async (): Promise<unknown> => (await succeed(tenant.call('GET', `/customer/${payer.customerId}/beneficiaries?page=1&pageSize=10`))).json['total'];
    const { data } = await succeed(tenant.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
    const scheduledFor = new Date(new Date(String(data['now'])).getTime() + 3600_000).toISOString();
    const body = transferBody(payer, await enquire(tenant, to.accountNumber, ownBank), { scheduledFor });
    const transfer = pendingOf(await succeed(tenant.call('POST', '/transfer/customer/initiate', body)));
    await succeed(validate(tenant, transfer));
    expect(await total()).toBe(0);
    await pass(tenant, 3601);
    await statusUntil(tenant, transfer.transactionId, { status: 'SUCCESS' });
    expect(await total()).toBe(1);
  });

  test('not by a transfer from a collection account, which is nobody\'s', async () => {
    const sourceAccountNumber = await openCollection(app);
    const before = await app.db.read(app.tenantId, (tx) => tx.rows(sql`select count(*) from beneficiary where tenant_id = ${tx.tenantId}`));
    const transfer = pendingOf(await succeed(app.call('POST', '/transfer/collection/initiate', { ...(await enquire(app)), sourceAccountNumber, amount: 1000 })));
    await succeed(validate(app, transfer));
    await statusUntil(app, transfer.transactionId, { status: 'SUCCESS' });
    expect(await app.db.read(app.tenantId, (tx) => tx.rows(sql`select count(*) from beneficiary where tenant_id = ${tx.tenantId}`))).toEqual(before);
  });

  test('once by many payments at a time; each moves it to the top and leaves its name', async () => {
    const payer = await openPayer(app);
    const enquiries = await Promise.all(Array.from({ length: 5 }, () => enquire(app)));
    for (const number of ['0123456781', '0123456789']) await succeed(enquireFor(payer.customerId, number));
    await app.db.write(app.tenantId, (tx) => tx.execute(sql`update beneficiary set account_name = 'SPECIMEN', name_words = null where tenant_id = ${tx.tenantId} and customer_id = ${payer.customerId} and account_number = '0123456789'`));
    await pass(app, 1);
    await succeed(enquireFor(payer.customerId, '0123456781'));
    expect(await numbersOf(payer.customerId)).toEqual(['0123456781', '0123456789']);
    await pass(app, 1);
    const transfers = [];
    for (const beneficiary of enquiries) transfers.push(pendingOf(await succeed(app.call('POST', '/transfer/customer/initiate', transferBody(payer, beneficiary, { amount: 100 })))));
    // A new code ends the one before: the last of each is confirmed in turn.
    for (const transfer of transfers) {
      const { data } = await succeed(app.call('POST', '/transfer/resend-otp', { transactionId: transfer.transactionId }));
      await succeed(validate(app, { ...transfer, otpReferenceId: String(data['otpReferenceId']) }));
    }
    for (const { transactionId } of transfers) await statusUntil(app, transactionId, { status: 'SUCCESS' });
    expect(await numbersOf(payer.customerId)).toEqual(['0123456789', '0123456781']);
    // Saved before names were kept as words, and still found.
    expect(await numbersOf(payer.customerId, 'speci')).toEqual(['0123456789']);
  });

  test('and is found by beginnings of the words of its name', async () => {
    const customerId = await openCustomer(app);
    const [here, there] = [await openPayer(app, 0, { firstName: 'Adébáyọ̀', lastName: 'Zubairu' }), await openPayer(app, 0, { firstName: 'Zainab', lastName: 'Bello' })];
    for (const { accountNumber } of [here, there]) await succeed(enquireFor(customerId, accountNumber, ownBank));
    expect(await numbersOf(customerId, 'zub ADE')).toEqual([here.accountNumber]);
    expect(await numbersOf(customerId, 'z')).toEqual([there.accountNumber, here.accountNumber]);
    expect(await numbersOf(customerId, 'ubairu')).toEqual([]);
    expect(await numbersOf(customerId, '%')).toEqual([]);
    expect(await numbersOf(customerId, '_ubairu')).toEqual([]);
  });
});
