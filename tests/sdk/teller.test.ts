/** The SDK against the whole program: typed calls, lists, refusals, and calls that are cut off on the way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTeller, type Teller, TellerConnectionError, TellerError } from '../../sdk/src/index.ts';
import { freshNumber } from '#tests/journeys/payer.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Fetch = typeof globalThis.fetch;

function tellerWith(fetch: Fetch, changes: { clientSecret?: string; retries?: number } = {}): Teller {
  return createTeller({ baseUrl: `${app.baseUrl}/sandbox/v1/`, clientId: app.clientId, clientSecret: app.clientSecret, fetch, ...changes });
}

async function openFundedAccount(teller: Teller, naira: number): Promise<{ customerId: string; accountNumber: string }> {
  const { customerId } = await teller.customers.createIndividualCustomer({ firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: freshNumber() });
  const { accountNumber } = await teller.accounts.createPersonalAccount({ customerId });
  await teller.sandbox.simulateCredit({ accountNumber, amount: naira });
  return { customerId, accountNumber };
}

const balanceOf = async (teller: Teller, accountNumber: string): Promise<number> => (await teller.accounts.getAccount(accountNumber)).balances.ledger;

test('a transfer from the first call to SUCCESS', async () => {
  const { teller } = app;
  const { customerId, accountNumber } = await openFundedAccount(teller, 5000);
  const enquiry = await teller.transfers.enquireName({ accountNumber: '0123456789', bankCode: '058' });
  const { transactionId, otpReferenceId } = await teller.transfers.initiateCustomerTransfer({
    customerId, sourceAccountName: 'Adaeze Okonkwo', sourceAccountNumber: accountNumber, nameEnquirySessionId: enquiry.sessionId,
    beneficiaryAccountName: enquiry.accountName, beneficiaryAccountNumber: enquiry.accountNumber, beneficiaryBankCode: '058', amount: '1000.50', narration: 'Rent',
  });
  await teller.transfers.validateTransfer({ transactionId, otpReferenceId, otp: '123456' });
  await app.settled(transactionId);
  const status = await teller.transfers.getTransferStatus(transactionId);
  expect([status.status, status.amount, status.safeToRetry]).toEqual(['SUCCESS', 1000.5, false]);

  const csv = await teller.download('listTransfers', { accept: 'text/csv', query: { accountNumber } });
  expect(await csv.text()).toContain(transactionId);
  const pdf = await teller.download('getReceipt', { accept: 'application/pdf', params: { transactionId } });
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
});

describe('lists', () => {
  test('are awaited for a page and iterated for everything', async () => {
    const { teller } = await app.addTenant();
    const { customerId } = await teller.customers.createIndividualCustomer({ firstName: 'Adaeze', lastName: 'Okonkwo', dateOfBirth: '1990-04-12', phone: '08031234567', bvn: freshNumber() });
    const opened: string[] = [];
    for (let count = 0; count < 5; count += 1) opened.push((await teller.accounts.createPersonalAccount({ customerId })).accountNumber);

    const page = await teller.accounts.listAccounts({ page: 2, pageSize: 2 });
    expect([page.items.length, page.currentPage, page.pageSize, page.total]).toEqual([2, 2, 2, 5]);
    const seen: string[] = [];
    for await (const account of teller.accounts.listAccounts({ pageSize: 2, customerId })) seen.push(account.accountNumber);
    expect(seen.toSorted()).toEqual(opened.toSorted());

    const kinds: string[] = [];
    for await (const event of teller.events.listEvents({ limit: 2 })) kinds.push(event.event);
    expect(kinds.filter((kind) => kind === 'account.created')).toHaveLength(5);
  });
});

describe('a refusal', () => {
  test('is an error that says code, field and fix', async () => {
    const refused = await app.teller.transfers.enquireName({ accountNumber: '12', bankCode: 'nowhere' }).then(() => null, (error: unknown) => error);
    if (!(refused instanceof TellerError)) throw new Error(`not a refusal: ${String(refused)}`);
    expect([refused.code, refused.httpStatus, refused.statusCode, refused.about('/accountNumber')?.code]).toEqual(['invalid_field', 400, '30', 'invalid_field']);
    expect(refused.message).toMatch(/accountNumber/);
  });

  test('of an export is the same error', async () => {
    await expect(app.teller.download('getReceipt', { accept: 'text/html', params: { transactionId: 'txn_unknown' } })).rejects.toMatchObject({ code: 'transaction_not_found' });
  });

  test('of the credential stops before the call', async () => {
    const paths: string[] = [];
    const teller = tellerWith((input, init) => {
      paths.push(new URL(String(input)).pathname);
      return fetch(input, init);
    }, { clientSecret: `sk_test_${'x'.repeat(43)}` });
    await expect(teller.transfers.listBanks()).rejects.toMatchObject({ code: 'credentials_invalid', httpStatus: 401 });
    expect(paths).toEqual(['/sandbox/v1/auth/token']);
  });
});

describe('a call that is cut off', () => {
  test('before the answer arrives is carried out once', async () => {
    const { accountNumber } = await openFundedAccount(app.teller, 100);
    const sent: string[] = [];
    const losing: Fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/sandbox/credit')) return response;
      sent.push(String(new Headers(init?.headers).get('requestid')));
      if (sent.length < 3) throw new TypeError('connection reset');
      return response;
    };
    await tellerWith(losing).sandbox.simulateCredit({ accountNumber, amount: 7 });
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(1);
    expect(await balanceOf(app.teller, accountNumber)).toBe(107);
  });

  test('for good says under which requestId to ask again, and that asks, not acts', async () => {
    const { accountNumber } = await openFundedAccount(app.teller, 100);
    const losing: Fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith('/sandbox/credit')) throw new TypeError('connection reset');
      return response;
    };
    const lost = await tellerWith(losing, { retries: 1 }).sandbox.simulateCredit({ accountNumber, amount: 7 }).then(() => null, (error: unknown) => error);
    if (!(lost instanceof TellerConnectionError)) throw new Error(`not cut off: ${String(lost)}`);
    await app.teller.sandbox.simulateCredit({ accountNumber, amount: 7 }, { requestId: lost.requestId });
    expect(await balanceOf(app.teller, accountNumber)).toBe(107);
  });

  test('by its signal ends with the signal\'s reason', async () => {
    const stop = new AbortController();
    const waiting: Fetch = (input, init) => (String(input).endsWith('/auth/token') ? fetch(input, init) : Promise.reject(new TypeError('refused')));
    const call = tellerWith(waiting, { retries: 50 }).transfers.listBanks({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});

describe('the token', () => {
  test('is fetched once for calls at the same time, and anew when it is no longer taken', async () => {
    let tokens = 0;
    let spoil = false;
    const counting: Fetch = (input, init) => {
      if (String(input).endsWith('/auth/token')) tokens += 1;
      else if (spoil) {
        spoil = false;
        const headers = new Headers(init?.headers);
        headers.set('authorization', 'Bearer at_revoked');
        return fetch(input, { ...init, headers });
      }
      return fetch(input, init);
    };
    const teller = tellerWith(counting);
    await Promise.all([teller.transfers.listBanks(), teller.transfers.listBanks(), teller.transfers.listBanks()]);
    expect(tokens).toBe(1);
    spoil = true;
    expect((await teller.transfers.listBanks()).length).toBeGreaterThan(20);
    expect(tokens).toBe(2);
  });
});
