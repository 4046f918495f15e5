/**
 * Confirmation, in a lane: the OTP is spent and the money held in one transaction. A wrong code is a try that counts,
 * so it commits too. What follows from a right code is decided in `authorise.ts`; for a scheduled transfer, at its time.
 */
import { type Account, updateOtpGuards } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import type { Opening, Tx } from '#src/db/database.ts';
import { type Failure, fail } from '#src/errors.ts';
import type { Answer } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { codeMatches } from '#src/otp/match-code.ts';
import { judgeTry, type Otp, type OtpGuard } from '#src/otp/judge.ts';
import { lockOtps, updateOtps } from '#src/otp/store.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { LaneSpec } from '#src/work/lanes.ts';
import type { RequestKey } from '#src/work/requests.ts';
import { authorise, type AuthoriseEffects, type AuthoriseFacts, keep, lockFacts, noAuthoriseEffects, saveAuthorised, type Sendable, sourceRefusal, wakeWorker } from './authorise.ts';
import { selectRailSessions } from './enquiry-store.ts';
import { scheduled } from './payment-events.ts';
import { railFor } from './rail-for.ts';
import { drawRailRef } from './rail-ref.ts';
import { asScheduled } from './schedule.ts';
import { sendDeadline } from './send-job.ts';
import { lockTransfers } from './store.ts';
import type { Transfer } from './transfer.ts';
import { confirmedAnswer, standing } from './wire.ts';

export type Confirm = { key: RequestKey; environment: Environment; transactionId: string; otpReferenceId: string; code: string };

export type ConfirmFacts = AuthoriseFacts & {
  keys: TenantKeys;
  /** A code that also passes, in the sandbox. */
  fixedCode: string | null;
  otps: Map<string, Otp>;
};

type Effects = AuthoriseEffects & { otps: Map<string, Otp>; guards: Map<string, OtpGuard> };

export function confirmSpec(ctx: Context): LaneSpec<Confirm, ConfirmFacts, Effects, Answer | Failure> {
  return {
    name: 'confirm',
    load: (opening, commands, lastly) => load(ctx, opening, commands, lastly),
    newEffects: () => ({ ...noAuthoriseEffects(), otps: new Map(), guards: new Map() }),
    decide: decideConfirm,
    async apply(tx, effects) {
      tx.lastly();
      await Promise.all([
        updateOtps(tx, [...effects.otps.values()]).then(() => crashPoint('confirm.otps_spent')),
        updateOtpGuards(tx, [...effects.guards.values()]),
        ...saveAuthorised(ctx, tx, effects, 'confirm'),
      ]);
    },
    committed: (tenantId, effects) => wakeWorker(ctx, tenantId, effects),
  };
}

/** Locks in the order every command keeps: transfers, accounts, codes, usage, balances; each in id order. */
async function load(ctx: Context, opening: Opening, commands: readonly Confirm[], lastly: () => void): Promise<ConfirmFacts> {
  const environment = commands[0]?.environment ?? 'sandbox';
  const keys = await ctx.keyring.of(opening.tenantId);
  const transfers = await lockTransfers(opening, commands.map((command) => command.transactionId));
  const tx = await opening.begun;
  // One connection runs these in order; asked together, they travel together.
  const [sendable, { codes, ...facts }] = await Promise.all([
    readSendable(ctx, tx, environment, [...transfers.values()]),
    lockFacts(ctx, tx, transfers, () => lockOtps(tx, [...new Set(commands.map((command) => command.otpReferenceId))]), lastly),
  ]);
  return { ...facts, keys, fixedCode: ctx.otpPolicy[environment].fixedCode, otps: codes, sendable };
}

/** As many of these transfers as the worker of this process takes now, with what an intent to send them needs. */
async function readSendable(ctx: Context, tx: Tx, environment: Environment, transfers: readonly Transfer[]): Promise<Map<string, Sendable>> {
  const room = ctx.handOver.transfer.room(tx.tenantId);
  const outward = transfers.filter((transfer) => !transfer.onUs && transfer.state === 'AWAITING_OTP' && transfer.scheduledFor === null).slice(0, room);
  if (outward.length === 0) return new Map();
  const sendByMs = sendDeadline(ctx.clock.monotonicMs());
  const railSessions = await selectRailSessions(tx, outward.map((transfer) => transfer.nameEnquirySessionId));
  return new Map(outward.map((transfer): [string, Sendable] => [transfer.transactionId, {
    environment, sendByMs,
    rail: railFor(ctx, environment, transfer.beneficiaryBankCode).name,
    railRef: drawRailRef(ctx),
    nameEnquiryRef: expectPresent(railSessions.get(transfer.nameEnquirySessionId), 'name enquiry'),
  }]));
}

/** Pure. Returns a Failure where a try was counted or a hold refused: what it changed stands. */
export function decideConfirm(facts: ConfirmFacts, command: Confirm, effects: Effects): Answer | Failure {
  const transfer = facts.transfers.get(command.transactionId);
  if (transfer === undefined) throw fail('transaction_not_found', { field: '/transactionId' });
  const otp = facts.otps.get(command.otpReferenceId);
  if (otp === undefined) throw fail('otp_reference_not_found', { field: '/otpReferenceId' });
  const account = expectPresent(facts.accounts.get(transfer.sourceAccountNumber), 'source account');
  // Its code may still be active; trying it proves nothing about the customer.
  if (transfer.state === 'CANCELLED') throw fail('transfer_state_invalid', { details: standing(transfer) });
  const barred = transfer.state === 'AWAITING_OTP' ? sourceRefusal(facts, transfer, account) : null;
  if (barred !== null) throw barred;

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

function keepOtp(facts: ConfirmFacts, effects: Effects, account: Account, otp: Otp, guard: OtpGuard): void {
  facts.otps.set(otp.otpReferenceId, otp);
  effects.otps.set(otp.otpReferenceId, otp);
  if (guard.failures === account.otpFailures && guard.locks === account.otpLocks && guard.lockedUntil?.getTime() === account.otpLockedUntil?.getTime()) return;
  facts.accounts.set(account.accountNumber, { ...account, otpFailures: guard.failures, otpLocks: guard.locks, otpLockedUntil: guard.lockedUntil });
  effects.guards.set(account.accountNumber, guard);
}

/** For a transfer of today the hold, or what refuses it; one for later keeps its time, and what it needs is decided then. */
function settleConfirmed(facts: ConfirmFacts, effects: Effects, transfer: Transfer, account: Account): Answer | Failure {
  if (transfer.scheduledFor !== null) {
    const waiting = asScheduled(transfer, transfer.scheduledFor);
    keep(facts, effects, waiting);
    effects.events.push(scheduled(waiting));
    effects.dueNow = effects.dueNow || transfer.scheduledFor <= facts.now;
    return confirmedAnswer(waiting);
  }
  const outcome = authorise(facts, effects, transfer, account);
  return 'refusal' in outcome ? outcome.refusal : confirmedAnswer(outcome.authorised);
}
