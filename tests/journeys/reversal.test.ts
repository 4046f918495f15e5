import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { voteOnException } from '#src/transfers/resolve-exception.ts';
import type { Reviewer } from '#src/transfers/review.ts';
import { voteOnReversal } from '#src/transfers/reverse-transfer.ts';
import type { ReversalVerdict } from '#src/transfers/reversal-store.ts';
import type { Evidence, TransferState } from '#src/transfers/transfer.ts';
import { emailOf, join, memberPassword } from '#tests/support/members.ts';
import { runProgram } from '#tests/support/program.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, enquire, eventsOf, fund, openPayer, ownBank, statusOf, statusUntil, succeed } from './payer.ts';

let app: TestApp;
let ada: Reviewer;
let bayo: Reviewer;
let chidi: Reviewer;

beforeAll(async () => {
  app = await startTestApp();
  [ada, bayo, chidi] = [await join(app, app, 'ada', 'owner'), await join(app, app, 'bayo', 'operations'), await join(app, app, 'chidi', 'compliance')];
  await join(app, app, 'dele', 'developer');
});
afterAll(() => app.close());

type Arrived = { transactionId: string; from: string; to: string };

/** 12,000 and the stamp duty of 50, from an account of 20,000 to an empty one here. */
async function arrivedHere(): Promise<Arrived> {
  const [payer, to] = [await openPayer(app, 20_000), await openPayer(app, 0)];
  const { transactionId } = await confirmed(app, payer, { amount: 12_000, beneficiary: await enquire(app, to.accountNumber, ownBank) });
  await statusUntil(app, transactionId, { status: 'SUCCESS' });
  return { transactionId, from: payer.accountNumber, to: to.accountNumber };
}

/** 12,000 to another bank, with its charges. */
async function arrivedThere(): Promise<Arrived> {
  const payer = await openPayer(app, 20_000);
  const { transactionId } = await confirmed(app, payer, { amount: 12_000 });
  await statusUntil(app, transactionId, { status: 'SUCCESS' });
  return { transactionId, from: payer.accountNumber, to: '' };
}

let serial = 0;
/** A session id under which nothing has come yet. */
const freshSession = (): string => `000013261121093000${String((serial += 1)).padStart(12, '0')}`;

const lane = () => app.app.lanes.settle;
const vote = (reviewer: Reviewer, transactionId: string, verdict: ReversalVerdict = 'for', receivedSessionId: string | null = null, through = lane()) =>
  voteOnReversal(app.app.ctx, through, { ...reviewer, transactionId, verdict, reason: 'Sent to a wrong account', evidence: 'Letter of the payer', receivedSessionId });
const codeOf = (voting: Promise<unknown>): Promise<unknown> => voting.then(() => null, (error: { code?: unknown }) => error.code);
const settle = (transactionId: string, evidence: Evidence): Promise<TransferState | null> => lane().run(app.tenantId, { environment: 'sandbox', transactionId, evidence });
const returned = (transactionId: string) => settle(transactionId, { from: 'return', reason: 'Account closed' });

function entries(transactionId: string, code: string): Promise<unknown[]> {
  return app.db.read(app.tenantId, (tx) => tx.rows(sql`
    select debit_account as debit, credit_account as credit, amount_kobo as kobo from ledger_entry
    where tenant_id = ${tx.tenantId} and reference = ${transactionId} and code = ${code} order by ledger_entry_id`));
}

function usedToday(accountNumber: string): Promise<unknown[]> {
  return app.db.read(app.tenantId, (tx) => tx.rows(sql`select amount_kobo as kobo, transfers from limit_usage where tenant_id = ${tx.tenantId} and subject = ${`account:${accountNumber}`}`));
}

