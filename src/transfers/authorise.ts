/**
 * What the right OTP brings about, or the time of a scheduled transfer: the hold for a payment to another bank, the whole
 * move between two accounts of one tenant, or a refusal. The lanes of confirmation and start both call this very code.
 */
import { type Account, lockAccounts } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import { type CustomerBrief, findCustomers } from '#src/customers/find-customer.ts';
import type { Tx } from '#src/db/database.ts';
import { catalogue, type Failure, fail } from '#src/errors.ts';
import { emitCounted, type NewEvent } from '#src/events/emit.ts';
import { type Balance, lockBalances, post, type Posting, spendable } from '#src/ledger/postings.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { lagosDay } from '#src/lib/time.ts';
import { depositRefusal } from '#src/limits/check.ts';
import { limitsOf } from '#src/limits/policy.ts';
import { countTransfer, type LimitFacts, lockLimits, transferRefusal } from '#src/limits/transfer-limits.ts';
import { changeUsage, type UsageChange } from '#src/limits/usage-store.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { leased } from '#src/work/due.ts';
import { isNew, type Known, readKnown } from './known-beneficiaries.ts';
import { hold, moveOnUs, totalKobo } from './ledger-legs.ts';
import { authorized, completed, creditedOnUs, failed, lowBalance } from './payment-events.ts';
import { saveArrived } from './save-beneficiaries.ts';
import { type SendJob, sendJob } from './send-job.ts';
import { type NewAttempt, recordIntents, saveTransfers } from './store.ts';
import { asSending, sendByOf, type Transfer } from './transfer.ts';
import { wakeForNews } from './wake-for-news.ts';

export type AuthoriseFacts = {
  now: Date;
  transfers: Map<string, Transfer>;
  accounts: Map<string, Account>;
  customers: Map<string, CustomerBrief>;
  balances: Map<string, Balance>;
  limits: LimitFacts;
  known: Known;
  /** What the worker of this process would send at once, by transactionId. */
  sendable: ReadonlyMap<string, Sendable>;
};

/** Drawn and read before the decision, so that the intent is written with it. `sendByMs`: monotonic clock. */
export type Sendable = { environment: Environment; rail: string; railRef: string; nameEnquiryRef: string; sendByMs: number };

export type AuthoriseEffects = { transfers: Map<string, Transfer>; postings: Posting[]; usage: UsageChange[]; events: NewEvent[]; deliveries: number; /** The worker has something to look for at once. */ dueNow: boolean; intents: NewAttempt[]; sends: SendJob[] };

export const noAuthoriseEffects = (): AuthoriseEffects => ({ transfers: new Map(), postings: [], usage: [], events: [], deliveries: 0, dueNow: false, intents: [], sends: [] });

/** Accounts whose money these transfers may move. */
function accountsOf(transfers: readonly Transfer[]): string[] {
  return [...new Set(transfers.flatMap((transfer) => (transfer.onUs ? [transfer.sourceAccountNumber, transfer.beneficiaryAccountNumber] : [transfer.sourceAccountNumber])))];
}

/**
 * Locks and facts of these transfers, which the caller holds, in the order every command keeps: accounts, codes where `lockCodes` asks for them, usage, balances; each in id
 * order. All are asked together. The first transfer of a day makes its usage row in a second step, when its balances are held already: whoever may meet it there, a failing
 * transfer that gives its share of the day back, has its own row since it was confirmed, and so waits for none (decision 27). `lastly`: see the lanes.
 */
export async function lockFacts<Codes>(ctx: Pick<Context, 'policyOn'>, tx: Tx, transfers: Map<string, Transfer>, lockCodes: () => Promise<Codes>, lastly: () => void): Promise<Omit<AuthoriseFacts, 'sendable'> & { codes: Codes }> {
  const all = [...transfers.values()];
  const asked = Promise.all([
    lockAccounts(tx, accountsOf(all)),
    lockCodes(),
    lockLimits(ctx, tx, all.map(sourceOf)),
    findCustomers(tx, [...new Set(all.flatMap(({ customerId }) => customerId ?? []))]),
    lockBalances(tx, accountsOf(all)),
    readKnown(tx, ctx.policyOn(lagosDay(tx.now)), all),
  ]);
  lastly();
  const [accounts, codes, limits, payers, balances, known] = await asked;
  // Who is paid here is known by the accounts.
  const paid = [...new Set([...accounts.values()].flatMap(({ customerId }) => (customerId === null || payers.has(customerId) ? [] : [customerId])))];
  const customers = paid.length === 0 ? payers : new Map([...payers, ...await findCustomers(tx, paid)]);
  return { now: tx.now, transfers, accounts, codes, limits, customers, balances, known };
}

