/** The promises of a transfer and of the books, checked from the entries themselves and never from what the program remembers. */
import type { Posting } from '#src/ledger/postings.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { totalKobo } from '#src/transfers/ledger-legs.ts';
import { operatorReversal, type Transfer } from '#src/transfers/transfer.ts';
import { balanceOf, type Books } from './books.ts';
import type { RailModel } from './rail-model.ts';
import { hold } from './violation.ts';

/** The longest that a transfer in flight may lie without anybody looking. */
const longestWaitMs = 300_000;

type Sums = { pending: bigint; post: bigint; void: bigint; single: bigint; back: bigint; voids: number; posts: number };

function sumsOf(entries: readonly Posting[], transfer: Transfer): Sums {
  const sums: Sums = { pending: 0n, post: 0n, void: 0n, single: 0n, back: 0n, voids: 0, posts: 0 };
  for (const entry of entries) {
    if (entry.reference !== transfer.transactionId) continue;
    if (entry.kind === 'single' && entry.creditAccount === transfer.sourceAccountNumber) sums.back += entry.amountKobo;
    else if (entry.code !== 'correction') sums[entry.kind] += entry.amountKobo;
    if (entry.kind === 'void' && entry.code === 'transfer') sums.voids += 1;
    if (entry.kind === 'post' && entry.code === 'transfer') sums.posts += 1;
  }
  return sums;
}

/** After each write. @throws Violation */
export function checkTransfer(books: Books, transfer: Transfer, now: Date): void {
  const { transactionId, state } = transfer;
  const total = totalKobo(transfer);
  const sums = sumsOf(books.entries, transfer);
  const held = sums.pending - sums.post - sums.void;
  const shouldHold = state === 'AUTHORISED' || state === 'SENDING' || state === 'UNKNOWN' || state === 'REVIEW';
  hold('I4', held === (shouldHold ? total : 0n), () => `${transactionId} is ${state} and holds ${held} of ${total}`);
  const paid = state === 'COMPLETED' || state === 'RETURNED';
  const moved = sums.post + sums.single;
  hold('I5', moved === (paid ? total : 0n), () => `${transactionId} is ${state} and posted ${moved} of ${total}`);
  hold('I5', sums.posts + sums.voids <= 1, () => `${transactionId} was settled ${sums.posts + sums.voids} times`);
  hold('I5', sums.back === (state === 'RETURNED' ? total : 0n), () => `${transactionId} is ${state} and gave back ${sums.back}`);
  hold('I5', state !== 'FAILED' || sums.pending === sums.void, () => `${transactionId} failed and released ${sums.void} of ${sums.pending}`);

  if (state === 'SENDING' || state === 'UNKNOWN') {
    hold('I6', books.attempts.has(transactionId), () => `${transactionId} is ${state} without an attempt`);
    hold('I10', transfer.nextAt !== null && transfer.nextAt.getTime() <= now.getTime() + longestWaitMs, () => `${transactionId} is ${state} and due ${transfer.nextAt?.toISOString()}`);
  }
  const { scheduledFor, authorisedAt } = transfer;
  if (scheduledFor !== null) hold('schedule', authorisedAt === null || authorisedAt >= scheduledFor, () => `${transactionId} was authorised at ${authorisedAt?.toISOString()}, before its time`);
  if (state === 'AWAITING_OTP' || state === 'SCHEDULED' || state === 'AUTHORISED') hold('I10', transfer.nextAt !== null, () => `${transactionId} is ${state} and never due`);
  checkEvents(books, transfer);
  const balance = balanceOf(books, transfer.sourceAccountNumber);
  hold('I3', balance.available >= 0n, () => `${transfer.sourceAccountNumber} has ${balance.available} available`);
}

