/**
 * Confirmation, in a lane: the OTP is spent and the money held in one transaction. A wrong code is a try that counts,
 * so it commits too. Money for an account of this tenant moves at once; the rest is handed to the sender.
 */
import { type Account, lockAccounts, updateOtpGuards } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import { type CustomerBrief, findCustomers } from '#src/customers/find-customer.ts';
import type { Tx } from '#src/db/database.ts';
import { catalogue, type Failure, fail } from '#src/errors.ts';
import { emit, type NewEvent } from '#src/events/emit.ts';
import type { Answer } from '#src/http/route.ts';
import { type Balance, lockBalances, post, type Posting, spendable } from '#src/ledger/postings.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { depositRefusal } from '#src/limits/check.ts';
import { limitsOf } from '#src/limits/policy.ts';
import { countTransfer, type LimitFacts, lockLimits, transferRefusal } from '#src/limits/transfer-limits.ts';
import { changeUsage, type UsageChange } from '#src/limits/usage-store.ts';
import { nairaNumber } from '#src/lib/money.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { codeMatches } from '#src/otp/match-code.ts';
import { judgeTry, type Otp, type OtpGuard } from '#src/otp/judge.ts';
import { lockOtps, updateOtps } from '#src/otp/store.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { LaneSpec } from '#src/work/lanes.ts';
import type { RequestKey } from '#src/work/requests.ts';
import { isNew, type Known, readKnown } from './known-beneficiaries.ts';
import { hold, moveOnUs, totalKobo } from './ledger-legs.ts';
import { authorized, completed, creditedOnUs, failed, lowBalance } from './payment-events.ts';
import { saveArrived } from './save-beneficiaries.ts';
import { lockTransfers, saveTransfers } from './store.ts';
import type { Transfer } from './transfer.ts';
import { confirmedAnswer } from './wire.ts';

export type Confirm = { key: RequestKey; environment: Environment; transactionId: string; otpReferenceId: string; code: string };

export type ConfirmFacts = {
  now: Date;
  keys: TenantKeys;
  /** A code that also passes, in the sandbox. */
  fixedCode: string | null;
  transfers: Map<string, Transfer>;
  otps: Map<string, Otp>;
  accounts: Map<string, Account>;
  customers: Map<string, CustomerBrief>;
  balances: Map<string, Balance>;
  limits: LimitFacts;
  known: Known;
};

type Effects = { transfers: Map<string, Transfer>; otps: Map<string, Otp>; guards: Map<string, OtpGuard>; postings: Posting[]; usage: UsageChange[]; events: NewEvent[]; toSend: number };

export function confirmSpec(ctx: Context): LaneSpec<Confirm, ConfirmFacts, Effects, Answer | Failure> {
  return {
    name: 'confirm',
    load: (tx, commands) => load(ctx, tx, commands),
    newEffects: () => ({ transfers: new Map(), otps: new Map(), guards: new Map(), postings: [], usage: [], events: [], toSend: 0 }),
    decide: decideConfirm,
    async apply(tx, effects) {
      await Promise.all([
        updateOtps(tx, [...effects.otps.values()]).then(() => crashPoint('confirm.otps_spent')),
        updateOtpGuards(tx, [...effects.guards.values()]),
        saveArrived(tx, ctx.ids, effects.transfers.values()),
        saveTransfers(tx, [...effects.transfers.values()]).then(() => crashPoint('confirm.transfers_saved')),
        changeUsage(tx, effects.usage),
        post(tx, effects.postings).then(() => crashPoint('confirm.posted')),
        emit(tx, ctx.ids, effects.events),
      ]);
    },
    committed(_tenantId, effects) {
      if (effects.toSend > 0) ctx.wake('transfer');
      if (effects.events.length > 0) ctx.wake('webhook_delivery');
    },
  };
}

