import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '#tests/support/test-server.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { type Beneficiary, confirmed, costOf, enquire, fund, openAccount, openCollection, openPayer, ownBank, pass, type Payer, pending, refusal, statusUntil, succeed, transferBody, validate, wrongOtp } from './payer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Case = { payer: Payer; beneficiary: Beneficiary; amount: number };

function preflightOf(tenant: TestTenant, { payer, beneficiary, amount }: Case) {
  const { nameEnquirySessionId, beneficiaryAccountNumber, beneficiaryBankCode } = beneficiary;
  return tenant.call('POST', '/transfer/preflight', { sourceAccountNumber: payer.accountNumber, nameEnquirySessionId, beneficiaryAccountNumber, beneficiaryBankCode, amount });
}

async function usual(amount: number, naira = 200_000): Promise<Case> {
  return { payer: await openPayer(app, naira), beneficiary: await enquire(app), amount };
}

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  'nothing in its way': () => usual(10_000),
  'money to the kobo': () => usual(10_000, 10_076.88),
  'one kobo too little': () => usual(10_000, 10_076.87),
  'more than the tier may send': () => usual(50_000.01),
  'more than the day has left': async () => {
    const whole = await usual(30_000);
    await confirmed(app, whole.payer, { amount: 20_000.01 });
    return whole;
  },
  'no transfer left of the day': async () => {
    const whole = await usual(100);
    await succeed(app.call('PUT', `/limits/account/${whole.payer.accountNumber}`, { perTransfer: null, perDay: null, perDayTransfers: 1, reason: 'Journey' }));
    await confirmed(app, whole.payer, { amount: 100 });
    return whole;
  },
  'an own limit': async () => {
    const whole = await usual(5_000.01);
    await succeed(app.call('PUT', `/limits/customer/${whole.payer.customerId}`, { perTransfer: 5_000, perDay: null, perDayTransfers: null, reason: 'Journey' }));
    return whole;
  },
  'a disabled customer': async () => {
    const whole = await usual(100);
    await succeed(app.call('PATCH', `/customer/profile/${whole.payer.customerId}`, { status: false, reason: 'Journey' }));
    return whole;
  },
  'an account that may not be debited': async () => {
    const whole = await usual(100);
    await succeed(app.call('PATCH', `/account/${whole.payer.accountNumber}`, { restriction: 'no_debit', reason: 'Journey' }));
    return whole;
  },
  'an account locked by wrong codes': async () => {
    const whole = await usual(100);
    for (let code = 0; code < 2; code += 1) {
      const transfer = await pending(app, whole.payer, { amount: 100 });
      for (let attempt = 0; attempt < 5; attempt += 1) await validate(app, transfer, wrongOtp);
    }
    return { ...whole, beneficiary: await enquire(app) };
  },
  'a used enquiry': async () => {
    const whole = await usual(100);
    await pending(app, whole.payer, { amount: 100, beneficiary: whole.beneficiary });
    return whole;
  },
  'another account than the enquired one': async () => {
    const whole = await usual(100);
    return { ...whole, beneficiary: { ...whole.beneficiary, beneficiaryAccountNumber: '0123456780' } };
  },
  'the same account at both ends': async () => {
    const payer = await openPayer(app, 1_000);
    return { payer, beneficiary: await enquire(app, payer.accountNumber, ownBank), amount: 100 };
  },
  'another account of the same holder': async () => {
    const payer = await openPayer(app, 20_000);
    return { payer, beneficiary: await enquire(app, await openAccount(app, payer.customerId), ownBank), amount: 10_000 };
  },
  'an account of another organization at this bank': async () => {
    const collection = await openCollection(await app.addTenant(), 0);
    return { payer: await openPayer(app, 20_000), beneficiary: await enquire(app, collection, ownBank), amount: 10_000 };
  },
};