describe('a transfer between two accounts here', () => {
  test('goes back with its charges when two members say so, and not before', async () => {
    const { transactionId, from, to } = await arrivedHere();
    expect(await balances(app, from)).toEqual(atRest(7_950));
    expect(await vote(ada, transactionId)).toMatchObject({ outcome: 'waiting', state: 'COMPLETED' });
    expect(await vote(ada, transactionId)).toMatchObject({ outcome: 'waiting', votes: [{ memberId: ada.memberId }] });
    expect([await balances(app, from), await balances(app, to)]).toEqual([atRest(7_950), atRest(12_000)]);
    expect(await vote(bayo, transactionId)).toMatchObject({ outcome: 'reversed', state: 'RETURNED' });
    expect([await balances(app, from), await balances(app, to)]).toEqual([atRest(20_000), atRest(0)]);
    expect(await statusOf(app, transactionId)).toMatchObject({ status: 'REVERSED', stage: 'reversed', reason: 'operator_reversal' });
    expect(await entries(transactionId, 'return')).toEqual([{ debit: 'duty_payable', credit: from, kobo: 50_00n }, { debit: to, credit: from, kobo: 12_000_00n }]);
    expect(await eventsOf(app, app, transactionId)).toEqual(['transfer.initiated', 'transfer.authorized', 'payment.success', 'account.debited', 'account.credited', 'payment.reversed', 'account.debited']);
    // As with a return: what was sent today was sent today.
    expect(await usedToday(from)).toEqual([{ kobo: 12_000_00n, transfers: 1 }]);
    expect(await codeOf(vote(chidi, transactionId))).toBe('transfer_state_invalid');
    const audited = await app.db.read(app.tenantId, (tx) => tx.rows(sql`select actor from audit_entry where tenant_id = ${tx.tenantId} and subject = ${transactionId} and action = 'transfer.reversal_vote' order by audit_id`));
    expect(audited).toEqual([{ actor: ada.memberId }, { actor: bayo.memberId }]);
  });

  test('stays when two disagree, until a third decides; and for ever when two are against it', async () => {
    const { transactionId, from } = await arrivedHere();
    await vote(ada, transactionId);
    expect(await codeOf(vote(ada, transactionId, 'against'))).toBe('transfer_state_invalid');
    expect(await vote(bayo, transactionId, 'against')).toMatchObject({ outcome: 'opposed', votes: [{ verdict: 'for' }, { verdict: 'against' }] });
    expect(await balances(app, from)).toEqual(atRest(7_950));
    expect(await vote(chidi, transactionId, 'against')).toMatchObject({ outcome: 'refused', state: 'COMPLETED' });
    const fourth = await join(app, app, `fourth-${transactionId.slice(-6)}`, 'admin');
    expect(await codeOf(vote(fourth, transactionId))).toBe('transfer_state_invalid');
    expect(await vote(ada, transactionId)).toMatchObject({ outcome: 'refused' });
    expect(await balances(app, from)).toEqual(atRest(7_950));
  });

  test('is refused while the beneficiary\'s account does not cover it, liens included, and nothing is stored', async () => {
    const { transactionId, from, to } = await arrivedHere();
    const { data } = await succeed(app.call('POST', `/account/${to}/lien`, { amount: 0.01, reason: 'Court order' }));
    await expect(vote(ada, transactionId)).rejects.toMatchObject({ code: 'insufficient_funds', message: expect.stringContaining('11999.99 naira available, and 12000 would go back') });
    await succeed(app.call('DELETE', `/account/${to}/lien/${String(data['lienId'])}`));
    expect(await vote(ada, transactionId)).toMatchObject({ outcome: 'waiting', votes: [{ memberId: ada.memberId }] });
    await succeed(app.call('POST', `/account/${to}/lien`, { amount: 1, reason: 'Court order' }));
    expect(await codeOf(vote(bayo, transactionId))).toBe('insufficient_funds');
    await fund(app, to, 1);
    expect(await vote(bayo, transactionId)).toMatchObject({ outcome: 'reversed' });
    expect([await balances(app, from), await balances(app, to)]).toEqual([atRest(20_000), { ledger: 1, available: 0, held: 0 }]);
  });

  test('stays when the money goes between the second vote and the entries; the same vote again finishes it when it is back', async () => {
    const { transactionId, to } = await arrivedHere();
    await vote(ada, transactionId);
    const meanwhile = {
      ...lane(),
      run: async (...args: Parameters<ReturnType<typeof lane>['run']>): Promise<TransferState | null> => {
        await succeed(app.call('POST', `/account/${to}/lien`, { amount: 5, reason: 'Came first' }));
        return lane().run(...args);
      },
    };
    expect(await vote(bayo, transactionId, 'for', null, meanwhile)).toMatchObject({ outcome: 'uncovered', state: 'COMPLETED' });
    expect(await balances(app, to)).toMatchObject({ ledger: 12_000 });
    expect(await codeOf(vote(chidi, transactionId))).toBe('transfer_state_invalid');
    await fund(app, to, 5);
    expect(await vote(ada, transactionId)).toMatchObject({ outcome: 'reversed' });
    expect(await balances(app, to)).toMatchObject({ ledger: 5 });
  });

  test('of two for one beneficiary who covers one, in the same batch, one goes back', async () => {
    const to = await openPayer(app, 0);
    const transfers: Arrived[] = [];
    for (let made = 0; made < 2; made += 1) {
      const payer = await openPayer(app, 20_000);
      const { transactionId } = await confirmed(app, payer, { amount: 6_000, beneficiary: await enquire(app, to.accountNumber, ownBank) });
      transfers.push({ transactionId, from: payer.accountNumber, to: to.accountNumber });
    }
    await succeed(app.call('POST', `/account/${to.accountNumber}/lien`, { amount: 3_000, reason: 'Half' }));
    for (const { transactionId } of transfers) await vote(ada, transactionId);
    const outcomes = await Promise.all(transfers.map(({ transactionId }) => vote(bayo, transactionId).then(({ outcome }) => outcome, (error: { code?: unknown }) => error.code)));
    expect(outcomes.filter((outcome) => outcome === 'reversed')).toHaveLength(1);
    expect(await balances(app, to.accountNumber)).toEqual({ ledger: 6_000, available: 3_000, held: 0 });
  });

  test('goes back once when both members vote at the same time, and again and again', async () => {
    const { transactionId, from } = await arrivedHere();
    const outcomes = await Promise.all([ada, bayo, ada, bayo].map((reviewer) => vote(reviewer, transactionId).then(({ outcome }) => outcome, () => 'refused')));
    expect(outcomes).toContain('reversed');
    expect(await balances(app, from)).toEqual(atRest(20_000));
    expect((await eventsOf(app, app, transactionId)).filter((kind) => kind === 'payment.reversed')).toHaveLength(1);
  });

  test('is finished by the same vote again when the program died between the second vote and the entries', async () => {
    const { transactionId, from } = await arrivedHere();
    const dead = { ...lane(), run: () => Promise.reject(new Error('died')) };
    await vote(ada, transactionId);
    await expect(vote(bayo, transactionId, 'for', null, dead)).rejects.toThrow('died');
    expect(await balances(app, from)).toEqual(atRest(7_950));
    expect(await vote(bayo, transactionId)).toMatchObject({ outcome: 'reversed' });
    expect(await balances(app, from)).toEqual(atRest(20_000));
  });

  test('names no session id of another bank', async () => {
    const { transactionId } = await arrivedHere();
    expect(await codeOf(vote(ada, transactionId, 'for', freshSession()))).toBe('invalid_field');
  });
});

