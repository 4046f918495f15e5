/**
 * The database of a run, in memory: a write is one transaction, which is refused whole or applied whole. Keeps the constraints
 * of the schema; the shipped policy must never need them, so a refusal is a violation.
 */
import type { Account } from '#src/accounts/store.ts';
import type { CustomerBrief } from '#src/customers/find-customer.ts';
import type { NewEvent } from '#src/events/emit.ts';
import { type Balance, balanceChanges, type Posting } from '#src/ledger/postings.ts';
import { expectPresent } from '#src/lib/assert.ts';
import type { Usage } from '#src/limits/check.ts';
import type { UsageChange } from '#src/limits/usage-store.ts';
import type { Issue } from '#src/otp/issue.ts';
import type { Otp, OtpGuard } from '#src/otp/judge.ts';
import type { Enquiry } from '#src/transfers/enquiry-store.ts';
import type { ExceptionRow } from '#src/transfers/exception-store.ts';
import type { AttemptAnswer, StoredAttempt } from '#src/transfers/store.ts';
import type { Transfer, TransferState } from '#src/transfers/transfer.ts';
import type { StoredRequest } from '#src/work/requests.ts';
import { hold } from './violation.ts';

export type Totals = { postedDebit: bigint; postedCredit: bigint; pendingDebit: bigint };

export type Books = {
  transfers: Map<string, Transfer>;
  attempts: Map<string, StoredAttempt>;
  otps: Map<string, Otp>;
  enquiries: Map<string, Enquiry>;
  accounts: Map<string, Account>;
  customers: Map<string, CustomerBrief>;
  totals: Map<string, Totals>;
  entries: Posting[];
  entryIds: Set<string>;
  /** Ids of the pending entries that were posted or voided. */
  resolved: Set<string>;
  events: NewEvent[];
  eventKeys: Set<string>;
  requests: Map<string, StoredRequest>;
  credits: Map<string, { sessionId: string; accountNumber: string; amountKobo: bigint }>;
  usage: Map<string, Usage>;
  exceptions: ExceptionRow[];
  /** How often each code was used. */
  otpUses: Map<string, number>;
};

export type Change = {
  inserted?: readonly Transfer[];
  saved?: readonly Transfer[];
  issues?: readonly Issue[];
  otps?: readonly Otp[];
  guards?: readonly OtpGuard[];
  postings?: readonly Posting[];
  events?: readonly NewEvent[];
  usage?: readonly UsageChange[];
  answers?: readonly AttemptAnswer[];
  exceptions?: readonly ExceptionRow[];
  requests?: readonly StoredRequest[];
  credits?: readonly { sessionId: string; accountNumber: string; amountKobo: bigint }[];
  enquiries?: readonly Enquiry[];
};

export function emptyBooks(): Books {
  return {
    transfers: new Map(), attempts: new Map(), otps: new Map(), enquiries: new Map(), accounts: new Map(), customers: new Map(), totals: new Map(), entries: [], entryIds: new Set(),
    resolved: new Set(), events: [], eventKeys: new Set(), requests: new Map(), credits: new Map(), usage: new Map(), exceptions: [], otpUses: new Map(),
  };
}

const none: Totals = { postedDebit: 0n, postedCredit: 0n, pendingDebit: 0n };

export function balanceOf(books: Books, accountNumber: string): Balance {
  const totals = books.totals.get(accountNumber) ?? none;
  const ledger = totals.postedCredit - totals.postedDebit;
  return { ledger, held: totals.pendingDebit, available: ledger - totals.pendingDebit };
}

const movesFrom: Record<TransferState, readonly TransferState[]> = {
  AWAITING_OTP: ['EXPIRED', 'SCHEDULED', 'CANCELLED', 'AUTHORISED', 'SENDING', 'FAILED', 'COMPLETED'],
  SCHEDULED: ['SCHEDULED', 'CANCELLED', 'AUTHORISED', 'FAILED', 'COMPLETED'],
  EXPIRED: [],
  CANCELLED: [],
  AUTHORISED: ['SENDING', 'UNKNOWN', 'REVIEW', 'COMPLETED', 'FAILED'],
  SENDING: ['AUTHORISED', 'UNKNOWN', 'REVIEW', 'COMPLETED', 'FAILED'],
  UNKNOWN: ['UNKNOWN', 'AUTHORISED', 'REVIEW', 'COMPLETED', 'FAILED'],
  REVIEW: ['COMPLETED', 'FAILED'],
  COMPLETED: ['RETURNED'],
  FAILED: [],
  RETURNED: [],
};

