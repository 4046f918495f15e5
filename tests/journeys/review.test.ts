import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { voteOnException } from '#src/transfers/resolve-exception.ts';
import { type Reviewer, voteOnReview } from '#src/transfers/review.ts';
import type { Verdict } from '#src/transfers/review-store.ts';
import { emailOf, join, memberPassword } from '#tests/support/members.ts';
import { runProgram } from '#tests/support/program.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { atRest, balances, confirmed, costOf, eventsOf, openPayer, pass, statusOf, statusUntil } from './payer.ts';

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

type InReview = { transactionId: string; accountNumber: string; cost: number };

/** Transfers that the rail never decided, 23 hours later. */
async function inReview(count: number): Promise<InReview[]> {
  const stuck: InReview[] = [];
  for (let made = 0; made < count; made += 1) {
    const payer = await openPayer(app);
    const { transactionId } = await confirmed(app, payer, { headers: { 'x-scenario': 'stays_pending' } });
    stuck.push({ transactionId, accountNumber: payer.accountNumber, cost: costOf(await statusUntil(app, transactionId, { stage: 'confirming' })) });
  }
  await pass(app, 23 * 3600);
  for (const { transactionId } of stuck) await statusUntil(app, transactionId, { stage: 'review' });
  return stuck;
}

async function oneInReview(): Promise<InReview> {
  const [one] = await inReview(1);
  if (one === undefined) throw new Error('Nothing is in review.');
  return one;
}

const vote = (reviewer: Reviewer, transactionId: string, verdict: Verdict) =>
  voteOnReview(app.app.ctx, app.app.lanes.settle, { ...reviewer, transactionId, verdict, evidence: 'Settlement report, line 12' });
const codeOf = (voting: Promise<unknown>): Promise<unknown> => voting.then(() => null, (error: { code?: unknown }) => error.code);

describe('a transfer in review', () => {
  test.each([['success', 'SUCCESS'], ['failure', 'FAILED']] as const)('becomes a %s when two members say so, and not before', async (verdict, status) => {
    const { transactionId, accountNumber, cost } = await oneInReview();
    expect(await vote(ada, transactionId, verdict)).toMatchObject({ outcome: 'waiting', state: 'REVIEW' });
    expect(await statusOf(app, transactionId)).toMatchObject({ status: 'PENDING', stage: 'review' });
    expect(await balances(app, accountNumber)).toMatchObject({ held: cost });
    expect(await vote(bayo, transactionId, verdict)).toMatchObject({ outcome: 'decided' });
    expect(await statusOf(app, transactionId)).toMatchObject({ status, conclusive: true });
    expect(await balances(app, accountNumber)).toEqual(atRest(status === 'SUCCESS' ? 10_000 - cost : 10_000));
    expect(await eventsOf(app, app, transactionId)).toContain(status === 'SUCCESS' ? 'payment.success' : 'payment.failed');
    // The rail's book is told what happened there, so that the books can agree.
    await app.call('POST', `/sandbox/transfers/${transactionId}/${status === 'SUCCESS' ? 'settle' : 'fail'}`);
  });

  test('stays when two disagree, until a third decides', async () => {
    const { transactionId, cost, accountNumber } = await oneInReview();
    await vote(ada, transactionId, 'success');
    expect(await vote(bayo, transactionId, 'failure')).toMatchObject({ outcome: 'opposed', state: 'REVIEW' });
    expect(await balances(app, accountNumber)).toMatchObject({ held: cost });
    expect(await vote(chidi, transactionId, 'failure')).toMatchObject({ outcome: 'decided', state: 'FAILED' });
    expect(await balances(app, accountNumber)).toEqual(atRest(10_000));
  });

  test('is not decided by one member who says it twice, and nobody changes a vote', async () => {
    const { transactionId } = await oneInReview();
    for (let time = 0; time < 3; time += 1) expect(await vote(ada, transactionId, 'failure')).toMatchObject({ outcome: 'waiting', votes: [{ verdict: 'failure' }] });
    expect(await codeOf(vote(ada, transactionId, 'success'))).toBe('transfer_state_invalid');
    const audited = await app.db.read(app.tenantId, (tx) => tx.rows(sql`
      select actor from audit_entry where tenant_id = ${tx.tenantId} and subject = ${transactionId} and action = 'transfer.review_vote'`));
    expect(audited).toEqual([{ actor: ada.memberId }]);
    await vote(bayo, transactionId, 'failure');
  });

  test('is decided once when two vote at the same time', async () => {
    const { transactionId } = await oneInReview();
    const standings = await Promise.all([vote(ada, transactionId, 'failure'), vote(bayo, transactionId, 'failure')]);
    expect(standings.map((standing) => standing.outcome).toSorted()).toEqual(['decided', 'waiting']);
    expect((await eventsOf(app, app, transactionId)).filter((kind) => kind === 'payment.failed')).toHaveLength(1);
  });

  test('is settled by the same vote again when the program died between the second vote and the settlement', async () => {
    const { transactionId } = await oneInReview();
    const dead = { run: () => Promise.reject(new Error('died')), idle: () => Promise.resolve() };
    await vote(ada, transactionId, 'failure');
    await expect(voteOnReview(app.app.ctx, dead, { ...bayo, transactionId, verdict: 'failure', evidence: 'Report' })).rejects.toThrow('died');
    expect(await statusOf(app, transactionId)).toMatchObject({ stage: 'review' });
    expect(await vote(ada, transactionId, 'failure')).toMatchObject({ outcome: 'decided', state: 'FAILED' });
  });
});