/** The writes of the effects, begun in their order on the one connection of the transaction. */
export function saveAuthorised(ctx: Context, tx: Tx, effects: AuthoriseEffects, lane: 'confirm' | 'start'): Promise<unknown>[] {
  return [
    saveArrived(tx, ctx.ids, effects.transfers.values()),
    saveTransfers(tx, [...effects.transfers.values()]).then(() => crashPoint(`${lane}.transfers_saved`)),
    recordIntents(tx, effects.intents),
    changeUsage(tx, effects.usage),
    post(tx, effects.postings).then(() => crashPoint(`${lane}.posted`)),
    emitCounted(tx, ctx.ids, effects.events).then(({ deliveries }) => {
      effects.deliveries = deliveries;
    }),
  ];
}

export function wakeWorker(ctx: Context, tenantId: string, effects: AuthoriseEffects): void {
  ctx.handOver.transfer.take(tenantId, effects.sends);
  if (effects.dueNow) ctx.wake('transfer', tenantId);
  wakeForNews(ctx, effects);
}

export function sourceOf(transfer: Transfer): { accountNumber: string; customerId: string | null } {
  return { accountNumber: transfer.sourceAccountNumber, customerId: transfer.customerId };
}

/** Why nothing may leave this source now, or null. */
export function sourceRefusal(facts: AuthoriseFacts, transfer: Transfer, account: Account): Failure | null {
  if (transfer.customerId !== null && facts.customers.get(transfer.customerId)?.status !== 'Active') return fail('customer_disabled');
  return account.restriction === 'no_debit' || account.restriction === 'no_debit_no_credit' ? fail('account_restricted') : null;
}

/** Keeps how a transfer stands now, for the write and for the commands of the batch that follow. */
export function keep(facts: AuthoriseFacts, effects: AuthoriseEffects, next: Transfer): void {
  facts.transfers.set(next.transactionId, { ...next, version: next.version + 1 });
  effects.transfers.set(next.transactionId, next);
}

/** Ends a transfer for which nothing was held. */
export function refuse(facts: AuthoriseFacts, effects: AuthoriseEffects, transfer: Transfer, reason: string, responseCode: string): Transfer {
  const refused: Transfer = { ...transfer, state: 'FAILED', failureCode: reason, responseCode, settledAt: facts.now, nextAt: null };
  keep(facts, effects, refused);
  effects.events.push(failed(refused));
  return refused;
}

export function refuseFor(facts: AuthoriseFacts, effects: AuthoriseEffects, transfer: Transfer, refusal: Failure): Transfer {
  return refuse(facts, effects, transfer, refusal.code, catalogue[refusal.code].statusCode);
}

/** Holds the money, or moves it, or ends the transfer with the refusal that is answered. Pure. */
export function authorise(facts: AuthoriseFacts, effects: AuthoriseEffects, transfer: Transfer, account: Account): { authorised: Transfer } | { refusal: Failure } {
  const needed = totalKobo(transfer);
  const balance = expectPresent(facts.balances.get(transfer.sourceAccountNumber), 'source balance');
  const refusal = holdRefusal(facts, transfer, balance, needed);
  if (refusal !== null) {
    refuseFor(facts, effects, transfer, refusal);
    return { refusal };
  }
  const authorised: Transfer = { ...transfer, state: 'AUTHORISED', authorisedAt: facts.now, nextAt: facts.now };
  effects.events.push(authorized(authorised));
  if (transfer.onUs) {
    settleOnUs(facts, effects, authorised, account);
    return { authorised };
  }
  facts.balances.set(transfer.sourceAccountNumber, { ...balance, available: balance.available - needed, held: balance.held + needed });
  effects.postings.push(...hold(authorised));
  effects.events.push(...lowBalance(authorised, account.lowBalanceKobo, { before: balance.available, after: balance.available - needed }));
  effects.usage.push(...countTransfer(facts.limits, sourceOf(transfer), transfer.amountKobo));
  const sendable = facts.sendable.get(transfer.transactionId);
  if (sendable === undefined) {
    effects.dueNow = true;
    keep(facts, effects, authorised);
  } else {
    sendAtOnce(facts, effects, authorised, account, sendable);
  }
  return { authorised };
}