/** Locks in the order every command keeps: transfers, accounts, codes, usage, balances; each in id order. */
async function load(ctx: Context, tx: Tx, commands: readonly Confirm[]): Promise<ConfirmFacts> {
  const environment = commands[0]?.environment ?? 'sandbox';
  const keys = await ctx.keyring.of(tx.tenantId);
  const transfers = await lockTransfers(tx, commands.map((command) => command.transactionId));
  const all = [...transfers.values()];
  const touched = [...new Set(all.flatMap((transfer) => (transfer.onUs ? [transfer.sourceAccountNumber, transfer.beneficiaryAccountNumber] : [transfer.sourceAccountNumber])))];
  // One connection runs these in order; asked together, they travel together.
  const [accounts, otps, limits] = await Promise.all([
    lockAccounts(tx, touched),
    lockOtps(tx, [...new Set(commands.map((command) => command.otpReferenceId))]),
    lockLimits(tx, all.map((transfer) => ({ accountNumber: transfer.sourceAccountNumber, customerId: transfer.customerId }))),
  ]);
  // Only now: the first transfer of a day makes its usage row in a second step, and balances come after usage.
  const [customers, balances, known] = await Promise.all([
    findCustomers(tx, [...new Set([...accounts.values()].flatMap((account) => account.customerId ?? []))]),
    lockBalances(tx, touched),
    readKnown(tx, limits.policy, all),
  ]);
  return { now: tx.now, keys, fixedCode: ctx.otpPolicy[environment].fixedCode, transfers, otps, accounts, customers, balances, limits, known };
}

/** Pure. Returns a Failure where a try was counted or a hold refused: what it changed stands. */
export function decideConfirm(facts: ConfirmFacts, command: Confirm, effects: Effects): Answer | Failure {
  const transfer = facts.transfers.get(command.transactionId);
  if (transfer === undefined) throw fail('transaction_not_found', { field: '/transactionId' });
  const otp = facts.otps.get(command.otpReferenceId);
  if (otp === undefined) throw fail('otp_reference_not_found', { field: '/otpReferenceId' });
  const account = expectPresent(facts.accounts.get(transfer.sourceAccountNumber), 'source account');
  if (transfer.state === 'AWAITING_OTP') checkSource(facts, transfer, account);

  const guard: OtpGuard = { accountNumber: account.accountNumber, failures: account.otpFailures, locks: account.otpLocks, lockedUntil: account.otpLockedUntil };
  const judged = judgeTry(otp, guard, {
    purpose: 'transfer',
    transactionId: transfer.transactionId,
    field: '/otp',
    // A code for a transfer that waits for none is not compared at all.
    matches: (active) => transfer.state === 'AWAITING_OTP' && codeMatches(facts.keys, active, command.code, facts.fixedCode),
  }, facts.now);
  if (judged.refusal !== null && judged.otp === otp) throw judged.refusal;
  if (transfer.state !== 'AWAITING_OTP' || transfer.expiresAt <= facts.now) throw fail('transfer_state_invalid', { details: { status: 'FAILED', stage: 'expired' } });
  keepOtp(facts, effects, account, judged.otp, judged.guard);
  if (judged.refusal !== null) return judged.refusal;
  return settleConfirmed(facts, effects, transfer, account);
}

function checkSource(facts: ConfirmFacts, transfer: Transfer, account: Account): void {
  if (transfer.customerId !== null && facts.customers.get(transfer.customerId)?.status !== 'Active') throw fail('customer_disabled');
  if (account.restriction === 'no_debit' || account.restriction === 'no_debit_no_credit') throw fail('account_restricted');
}

function keepOtp(facts: ConfirmFacts, effects: Effects, account: Account, otp: Otp, guard: OtpGuard): void {
  facts.otps.set(otp.otpReferenceId, otp);
  effects.otps.set(otp.otpReferenceId, otp);
  if (guard.failures === account.otpFailures && guard.locks === account.otpLocks && guard.lockedUntil?.getTime() === account.otpLockedUntil?.getTime()) return;
  facts.accounts.set(account.accountNumber, { ...account, otpFailures: guard.failures, otpLocks: guard.locks, otpLockedUntil: guard.lockedUntil });
  effects.guards.set(account.accountNumber, guard);
}

