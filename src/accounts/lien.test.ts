import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { balances, confirmed, enquire, fund, initiate, openPayer, ownBank, pass, pending, refusal, succeed, validate } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function place(accountNumber: string, amount: number): Promise<string> {
  return String((await succeed(app.call('POST', `/account/${accountNumber}/lien`, { amount, reason: 'Loan 4471' }))).data['lienId']);
}
const release = (accountNumber: string, lienId: string) => succeed(app.call('DELETE', `/account/${accountNumber}/lien/${lienId}`));
const account = async (accountNumber: string): Promise<Record<string, unknown>> => (await succeed(app.call('GET', `/account/${accountNumber}`))).data;

describe('a lien', () => {
  test('keeps its amount from being spent until it is released', async () => {
    const payer = await openPayer(app, 2_000);
    const [first, second] = [await place(payer.accountNumber, 1_000), await place(payer.accountNumber, 500)];
    expect(await account(payer.accountNumber)).toMatchObject({ liens: 1500, balances: { ledger: 2000, available: 500, held: 0 } });
    expect(await refusal(initiate(app, payer, { amount: 600 }))).toEqual([422, '51', 'insufficient_funds']);
    await release(payer.accountNumber, first);
    await release(payer.accountNumber, first);
    expect(await account(payer.accountNumber)).toMatchObject({ liens: 500, balances: { ledger: 2000, available: 1500, held: 0 } });
    expect((await initiate(app, payer, { amount: 600 })).status).toBe(200);
    await release(payer.accountNumber, second);
    expect(await balances(app, payer.accountNumber)).toEqual({ ledger: 2000, available: 2000, held: 0 });
  });

  test('placed after initiation refuses the confirmation', async () => {
    const payer = await openPayer(app, 2_000);
    const transfer = await pending(app, payer, { amount: 1_500 });
    await place(payer.accountNumber, 1_000);
    expect(await refusal(validate(app, transfer))).toEqual([422, '51', 'insufficient_funds']);
  });

  test('larger than the balance shows nothing available, and takes what comes in', async () => {
    const payer = await openPayer(app, 100);
    await place(payer.accountNumber, 1_000);
    expect(await account(payer.accountNumber)).toMatchObject({ liens: 1000, balances: { ledger: 100, available: 0, held: 0 } });
    await fund(app, payer.accountNumber, 950);
    expect(await balances(app, payer.accountNumber)).toEqual({ ledger: 1050, available: 50, held: 0 });
  });

  test('and a transfer never spend the same kobo, whichever comes first', async () => {
    const [payer, to] = [await openPayer(app, 1_000), await openPayer(app, 0)];
    for (let time = 0; time < 2; time += 1) await confirmed(app, payer, { amount: 300, beneficiary: await enquire(app, to.accountNumber, ownBank) });
    const last = await pending(app, payer, { amount: 300, beneficiary: await enquire(app, to.accountNumber, ownBank) });
    const [confirmation] = await Promise.all([validate(app, last), place(payer.accountNumber, 400)]);
    const after = await balances(app, payer.accountNumber);
    expect(after).toEqual({ ledger: confirmation.status === 200 ? 100 : 400, available: 0, held: 0 });
    expect(await app.books()).toEqual([]);
  });

  test('is released with a reason, which the history shows; a release without one has none', async () => {
    const { accountNumber } = await openPayer(app, 0);
    const [first, second] = [await place(accountNumber, 10), await place(accountNumber, 20)];
    await succeed(app.call('DELETE', `/account/${accountNumber}/lien/${first}?reason=Loan+4471+is+paid`));
    await release(accountNumber, second);
    const { json } = await succeed(app.call('GET', `/account/${accountNumber}/restrictions?page=1&pageSize=2`));
    expect(json['data']).toMatchObject([{ kind: 'LIEN_RELEASED', lienId: second, reason: null }, { kind: 'LIEN_RELEASED', lienId: first, reason: 'Loan 4471 is paid' }]);
    expect(await refusal(app.call('DELETE', `/account/${accountNumber}/lien/${first}?reason=x`))).toEqual([400, '30', 'invalid_field']);
  });

  test('of no such account, of no such number, or of nothing is refused', async () => {
    const { accountNumber } = await openPayer(app, 0);
    const foreign = await app.addTenant();
    expect(await refusal(foreign.call('POST', `/account/${accountNumber}/lien`, { amount: 5, reason: 'Loan' }))).toEqual([404, '07', 'account_not_found']);
    expect(await refusal(app.call('POST', `/account/${accountNumber}/lien`, { amount: 0, reason: 'Loan' }))).toEqual([422, '13', 'invalid_amount']);
    expect(await refusal(app.call('POST', `/account/${accountNumber}/lien`, { amount: 'much', reason: 'Loan' }))).toEqual([400, '30', 'invalid_field']);
    expect(await refusal(app.call('DELETE', `/account/${accountNumber}/lien/lin_00000000000000000000000000000000`))).toEqual([404, '25', 'record_not_found']);
  });
});

test('the history of restrictions tells what, why and who, newest first, in pages', async () => {
  const { accountNumber } = await openPayer(app, 0);
  await succeed(app.call('PATCH', `/account/${accountNumber}`, { restriction: 'no_debit', reason: 'Court order' }));
  await release(accountNumber, await place(accountNumber, 10));
  await succeed(app.call('PATCH', `/account/${accountNumber}`, { restriction: 'none', reason: 'Order lifted' }));
  const { json } = await succeed(app.call('GET', `/account/${accountNumber}/restrictions?page=1&pageSize=3`));
  expect(json).toMatchObject({
    total: 4,
    data: [
      { kind: 'RESTRICTION', restriction: 'none', previousRestriction: 'no_debit', reason: 'Order lifted', actor: expect.stringMatching(/^crd_/) },
      { kind: 'LIEN_RELEASED', amount: 10 },
      { kind: 'LIEN_PLACED', amount: 10, reason: 'Loan 4471' },
    ],
  });
  expect((await succeed(app.call('GET', `/account/${accountNumber}/restrictions?page=2&pageSize=3`))).json['data']).toMatchObject([{ kind: 'RESTRICTION', restriction: 'no_debit', previousRestriction: 'none' }]);
});

test('the balance as of a moment is what was booked just before it', async () => {
  const payer = await openPayer(app, 1_000);
  const now = async (): Promise<string> => String((await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }))).data['now']);
  const before = await now();
  await pass(app, 86_400);
  const to = await openPayer(app, 0);
  await confirmed(app, payer, { amount: 400, beneficiary: await enquire(app, to.accountNumber, ownBank) });
  await pass(app, 60);
  const after = await now();
  const asOf = async (moment: string): Promise<unknown> => (await succeed(app.call('GET', `/account/${payer.accountNumber}?asOf=${encodeURIComponent(moment)}`))).data['balanceAsOf'];
  expect(await asOf(before)).toEqual({ at: before, ledger: 1000, available: 1000, held: 0, liens: 0 });
  expect(await asOf(after)).toEqual({ at: after, ledger: 600, available: 600, held: 0, liens: 0 });
  expect(await asOf('2020-01-01T00:00:00+01:00')).toEqual({ at: '2019-12-31T23:00:00.000Z', ledger: 0, available: 0, held: 0, liens: 0 });
  for (const bad of ['yesterday', '2026-11-21', '2999-01-01T00:00:00Z']) {
    expect(await refusal(app.call('GET', `/account/${payer.accountNumber}?asOf=${bad}`)), bad).toEqual([400, '30', 'invalid_field']);
  }
});
