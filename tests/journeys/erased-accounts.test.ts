/** The account of an erased customer: it stays shut, and no way in to it is left. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { scopes } from '#src/organizations/scopes.ts';
import { voteOnReversal } from '#src/transfers/reverse-transfer.ts';
import { join } from '#tests/support/members.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, costOf, enquire, eventsOf, openPayer, ownBank, type Payer, refusal, statusUntil, succeed } from './payer.ts';

let app: TestApp;
let officer: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  officer = await app.addTenant({ scopes: Object.keys(scopes) });
});
afterAll(() => app.close());

async function erase(customerId: string): Promise<void> {
  await succeed(officer.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Left the bank' }));
  await succeed(officer.call('POST', `/customer/${customerId}/erase`, { reason: 'Asked for it' }));
}

/** An erased customer with an empty account; what was paid before is done to them first. */
async function erased(before: (payer: Payer) => Promise<void> = async () => undefined, naira = 0): Promise<Payer> {
  const payer = await openPayer(officer, naira);
  await before(payer);
  await erase(payer.customerId);
  return payer;
}

/** Pays everything that is left to somebody here, without charges. */
async function emptied(payer: Payer, left: number): Promise<void> {
  const other = await openPayer(officer, 0);
  const { transactionId } = await confirmed(officer, payer, { amount: left, beneficiary: await enquire(officer, other.accountNumber, ownBank) });
  await statusUntil(officer, transactionId, { status: 'SUCCESS' });
}

const returnsOf = (transactionId: string): Promise<unknown[]> => app.db.read(officer.tenantId, (tx) => tx.rows(sql`
  select debit_account as debit, credit_account as credit, amount_kobo as kobo from ledger_entry
  where tenant_id = ${tx.tenantId} and reference = ${transactionId} and code = 'return' order by ledger_entry_id`));

async function unclaimed(transactionId: string): Promise<unknown[]> {
  const { json } = await succeed(officer.call('GET', `/audit?page=1&pageSize=10&subject=${transactionId}&action=transfer.return_unclaimed`));
  return (Array.isArray(json.data) ? json.data : []).map(({ details }) => details);
}

describe('PATCH /account/{accountNumber}', () => {
  test('lifts nothing: account_closed, and the account is as shut as before', async () => {
    const { accountNumber } = await erased();
    for (const restriction of ['none', 'no_debit', 'no_credit']) {
      expect(await refusal(officer.call('PATCH', `/account/${accountNumber}`, { restriction, reason: 'Open it' }))).toEqual([409, '26', 'account_closed']);
    }
    await succeed(officer.call('PATCH', `/account/${accountNumber}`, { restriction: 'no_debit_no_credit', reason: 'As it is' }));
    expect((await succeed(officer.call('GET', `/account/${accountNumber}`))).data).toMatchObject({ restriction: 'no_debit_no_credit', restrictionReason: 'The customer was erased' });
  });
});

describe('money that is sent to it', () => {
  test('as a credit from outside is refused', async () => {
    const { accountNumber } = await erased();
    expect(await refusal(officer.call('POST', '/sandbox/credit', { accountNumber, amount: 100 }))).toEqual([403, '57', 'account_restricted']);
    expect(await balances(officer, accountNumber)).toEqual(atRest(0));
  });

  test('from another account here, or of another organization here, fails with 57 and stays with the sender', async () => {
    const { accountNumber } = await erased();
    for (const sender of [officer, await app.addTenant()]) {
      const payer = await openPayer(sender, 5_000);
      const { transactionId } = await confirmed(sender, payer, { beneficiary: await enquire(sender, accountNumber, ownBank) });
      expect(await statusUntil(sender, transactionId, { status: 'FAILED' })).toMatchObject({ responseCode: '57' });
      expect(await balances(sender, payer.accountNumber)).toEqual(atRest(5_000));
    }
    expect(await balances(officer, accountNumber)).toEqual(atRest(0));
  });

  test('in the very moment of the erasure either stands against it or is refused', async () => {
    for (let time = 0; time < 12; time += 1) {
      const { customerId, accountNumber } = await openPayer(officer, 0);
      await succeed(officer.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Left the bank' }));
      const [credit, erasure] = await Promise.all([
        officer.call('POST', '/sandbox/credit', { accountNumber, amount: 100 }), officer.call('POST', `/customer/${customerId}/erase`, { reason: 'Asked for it' }),
      ]);
      expect([[200, 409], [403, 200]]).toContainEqual([credit.status, erasure.status]);
      expect(await balances(officer, accountNumber)).toEqual(atRest(credit.status === 200 ? 100 : 0));
    }
  });
});

describe('money that comes back from a payment made before', () => {
  test('from another bank lies on unclaimed_returns with its charges, and the audit log says so', async () => {
    let transactionId = '';
    let cost = 0;
    const payer = await erased(async (before) => {
      ({ transactionId } = await confirmed(officer, before));
      cost = costOf(await statusUntil(officer, transactionId, { status: 'SUCCESS' }));
      await emptied(before, 10_000 - cost);
    }, 10_000);
    await succeed(officer.call('POST', `/sandbox/transfers/${transactionId}/reverse`));
    await statusUntil(officer, transactionId, { status: 'REVERSED' });
    expect(await balances(officer, payer.accountNumber)).toEqual(atRest(0));
    const entries = await returnsOf(transactionId);
    expect(entries).toContainEqual({ debit: 'rail_clearing', credit: 'unclaimed_returns', kobo: 1_000_00n });
    expect(entries).toEqual(entries.map(() => expect.objectContaining({ credit: 'unclaimed_returns' })));
    expect(await unclaimed(transactionId)).toEqual([{ customerId: payer.customerId, amount: cost }]);
    expect((await eventsOf(app, officer, transactionId)).at(-1)).toBe('payment.reversed');
    expect(app.logLines.filter((line) => line.includes(transactionId) && line.includes('unclaimed_returns'))).toHaveLength(1);
    expect(await app.books()).toEqual([]);
  });

  test('from an account here, taken back by two members, lies there too', async () => {
    const [ada, bayo] = [await join(app, officer, 'ada', 'owner'), await join(app, officer, 'bayo', 'operations')];
    const other = await openPayer(officer, 0);
    let transactionId = '';
    const payer = await erased(async (before) => {
      ({ transactionId } = await confirmed(officer, before, { amount: 700, beneficiary: await enquire(officer, other.accountNumber, ownBank) }));
      await statusUntil(officer, transactionId, { status: 'SUCCESS' });
    }, 700);
    const vote = { transactionId, verdict: 'for', reason: 'Sent to a wrong account', evidence: 'Letter', receivedSessionId: null } as const;
    for (const member of [ada, bayo]) await voteOnReversal(app.app.ctx, app.app.lanes.settle, { ...member, ...vote });
    expect(await returnsOf(transactionId)).toEqual([{ debit: other.accountNumber, credit: 'unclaimed_returns', kobo: 700_00n }]);
    expect([await balances(officer, payer.accountNumber), await balances(officer, other.accountNumber)]).toEqual([atRest(0), atRest(0)]);
    expect(await app.books()).toEqual([]);
  });
});