function settleConfirmed(facts: ConfirmFacts, effects: Effects, transfer: Transfer, account: Account): Answer | Failure {
  const keep = (next: Transfer): void => {
    facts.transfers.set(next.transactionId, { ...next, version: next.version + 1 });
    effects.transfers.set(next.transactionId, next);
  };
  const needed = totalKobo(transfer);
  const balance = expectPresent(facts.balances.get(transfer.sourceAccountNumber), 'source balance');
  const refusal = holdRefusal(facts, transfer, balance, needed);
  if (refusal !== null) {
    const refused: Transfer = { ...transfer, state: 'FAILED', failureCode: refusal.code, responseCode: catalogue[refusal.code].statusCode, settledAt: facts.now, nextAt: null };
    keep(refused);
    effects.events.push(failed(refused));
    return refusal;
  }
  const authorised: Transfer = { ...transfer, state: 'AUTHORISED', authorisedAt: facts.now, nextAt: facts.now };
  effects.events.push(authorized(authorised));
  if (!transfer.onUs) {
    facts.balances.set(transfer.sourceAccountNumber, { ...balance, available: balance.available - needed, held: balance.held + needed });
    effects.postings.push(...hold(authorised));
    effects.events.push(...lowBalance(authorised, account.lowBalanceKobo, { before: balance.available, after: balance.available - needed }));
    effects.usage.push(...countTransfer(facts.limits, sourceOf(transfer), transfer.amountKobo));
    effects.toSend += 1;
    keep(authorised);
    return confirmedAnswer(authorised);
  }
  keep(settleOnUs(facts, effects, authorised, account));
  return confirmedAnswer(authorised);
}

/** Why the hold cannot be placed now, or null. The OTP is spent all the same: it confirmed exactly this. */
function holdRefusal(facts: ConfirmFacts, transfer: Transfer, balance: Balance, needed: bigint): Failure | null {
  if (balance.available < needed) return fail('insufficient_funds', { details: { available: nairaNumber(spendable(balance.available)), required: nairaNumber(needed) } });
  const kycTier = transfer.customerId === null ? null : (facts.customers.get(transfer.customerId)?.kycTier ?? 1);
  return transferRefusal(facts.limits, { accountNumber: transfer.sourceAccountNumber, customerId: transfer.customerId, kycTier, newBeneficiary: isNew(facts.known, transfer) }, !transfer.onUs, transfer.amountKobo);
}

/** What would keep the beneficiary's account from taking the money, as a NIP response code, or null. */
function depositFault(facts: ConfirmFacts, beneficiary: Account, amountKobo: bigint): { reason: string; responseCode: string } | null {
  if (beneficiary.restriction === 'no_credit' || beneficiary.restriction === 'no_debit_no_credit') return { reason: 'beneficiary_account_restricted', responseCode: '57' };
  const kycTier = beneficiary.customerId === null ? null : (facts.customers.get(beneficiary.customerId)?.kycTier ?? 1);
  const ledger = facts.balances.get(beneficiary.accountNumber)?.ledger ?? 0n;
  return depositRefusal(amountKobo, limitsOf(facts.limits.policy, kycTier), ledger) === null ? null : { reason: 'beneficiary_limit_exceeded', responseCode: '61' };
}

function settleOnUs(facts: ConfirmFacts, effects: Effects, authorised: Transfer, account: Account): Transfer {
  const beneficiary = expectPresent(facts.accounts.get(authorised.beneficiaryAccountNumber), 'beneficiary account');
  const fault = depositFault(facts, beneficiary, authorised.amountKobo);
  if (fault !== null) {
    // As another bank would answer: confirmed, tried, refused; nothing moved.
    const refused: Transfer = { ...authorised, state: 'FAILED', failureCode: fault.reason, responseCode: fault.responseCode, settledAt: facts.now, nextAt: null };
    effects.events.push(failed(refused));
    return refused;
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
  return done;
}

function sourceOf(transfer: Transfer): { accountNumber: string; customerId: string | null } {
  return { accountNumber: transfer.sourceAccountNumber, customerId: transfer.customerId };
}