/** One transaction. @throws Violation when a constraint of the schema refuses it; `guarded` false leaves those of once-only out. */
export function write(books: Books, change: Change, guarded: boolean): void {
  if (guarded) check(books, change);
  for (const transfer of change.inserted ?? []) books.transfers.set(transfer.transactionId, transfer);
  for (const transfer of change.saved ?? []) books.transfers.set(transfer.transactionId, { ...transfer, version: transfer.version + 1 });
  writeOtps(books, change);
  for (const answer of change.answers ?? []) {
    const attempt = expectPresent(books.attempts.get(answer.transactionId), 'attempt');
    books.attempts.set(answer.transactionId, { ...attempt, queries: attempt.queries + (answer.asked ? 1 : 0), notFoundInARow: answer.notFoundInARow });
  }
  if (change.postings !== undefined && change.postings.length > 0) writeEntries(books, change.postings);
  for (const event of change.events ?? []) {
    books.events.push(event);
    books.eventKeys.add(eventKey(event));
  }
  for (const { subject, day, amountKobo, transfers } of change.usage ?? []) {
    const before = books.usage.get(`${subject} ${day}`) ?? { amountKobo: 0n, transfers: 0 };
    books.usage.set(`${subject} ${day}`, { amountKobo: before.amountKobo + amountKobo, transfers: before.transfers + transfers });
  }
  books.exceptions.push(...(change.exceptions ?? []));
  for (const request of change.requests ?? []) books.requests.set(request.request_id, request);
  for (const enquiry of change.enquiries ?? []) books.enquiries.set(enquiry.sessionId, enquiry);
  for (const credit of change.credits ?? []) books.credits.set(credit.sessionId, credit);
}

const eventKey = (event: NewEvent): string => `${event.subject} ${event.kind} ${event.sequence}`;

function check(books: Books, change: Change): void {
  for (const transfer of change.inserted ?? []) hold('constraint', !books.transfers.has(transfer.transactionId), () => `a second transfer ${transfer.transactionId}`);
  for (const transfer of change.saved ?? []) {
    const before = expectPresent(books.transfers.get(transfer.transactionId), 'transfer');
    hold('version', before.version === transfer.version, () => `${transfer.transactionId} changed under its lock`);
    hold('transition', movesFrom[before.state].includes(transfer.state), () => `${transfer.transactionId} went from ${before.state} to ${transfer.state}`);
  }
  for (const { entryId, pendingId } of change.postings ?? []) {
    hold('constraint', !books.entryIds.has(entryId), () => `a second entry ${entryId}`);
    if (pendingId === null) continue;
    hold('constraint', books.entryIds.has(pendingId), () => `${pendingId} was never held`);
    hold('constraint', !books.resolved.has(pendingId), () => `${pendingId} is resolved twice`);
  }
  for (const event of change.events ?? []) hold('constraint', !books.eventKeys.has(eventKey(event)), () => `a second event ${eventKey(event)}`);
  for (const { sessionId } of change.enquiries ?? []) hold('constraint', !books.enquiries.has(sessionId), () => `a second enquiry ${sessionId}`);
  for (const request of change.requests ?? []) hold('constraint', !books.requests.has(request.request_id), () => `a second answer to ${request.request_id}`);
}

function writeOtps(books: Books, change: Change): void {
  for (const { otp } of change.issues ?? []) {
    for (const other of books.otps.values()) {
      if (other.accountNumber === otp.accountNumber && other.state === 'active') books.otps.set(other.otpReferenceId, { ...other, state: 'superseded' });
    }
    books.otps.set(otp.otpReferenceId, otp);
  }
  for (const otp of change.otps ?? []) {
    const before = expectPresent(books.otps.get(otp.otpReferenceId), 'otp');
    books.otps.set(otp.otpReferenceId, otp);
    if (otp.state === 'used' && before.state !== 'used') books.otpUses.set(otp.otpReferenceId, (books.otpUses.get(otp.otpReferenceId) ?? 0) + 1);
  }
  for (const { accountNumber, failures, locks, lockedUntil } of change.guards ?? []) {
    const account = expectPresent(books.accounts.get(accountNumber), 'account');
    books.accounts.set(accountNumber, { ...account, otpFailures: failures, otpLocks: locks, otpLockedUntil: lockedUntil });
  }
}

function writeEntries(books: Books, postings: readonly Posting[]): void {
  for (const posting of postings) {
    books.entries.push(posting);
    books.entryIds.add(posting.entryId);
    if (posting.pendingId !== null) books.resolved.add(posting.pendingId);
  }
  for (const [account, change] of balanceChanges(postings)) {
    const before = books.totals.get(account) ?? none;
    books.totals.set(account, {
      postedDebit: before.postedDebit + change.postedDebit, postedCredit: before.postedCredit + change.postedCredit, pendingDebit: before.pendingDebit + change.pendingDebit,
    });
  }
}