test('members of other organizations and transfers outside review are refused', async () => {
  const stranger = await join(app, await app.addTenant(), 'stranger', 'owner');
  const { transactionId } = await oneInReview();
  expect(await codeOf(vote(stranger, transactionId, 'success'))).toBe('transaction_not_found');
  expect(await codeOf(vote(ada, 'txn_unknown', 'success'))).toBe('transaction_not_found');
  const payer = await openPayer(app);
  const done = await confirmed(app, payer);
  await statusUntil(app, done.transactionId, { status: 'SUCCESS' });
  expect(await codeOf(vote(ada, done.transactionId, 'failure'))).toBe('transfer_state_invalid');
});

describe('an open exception', () => {
  const entries = (transactionId: string): Promise<unknown[]> => app.db.read(app.tenantId, (tx) => tx.rows(sql`
    select debit_account as debit, credit_account as credit from ledger_entry
    where tenant_id = ${tx.tenantId} and reference = ${transactionId} and code = 'correction' order by ledger_entry_id`));

  /** People released the money; the rail then says that it had paid. */
  async function contradicted(): Promise<string> {
    const { transactionId } = await oneInReview();
    await vote(ada, transactionId, 'failure');
    await vote(bayo, transactionId, 'failure');
    await app.call('POST', `/sandbox/transfers/${transactionId}/settle`);
    await app.app.lanes.settle.run(app.tenantId, { environment: 'sandbox', transactionId, evidence: { from: 'settlement', verdict: 'success', responseCode: '00' } });
    return transactionId;
  }
  const resolve = (reviewer: Reviewer, transactionId: string, recovered: boolean) =>
    voteOnException(app.app.ctx, { ...reviewer, transactionId, kind: 'success_after_failure', recovered, evidence: 'Letter of the beneficiary bank' });

  test('that was recovered takes its entry back, once, when two members say so and not before', async () => {
    const transactionId = await contradicted();
    for (let time = 0; time < 2; time += 1) expect(await resolve(chidi, transactionId, true)).toMatchObject({ outcome: 'waiting', votes: [{ recovered: true }] });
    expect(await codeOf(resolve(chidi, transactionId, false))).toBe('transfer_state_invalid');
    expect(await entries(transactionId)).toEqual([{ debit: 'rail_exceptions', credit: 'rail_clearing' }]);
    expect(await resolve(ada, transactionId, true)).toMatchObject({ outcome: 'decided' });
    expect(await codeOf(resolve(bayo, transactionId, true))).toBe('record_not_found');
    expect(await entries(transactionId)).toEqual([{ debit: 'rail_exceptions', credit: 'rail_clearing' }, { debit: 'rail_clearing', credit: 'rail_exceptions' }]);
    expect((await app.books()).filter((line) => line.includes(transactionId))).toEqual([]);
  });

  test('that was not leaves the amount where it is', async () => {
    const transactionId = await contradicted();
    await resolve(ada, transactionId, false);
    expect(await resolve(bayo, transactionId, true)).toMatchObject({ outcome: 'opposed' });
    expect(await resolve(chidi, transactionId, false)).toMatchObject({ outcome: 'decided' });
    expect(await entries(transactionId)).toEqual([{ debit: 'rail_exceptions', credit: 'rail_clearing' }]);
  });
});

test('the command lists, refuses who may not, and decides with two passwords, beside the running program', async () => {
  const { transactionId } = await oneInReview();
  const review = (args: readonly string[], secret = memberPassword) => runProgram('src/cli/review.ts', args, app.database.connection, { REVIEW_PASSWORD: secret });
  const decide = (name: string, secret?: string) => review(['decide', transactionId, 'failure', '--as', emailOf(name), '--evidence', 'Settlement report'], secret);
  const listed = await review(['list']);
  expect(listed, listed.stderr).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(new RegExp(`${transactionId}  NGN 1,000\\.00 .* 23\\.0 h old  last: indeterminate 09 .* votes: 0 success, 0 failure`)) });
  const outcomes = [await decide('ada', 'a wrong password'), await decide('dele'), await decide('ada'), await decide('ada'), await decide('bayo')];
  expect(outcomes.map(({ exitCode, stdout, stderr }) => [exitCode, stdout + stderr])).toEqual([
    [1, expect.stringContaining('password is wrong')],
    [1, expect.stringContaining('developer may not decide')],
    [0, expect.stringContaining('A second member must say the same')],
    [0, expect.stringContaining('A second member must say the same')],
    [0, expect.stringContaining('the transfer is FAILED')],
  ]);
  expect(await statusOf(app, transactionId)).toMatchObject({ status: 'FAILED' });
  expect(await review(['decide', transactionId])).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Usage:') });
});
