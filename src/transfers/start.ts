/**
 * The start of a scheduled transfer, in a lane: its time has come, and what its confirmation promised is decided now, with the
 * funds, the limits and the state of the customer of this day. A refusal ends the transfer; a bank that is silent is asked again.
 */
import type { Context } from '#src/context.ts';
import type { Opening } from '#src/db/database.ts';
import { catalogue, type ErrorCode } from '#src/errors.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { sameName } from '#src/lib/names.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { LaneSpec } from '#src/work/lanes.ts';
import { authorise, type AuthoriseEffects, type AuthoriseFacts, keep, lockFacts, noAuthoriseEffects, refuse, refuseFor, saveAuthorised, sourceRefusal, wakeWorker } from './authorise.ts';
import { type Enquiry, insertEnquiries } from './enquiry-store.ts';
import type { NameEnquiryAnswer } from './rails/rail.ts';
import { asScheduled, nextStartAt } from './schedule.ts';
import { lockTransfers } from './store.ts';
import type { Transfer, TransferState } from './transfer.ts';

/** Who owns the beneficiary's account now, as its bank answered. */
export type AskedAnew = { outcome: 'found'; sessionId: string; railSessionId: string; accountName: string } | { outcome: Exclude<NameEnquiryAnswer['outcome'], 'found'> };

export type Start = {
  transactionId: string;
  /** The lease under which the bank was asked: an answer that outlived it decides nothing. */
  leaseVersion: number;
  /** Null where the enquiry that was confirmed is still good, or the account is our own. */
  asked: AskedAnew | null;
};

type Effects = AuthoriseEffects & { enquiries: Enquiry[] };

/** The result is the state the transfer is in afterwards; null for a transfer nobody knows. */
export function startSpec(ctx: Context): LaneSpec<Start, AuthoriseFacts, Effects, TransferState | null> {
  return {
    name: 'start',
    load: (opening, commands, lastly) => load(ctx, opening, commands, lastly),
    newEffects: () => ({ ...noAuthoriseEffects(), enquiries: [] }),
    decide: decideStart,
    async apply(tx, effects) {
      tx.lastly();
      // Before the transfers, which refer to them.
      await Promise.all([insertEnquiries(tx, effects.enquiries).then(() => crashPoint('start.enquiries_stored')), ...saveAuthorised(ctx, tx, effects, 'start')]);
    },
    committed: (tenantId, effects) => wakeWorker(ctx, tenantId, effects),
  };
}

/** Locks in the order every command keeps. */
async function load(ctx: Context, opening: Opening, commands: readonly Start[], lastly: () => void): Promise<AuthoriseFacts> {
  const transfers = await lockTransfers(opening, commands.map((command) => command.transactionId));
  const tx = await opening.begun;
  // Its rows are in the worker's hands already.
  return { ...await lockFacts(ctx, tx, transfers, async () => undefined, lastly), sendable: new Map() };
}

/** Pure. */
export function decideStart(facts: AuthoriseFacts, { transactionId, leaseVersion, asked }: Start, effects: Effects): TransferState | null {
  const transfer = facts.transfers.get(transactionId);
  if (transfer === undefined) return null;
  // Cancelled meanwhile, started by another worker, or leased by one that asks the bank anew.
  if (transfer.state !== 'SCHEDULED' || transfer.leaseVersion !== leaseVersion) return transfer.state;
  if (asked === null) return begin(facts, effects, transfer);
  if (asked.outcome !== 'found') return wait(facts, effects, transfer, asked.outcome);
  const enquiry: Enquiry = {
    sessionId: asked.sessionId, railSessionId: asked.railSessionId, accountNumber: transfer.beneficiaryAccountNumber, bankCode: transfer.beneficiaryBankCode,
    accountName: asked.accountName, onUs: false,
    // Made for this transfer, so that no other may use it.
    expiresAt: facts.now,
  };
  effects.enquiries.push(enquiry);
  const renewed: Transfer = { ...transfer, startEnquirySessionId: enquiry.sessionId };
  // NIP 08, account name mismatch: the customer confirmed a payment to somebody else.
  if (!sameName(asked.accountName, transfer.beneficiaryAccountName)) return refuse(facts, effects, renewed, 'beneficiary_changed', '08').state;
  return begin(facts, effects, renewed);
}

function begin(facts: AuthoriseFacts, effects: Effects, transfer: Transfer): TransferState {
  const account = expectPresent(facts.accounts.get(transfer.sourceAccountNumber), 'source account');
  const barred = sourceRefusal(facts, transfer, account);
  if (barred !== null) return refuseFor(facts, effects, transfer, barred).state;
  authorise(facts, effects, transfer, account);
  return expectPresent(facts.transfers.get(transfer.transactionId), 'transfer').state;
}

/** What a bank that names nobody means, as the initiation of such a transfer would have been refused. */
const refusals = {
  account_not_found: 'account_not_found',
  account_dormant: 'account_restricted',
  bank_not_found: 'bank_not_found',
  unavailable: 'beneficiary_bank_unavailable',
} as const satisfies Record<string, ErrorCode>;

function wait(facts: AuthoriseFacts, effects: Effects, transfer: Transfer, outcome: keyof typeof refusals): TransferState {
  const nextAt = outcome === 'unavailable' ? nextStartAt(transfer, facts.now) : null;
  if (nextAt !== null) {
    keep(facts, effects, asScheduled(transfer, nextAt));
    return 'SCHEDULED';
  }
  const code = refusals[outcome];
  // Of the beneficiary's account, not of the one that pays.
  const reason = outcome === 'account_dormant' ? 'beneficiary_account_restricted' : code;
  return refuse(facts, effects, transfer, reason, catalogue[code].statusCode).state;
}
