/** What a transfer does to the books: a hold at confirmation, then a post, a release, or later a return. Pure. */
import { contraAccounts, type EntryCode, type Posting } from '#src/ledger/postings.ts';
import { type ExceptionKind, exceptionKinds, type Transfer } from './transfer.ts';

type Leg = { code: (typeof legCodes)[number]; creditAccount: string; amountKobo: bigint };

/** The amount and its charges, each a leg of its own; legs of nothing are left out. */
export function legsOf(transfer: Transfer): Leg[] {
  const legs: Leg[] = [
    { code: 'transfer', creditAccount: transfer.onUs ? transfer.beneficiaryAccountNumber : contraAccounts.railClearing, amountKobo: transfer.amountKobo },
    { code: 'fee', creditAccount: contraAccounts.feeIncome, amountKobo: transfer.feeKobo },
    { code: 'vat', creditAccount: contraAccounts.vatPayable, amountKobo: transfer.vatKobo },
    { code: 'duty', creditAccount: contraAccounts.dutyPayable, amountKobo: transfer.dutyKobo },
  ];
  return legs.filter((leg) => leg.amountKobo > 0n);
}

/** What leaves the source account in all. */
export function totalKobo(transfer: Pick<Transfer, 'amountKobo' | 'feeKobo' | 'vatKobo' | 'dutyKobo'>): bigint {
  return transfer.amountKobo + transfer.feeKobo + transfer.vatKobo + transfer.dutyKobo;
}

const steps = ['hold', 'post', 'void', 'move', 'back'] as const;
const legCodes = ['transfer', 'fee', 'vat', 'duty'] as const satisfies readonly EntryCode[];

/** Entry ids follow from the transfer, so that a second hold, post or release of it cannot be written at all. */
const entryId = ({ transactionId }: Pick<Transfer, 'transactionId'>, step: (typeof steps)[number], code: Leg['code']): string => `${transactionId}.${step}.${code}`;
const compensationId = (transactionId: string, kind: ExceptionKind): string => `${transactionId}.${kind}`;
const recoveryId = (compensation: string): string => `${compensation}.recovered`;

/** Of every entry that a transfer may have: what it has is found by them without an index of its own. */
export function entryIdsOf(transactionId: string): string[] {
  const compensations = exceptionKinds.map((kind) => compensationId(transactionId, kind));
  return [...steps.flatMap((step) => legCodes.map((code) => entryId({ transactionId }, step, code))), ...compensations, ...compensations.map(recoveryId)];
}

const common = (transfer: Transfer) => ({ debitAccount: transfer.sourceAccountNumber, reference: transfer.transactionId, narration: transfer.narration });

export function hold(transfer: Transfer): Posting[] {
  return legsOf(transfer).map((leg) => ({ ...common(transfer), ...leg, kind: 'pending', pendingId: null, entryId: entryId(transfer, 'hold', leg.code) }));
}

export function settleHold(transfer: Transfer): Posting[] {
  return legsOf(transfer).map((leg) => ({ ...common(transfer), ...leg, kind: 'post', pendingId: entryId(transfer, 'hold', leg.code), entryId: entryId(transfer, 'post', leg.code) }));
}

export function releaseHold(transfer: Transfer): Posting[] {
  return legsOf(transfer).map((leg) => ({ ...common(transfer), ...leg, kind: 'void', pendingId: entryId(transfer, 'hold', leg.code), entryId: entryId(transfer, 'void', leg.code) }));
}

/** On-us: both accounts are here, so the money moves in one step. */
export function moveOnUs(transfer: Transfer): Posting[] {
  return legsOf(transfer).map((leg) => ({ ...common(transfer), ...leg, kind: 'single', pendingId: null, entryId: entryId(transfer, 'move', leg.code) }));
}

/**
 * A return is a new, opposite entry; nothing that was written is changed. Charges come back too. `unclaimed`: there is nobody to give it back to, and all of it lies on a contra account
 * until people have found whose it is.
 */
export function giveBack(transfer: Transfer, { unclaimed }: { unclaimed: boolean }): Posting[] {
  return legsOf(transfer).map((leg) => ({
    kind: 'single',
    pendingId: null,
    entryId: entryId(transfer, 'back', leg.code),
    debitAccount: leg.creditAccount,
    creditAccount: unclaimed ? contraAccounts.unclaimedReturns : transfer.sourceAccountNumber,
    amountKobo: leg.amountKobo,
    code: 'return',
    reference: transfer.transactionId,
    narration: `Returned: ${transfer.narration}`.slice(0, 200),
  }));
}

const correctionNarrations = {
  success_after_failure: 'Credited by the rail after it was released here',
  failure_after_success: 'Refused by the rail after it was posted here',
  return_after_reversal: 'Returned by the rail after people had taken it back',
} as const satisfies Record<ExceptionKind, string>;

/**
 * The rail's late word against ours, on the amount alone. Credited there and released here: we owe the switch, and hold
 * a claim instead. Posted here and refused there, or returned once more: the switch owes us.
 */
export function compensate(transfer: Transfer, kind: ExceptionKind): Posting[] {
  const owed = kind === 'success_after_failure';
  return [{
    kind: 'single',
    pendingId: null,
    entryId: compensationId(transfer.transactionId, kind),
    debitAccount: owed ? contraAccounts.railExceptions : contraAccounts.railClearing,
    creditAccount: owed ? contraAccounts.railClearing : contraAccounts.railExceptions,
    amountKobo: transfer.amountKobo,
    code: 'correction',
    reference: transfer.transactionId,
    narration: correctionNarrations[kind],
  }];
}

/** The other side has put it right: the opposite of what was compensated. */
export function recover(transfer: Transfer, kind: ExceptionKind): Posting[] {
  return compensate(transfer, kind).map((posting) => ({
    ...posting,
    entryId: recoveryId(posting.entryId),
    debitAccount: posting.creditAccount,
    creditAccount: posting.debitAccount,
    narration: `Recovered: ${posting.narration}`,
  }));
}
