import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, enquire, fund, openCollection, openPayer, ownBank, pass, refusal, succeed } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Virtual = { accountNumber: string; settlesTo: string };

async function openVirtual(tenant: TestTenant, changes: Record<string, unknown> = { expTime: 600 }): Promise<Virtual> {
  const settlesTo = await openCollection(tenant, 0);
  const { data } = await succeed(tenant.call('POST', '/account/virtual/create/dynamic', { name: 'Order 1021', settlesTo, ...changes }));
  return { accountNumber: String(data['accountNumber']), settlesTo };
}

describe('a virtual account', () => {
  test('credits its settlement account until it expires, and nobody afterwards', async () => {
    const { accountNumber, settlesTo } = await openVirtual(app);
    await fund(app, accountNumber, 250);
    expect([await balances(app, settlesTo), await balances(app, accountNumber)]).toEqual([atRest(250), atRest(0)]);
    await pass(app, 599);
    await fund(app, accountNumber, 50);
    await pass(app, 2);
    expect(await refusal(app.call('POST', '/sandbox/credit', { accountNumber, amount: 10 }))).toEqual([403, '57', 'account_restricted']);
    expect(await balances(app, settlesTo)).toEqual(atRest(300));
    expect(await app.books()).toEqual([]);
  });

  test('is named in the event and the statement of the account that holds the money', async () => {
    const { accountNumber, settlesTo } = await openVirtual(app);
    await fund(app, accountNumber, 75);
    const { json } = await succeed(app.call('GET', '/events?limit=100'));
    expect(JSON.stringify(json)).toContain(`"accountNumber":"${accountNumber}","settledTo":"${settlesTo}","amount":75`);
    const { data } = await succeed(app.call('POST', '/account/statement', { accountNumber: settlesTo, startDate: '2026-01-01', endDate: '2026-12-31' }));
    expect(data['transactions']).toMatchObject([{ narration: `Sandbox credit (to ${accountNumber})`, amount: 75, balance: 75 }]);
  });

  test.each(['this', 'another'])('is paid by a customer of %s organization as by another bank', async (whose) => {
    const { accountNumber, settlesTo } = await openVirtual(app);
    const tenant = whose === 'this' ? app : await app.addTenant();
    const payer = await openPayer(tenant, 5_000);
    const beneficiary = await enquire(tenant, accountNumber, ownBank);
    expect(beneficiary.beneficiaryAccountName).toBe('Order 1021');
    await confirmed(tenant, payer, { beneficiary, amount: 400 });
    const until = performance.now() + 60_000;
    while (JSON.stringify(await balances(app, settlesTo)) !== JSON.stringify(atRest(400)) && performance.now() < until);
    expect(await balances(app, settlesTo)).toEqual(atRest(400));
    await pass(app, 601);
    expect(await refusal(tenant.call('POST', '/transfer/name-enquiry', { accountNumber, bankCode: ownBank }))).toEqual([404, '07', 'account_not_found']);
  });

  test('sends no money', async () => {
    const { accountNumber } = await openVirtual(app);
    const body = { ...(await enquire(app)), sourceAccountNumber: accountNumber, amount: 10 };
    expect(await refusal(app.call('POST', '/transfer/collection/initiate', body))).toEqual([403, '57', 'source_account_not_allowed']);
  });

  test('takes its end as a moment or as a day, and lives from ten minutes to a year', async () => {
    const settlesTo = await openCollection(app, 0);
    const ask = (changes: Record<string, unknown>) => app.call('POST', '/account/virtual/create/dynamic', { name: 'Order 1021', settlesTo, ...changes });
    const now = Date.parse(String((await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }))).data['now']));
    const inAnHour = new Date(now + 3600_000).toISOString();
    expect((await succeed(ask({ expDate: inAnHour }))).data['expiresAt']).toBe(inAnHour);
    const day = new Date(now + 5 * 86_400_000).toISOString().slice(0, 10);
    expect((await succeed(ask({ expDate: day }))).data['expiresAt']).toBe(`${day}T23:00:00.000Z`);
    expect((await succeed(ask({ expTime: '600' }))).data['settlesTo']).toBe(settlesTo);
    for (const changes of [{ expTime: 599 }, { expTime: 400 * 86_400 }, { expTime: 900, expDate: inAnHour }, { expDate: '2020-01-01' }, { expDate: 'soon' }, { expDate: '2026-02-30T10:00:00Z' }, { expTime: 1.5 }]) {
      expect(await refusal(ask(changes)), JSON.stringify(changes)).toEqual([400, '30', 'invalid_field']);
    }
    expect(await refusal(ask({}))).toEqual([400, '30', 'missing_field']);
  });

  test('settles to the first collection account where none is named', async () => {
    const tenant = await app.addTenant();
    const ask = () => tenant.call('POST', '/account/virtual/create/dynamic', { name: 'Order 1021', expTime: 600 });
    expect(await refusal(ask())).toEqual([404, '07', 'account_not_found']);
    const first = await openCollection(tenant, 0);
    await openCollection(tenant, 0);
    expect((await succeed(ask())).data['settlesTo']).toBe(first);
  });
});