/** Confirmed, held and intended in one: what a look of the worker would do in a transaction of its own. */
function sendAtOnce(facts: AuthoriseFacts, effects: AuthoriseEffects, authorised: Transfer, { name }: Account, { environment, rail, railRef, nameEnquiryRef, sendByMs }: Sendable): void {
  const sending = asSending(leased(authorised, facts.now), facts.now);
  effects.intents.push({ transactionId: sending.transactionId, rail, railRef, sendBy: sendByOf(facts.now) });
  effects.sends.push(sendJob(environment, sending, { railRef, sourceAccountName: name, nameEnquiryRef }, sendByMs));
  keep(facts, effects, sending);
}

/** Why the hold cannot be placed now, or null. The OTP is spent all the same: it confirmed exactly this. */
function holdRefusal(facts: AuthoriseFacts, transfer: Transfer, balance: Balance, needed: bigint): Failure | null {
  if (balance.available < needed) return fail('insufficient_funds', { details: { available: nairaNumber(spendable(balance.available)), required: nairaNumber(needed) } });
  const kycTier = transfer.customerId === null ? null : (facts.customers.get(transfer.customerId)?.kycTier ?? 1);
  return transferRefusal(facts.limits, { ...sourceOf(transfer), kycTier, newBeneficiary: isNew(facts.known, transfer) }, !transfer.onUs, transfer.amountKobo);
}

/** What would keep the beneficiary's account from taking the money, as a NIP response code, or null. */
function depositFault(facts: AuthoriseFacts, beneficiary: Account, amountKobo: bigint): { reason: string; responseCode: string } | null {
  if (beneficiary.restriction === 'no_credit' || beneficiary.restriction === 'no_debit_no_credit') return { reason: 'beneficiary_account_restricted', responseCode: '57' };
  const kycTier = beneficiary.customerId === null ? null : (facts.customers.get(beneficiary.customerId)?.kycTier ?? 1);
  const ledger = facts.balances.get(beneficiary.accountNumber)?.ledger ?? 0n;
  return depositRefusal(amountKobo, limitsOf(facts.limits.policy, kycTier), ledger) === null ? null : { reason: 'beneficiary_limit_exceeded', responseCode: '61' };
}

function settleOnUs(facts: AuthoriseFacts, effects: AuthoriseEffects, authorised: Transfer, account: Account): void {
  const beneficiary = expectPresent(facts.accounts.get(authorised.beneficiaryAccountNumber), 'beneficiary account');
  const fault = depositFault(facts, beneficiary, authorised.amountKobo);
  if (fault !== null) {
    // As another bank would answer: confirmed, tried, refused; nothing moved.
    refuse(facts, effects, authorised, fault.reason, fault.responseCode);
    return;
  }
  const done: Transfer = { ...authorised, state: 'COMPLETED', responseCode: '00', railSessionId: authorised.nameEnquirySessionId, sentAt: facts.now, settledAt: facts.now, nextAt: null };
  const needed = totalKobo(authorised);
  const source = expectPresent(facts.balances.get(authorised.sourceAccountNumber), 'source balance');
  facts.balances.set(authorised.sourceAccountNumber, { ...source, ledger: source.ledger - needed, available: source.available - needed });
  const target = expectPresent(facts.balances.get(authorised.beneficiaryAccountNumber), 'beneficiary balance');
  facts.balances.set(authorised.beneficiaryAccountNumber, { ...target, ledger: target.ledger + authorised.amountKobo, available: target.available + authorised.amountKobo });
  effects.postings.push(...moveOnUs(authorised));
  effects.usage.push(...countTransfer(facts.limits, sourceOf(authorised), authorised.amountKobo));
  effects.events.push(...completed(done), creditedOnUs(done, account.name), ...lowBalance(done, account.lowBalanceKobo, { before: source.available, after: source.available - needed }));
  keep(facts, effects, done);
}