test.each(Object.entries(cases))('%s: preflight says what initiation then says', async (_name, make) => {
  const whole = await make();
  const { data } = await succeed(preflightOf(app, whole));
  const initiated = await app.call('POST', '/transfer/customer/initiate', transferBody(whole.payer, whole.beneficiary, { amount: whole.amount }));
  const problems: unknown = data['problems'];
  const codes = Array.isArray(problems) ? problems.map((problem: { code: unknown }) => problem.code) : [];
  expect([data['allowed'], codes], initiated.text).toEqual([initiated.status === 200, initiated.codes]);
  if (initiated.status !== 200) return;
  const status = (await succeed(app.call('GET', `/transfer/status/${String(initiated.data['transactionId'])}`))).data;
  expect(data).toMatchObject({ amount: status['amount'], fee: status['fee'], vat: status['vat'], stampDuty: status['stampDuty'], total: costOf(status), beneficiaryAccountName: whole.beneficiary.beneficiaryAccountName });
});

test('an enquiry that has expired is a problem here as it is there', async () => {
  const tenant = await app.addTenant();
  const whole = { payer: await openPayer(tenant, 1_000), beneficiary: await enquire(tenant), amount: 100 };
  await pass(tenant, 15 * 60);
  expect((await preflightOf(tenant, whole)).data).toMatchObject({ allowed: false, beneficiaryAccountName: null, problems: [{ code: 'name_enquiry_not_found' }] });
  expect(await refusal(tenant.call('POST', '/transfer/customer/initiate', transferBody(whole.payer, whole.beneficiary)))).toEqual([404, '25', 'name_enquiry_not_found']);
});

test('a collection account is held against the rail\'s maximum', async () => {
  const source = await openCollection(app, 20_000_000);
  const ask = (amount: number) => app.call('POST', '/transfer/preflight', { sourceAccountNumber: source, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount });
  expect((await ask(10_000_000)).data).toMatchObject({ allowed: true, beneficiaryAccountName: null });
  expect((await ask(10_000_000.01)).data).toMatchObject({ allowed: false, problems: [{ code: 'limit_exceeded', details: { name: 'rail_per_transfer' } }] });
});

describe('preflight refuses only what names nothing', () => {
  test.each([
    [{ sourceAccountNumber: '0123456789' }, [404, '07', 'account_not_found']],
    [{ beneficiaryBankCode: 'nobody' }, [404, '16', 'bank_not_found']],
    [{ amount: 0 }, [422, '13', 'invalid_amount']],
    [{ amount: 1.001 }, [422, '13', 'invalid_amount']],
  ])('%j', async (change, expected) => {
    const payer = await openPayer(app, 100);
    const body = { sourceAccountNumber: payer.accountNumber, beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 10, ...change };
    expect(await refusal(app.call('POST', '/transfer/preflight', body))).toEqual(expected);
  });

  test('an account of another organization', async () => {
    const stranger = await openPayer(await app.addTenant(), 100);
    expect(await refusal(preflightOf(app, { payer: stranger, beneficiary: await enquire(app), amount: 10 }))).toEqual([404, '07', 'account_not_found']);
  });
});

test('preflight writes nothing but the answer to its requestId', async () => {
  const [allowed, refused] = [await usual(10_000), await usual(60_000)];
  const done = await confirmed(app, allowed.payer, { amount: 100 });
  await statusUntil(app, done.transactionId, { status: 'SUCCESS' });
  await fund(app, refused.payer.accountNumber, 1);
  const before = await rowCounts();
  for (const whole of [allowed, refused]) for (let time = 0; time < 3; time += 1) await succeed(preflightOf(app, whole));
  const after = await rowCounts();
  expect(after.get('request')).toBe((before.get('request') ?? 0) + 6);
  // Every call has its line in the log of calls, some time after it.
  for (const counts of [before, after]) for (const log of ['request', 'api_call']) counts.delete(log);
  expect(after).toEqual(before);
});

/** Rows of every table. */
function rowCounts(): Promise<Map<string, number>> {
  return withConnection(app.database.connection, async (client) => {
    const { rows } = await client.query<{ name: string }>("select table_name as name from information_schema.tables where table_schema = 'openteller' and table_type = 'BASE TABLE' order by 1");
    const counts = new Map<string, number>();
    for (const { name } of rows) {
      const counted = await client.query<{ count: string }>(`select count(*) from openteller.${name}`);
      counts.set(name, Number(counted.rows[0]?.count));
    }
    return counts;
  });
}