describe('a transfer to another bank', () => {
  test('goes back when two confirm the same money that came back, by its session id', async () => {
    const { transactionId, from } = await arrivedThere();
    const session = freshSession();
    expect(await codeOf(vote(ada, transactionId))).toBe('missing_field');
    expect(await vote(ada, transactionId, 'for', session)).toMatchObject({ outcome: 'waiting' });
    expect(await codeOf(vote(ada, transactionId, 'for', freshSession()))).toBe('transfer_state_invalid');
    expect(await vote(bayo, transactionId, 'for', session)).toMatchObject({ outcome: 'reversed' });
    expect(await balances(app, from)).toEqual(atRest(20_000));
    expect(await entries(transactionId, 'return')).toContainEqual({ debit: 'rail_clearing', credit: from, kobo: 12_000_00n });
    const other = await arrivedThere();
    expect(await codeOf(vote(ada, other.transactionId, 'for', session))).toBe('invalid_field');
  });

  test('goes back by the word of two others when one has mistyped the session id', async () => {
    const { transactionId, from } = await arrivedThere();
    const session = freshSession();
    expect(await vote(ada, transactionId, 'for', freshSession())).toMatchObject({ outcome: 'waiting' });
    expect(await vote(bayo, transactionId, 'for', session)).toMatchObject({ outcome: 'opposed' });
    expect(await balances(app, from)).not.toEqual(atRest(20_000));
    expect(await vote(chidi, transactionId, 'for', session)).toMatchObject({ outcome: 'reversed' });
    expect(await balances(app, from)).toEqual(atRest(20_000));
  });

  test('is not taken back with money that was credited to somebody when it came', async () => {
    const { transactionId, from } = await arrivedThere();
    const session = freshSession();
    await app.app.lanes.credit.run(app.tenantId, { sessionId: session, accountNumber: from, amountKobo: 12_000_00n, senderName: 'SPECIMEN', narration: 'Back', from: 'sandbox_funding' });
    expect(await codeOf(vote(ada, transactionId, 'for', session))).toBe('invalid_field');
  });

  test('and returned by the rail later is credited once; people are told, and say which it was', async () => {
    for (const recovered of [true, false]) {
      const { transactionId, from } = await arrivedThere();
      const session = freshSession();
      await vote(ada, transactionId, 'for', session);
      await vote(bayo, transactionId, 'for', session);
      expect(await Promise.all([returned(transactionId), returned(transactionId)])).toEqual(['RETURNED', 'RETURNED']);
      expect(await balances(app, from)).toEqual(atRest(20_000));
      const told = { debit: 'rail_clearing', credit: 'rail_exceptions', kobo: 12_000_00n };
      expect(await entries(transactionId, 'correction')).toEqual([told]);
      expect(app.logLines.filter((line) => line.includes('return_after_reversal') && line.includes(transactionId))).toHaveLength(1);
      for (const member of [ada, chidi]) await voteOnException(app.app.ctx, { ...member, transactionId, kind: 'return_after_reversal', recovered, evidence: 'The report has it once' });
      expect(await entries(transactionId, 'correction')).toEqual(recovered ? [told, { debit: 'rail_exceptions', credit: 'rail_clearing', kobo: 12_000_00n }] : [told]);
      expect(await app.books()).toEqual([]);
    }
  });

  test('and returned by the rail first is past voting', async () => {
    const { transactionId, from } = await arrivedThere();
    await vote(ada, transactionId, 'for', freshSession());
    await returned(transactionId);
    expect(await codeOf(vote(bayo, transactionId, 'for', freshSession()))).toBe('transfer_state_invalid');
    expect(await balances(app, from)).toEqual(atRest(20_000));
    expect(await entries(transactionId, 'correction')).toEqual([]);
  });

  test('is credited once when the rail returns it between the second vote and the entries', async () => {
    const { transactionId, from } = await arrivedThere();
    const session = freshSession();
    await vote(ada, transactionId, 'for', session);
    const meanwhile = { ...lane(), run: async (...args: Parameters<ReturnType<typeof lane>['run']>) => (await returned(transactionId), lane().run(...args)) };
    expect(await vote(bayo, transactionId, 'for', session, meanwhile)).toMatchObject({ outcome: 'overtaken', state: 'RETURNED' });
    expect(await balances(app, from)).toEqual(atRest(20_000));
  });

  test('is credited once whoever is first of the rail and the people', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { transactionId, from } = await arrivedThere();
      const session = freshSession();
      await vote(ada, transactionId, 'for', session);
      await Promise.all([returned(transactionId), vote(bayo, transactionId, 'for', session).catch(() => null), returned(transactionId)]);
      expect(await balances(app, from)).toEqual(atRest(20_000));
      expect((await eventsOf(app, app, transactionId)).filter((kind) => kind === 'payment.reversed')).toHaveLength(1);
    }
  });
});