function checkEvents(books: Books, { transactionId, state }: Transfer): void {
  const count = { 'payment.success': 0, 'payment.failed': 0, 'payment.reversed': 0, 'transfer.expired': 0, 'transfer.cancelled': 0 };
  for (const { kind, subject } of books.events) {
    if (subject === transactionId && (kind === 'payment.success' || kind === 'payment.failed' || kind === 'payment.reversed' || kind === 'transfer.expired' || kind === 'transfer.cancelled')) count[kind] += 1;
  }
  const say = (): string => `${transactionId} is ${state} and told ${JSON.stringify(count)}`;
  hold('I9', count['payment.success'] === (state === 'COMPLETED' || state === 'RETURNED' ? 1 : 0), say);
  hold('I9', count['payment.failed'] === (state === 'FAILED' || state === 'EXPIRED' || state === 'CANCELLED' ? 1 : 0), say);
  hold('I9', count['transfer.expired'] === (state === 'EXPIRED' ? 1 : 0), say);
  hold('I9', count['transfer.cancelled'] === (state === 'CANCELLED' ? 1 : 0), say);
  hold('I9', count['payment.reversed'] === (state === 'RETURNED' ? 1 : 0), say);
}

/** When nothing is left to happen: the ledger, the rail's book and the caller's log of answers agree. @throws Violation */
export function checkEnd(books: Books, rail: RailModel, { returned, reversed }: { returned: ReadonlySet<string>; reversed: ReadonlySet<string> }): void {
  const sums = new Map<string, { debit: bigint; credit: bigint; pending: bigint }>();
  const of = (account: string) => expectPresent(sums.get(account) ?? sums.set(account, { debit: 0n, credit: 0n, pending: 0n }).get(account), 'sums');
  for (const { kind, debitAccount, creditAccount, amountKobo } of books.entries) {
    if (kind === 'post' || kind === 'single') {
      of(debitAccount).debit += amountKobo;
      of(creditAccount).credit += amountKobo;
    }
    if (kind !== 'single') of(debitAccount).pending += kind === 'pending' ? amountKobo : -amountKobo;
  }
  let difference = 0n;
  for (const [account, { debit, credit, pending }] of sums) {
    difference += debit - credit;
    const stored = expectPresent(books.totals.get(account), 'totals');
    hold('I2', stored.postedDebit === debit && stored.postedCredit === credit && stored.pendingDebit === pending, () => `the stored balance of ${account} is not the sum of its entries`);
  }
  hold('I1', difference === 0n, () => `debits exceed credits by ${difference}`);
  let sent = 0n;
  for (const transfer of books.transfers.values()) {
    const { transactionId, state } = transfer;
    const credits = rail.credits(transactionId);
    const paid = state === 'COMPLETED' || state === 'RETURNED';
    if (paid) sent += transfer.amountKobo;
    hold('I7', transfer.onUs ? credits === 0 : credits === (paid ? 1 : 0), () => `${transactionId} ended ${state} and the rail credited it ${credits} times`);
    const givenBack = returned.has(transactionId) ? 'gave it back' : 'gave nothing back';
    // What people voted to take back from an account here stays, where that account does not cover it.
    const mayStay = reversed.has(transactionId) && transfer.onUs;
    hold('I7', (state === 'RETURNED') === (returned.has(transactionId) || reversed.has(transactionId)) || (mayStay && state === 'COMPLETED'), () => `${transactionId} ended ${state} and the rail ${givenBack}`);
    const told = books.exceptions.filter((each) => each.transactionId === transactionId && each.kind === 'return_after_reversal').length;
    hold('I7', told === (returned.has(transactionId) && transfer.failureCode === operatorReversal ? 1 : 0), () => `the rail ${givenBack} of ${transactionId}, ended by ${transfer.failureCode}, and ${told} exceptions say so`);
    hold('liveness', paid || state === 'FAILED' || state === 'EXPIRED' || state === 'CANCELLED', () => `${transactionId} never ended: ${state}`);
  }
  let used = 0n;
  for (const [subject, { amountKobo }] of books.usage) if (subject.startsWith('account:')) used += amountKobo;
  hold('limits', used === sent, () => `the days' limits count ${used}, and ${sent} was sent`);
  for (const [otpReferenceId, uses] of books.otpUses) hold('I8', uses === 1, () => `${otpReferenceId} was used ${uses} times`);
}