test('strangers, and transfers that have not arrived, are refused', async () => {
  const stranger = await join(app, await app.addTenant(), 'stranger', 'owner');
  const { transactionId } = await arrivedHere();
  expect(await codeOf(vote(stranger, transactionId))).toBe('transaction_not_found');
  expect(await codeOf(vote(ada, 'txn_unknown'))).toBe('transaction_not_found');
  const rejected = await confirmed(app, await openPayer(app), { headers: { 'x-scenario': 'transfer_rejected' } });
  await statusUntil(app, rejected.transactionId, { status: 'FAILED' });
  expect(await codeOf(vote(ada, rejected.transactionId, 'for', freshSession()))).toBe('transfer_state_invalid');
});

test('the command shows the votes with their reasons, refuses who may not, and takes back with two passwords, beside the running program', async () => {
  const { transactionId, from } = await arrivedHere();
  const review = (args: readonly string[]) => runProgram('src/cli/review.ts', args, app.database.connection, { REVIEW_PASSWORD: memberPassword });
  const reverse = (name: string, verdict = 'for', more: readonly string[] = []) => review(['reverse', transactionId, verdict, '--as', emailOf(name), '--reason', 'Wrong account', '--evidence', 'Letter', ...more]);
  const outcomes = [await reverse('dele'), await reverse('ada', 'perhaps'), await reverse('ada', 'for', ['--session', '12']), await reverse('ada'), await reverse('bayo', 'against')];
  expect(outcomes.map(({ exitCode, stdout, stderr }) => [exitCode, stdout + stderr])).toEqual([
    [1, expect.stringContaining('developer may not decide')],
    [1, expect.stringContaining('Usage:')],
    [1, expect.stringContaining('30 digits')],
    [0, expect.stringContaining('nothing was moved')],
    [0, expect.stringContaining('for: Wrong account; against: Wrong account')],
  ]);
  const listed = await review(['list']);
  expect(listed.stdout).toMatch(new RegExp(`${transactionId}  NGN 12,000\\.00 from \\d{10} here\\n    mem_\\w+ for: Wrong account; saw: Letter\\n    mem_\\w+ against: Wrong account; saw: Letter\\n`));
  expect(await reverse('chidi')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('the payer has the money') });
  expect(await balances(app, from)).toEqual(atRest(20_000));
  expect((await review(['list'])).stdout).not.toContain(transactionId);
});
