/**
 * A bulk transfer: its states, its content, and what it shows of each payment. Pure.
 *
 *   enquiring ─ every name answered ─▶ ready ─ otp ─▶ processing ─ every transfer final ─▶ completed
 *       │                                │
 *       └────────────────────────────────┴─▶ cancelled | expired (24 hours)
 *
 * A batch of which nothing was accepted is completed at once: there is nothing to confirm.
 */
import { assertNever } from '#src/lib/assert.ts';
import { canonicalJson, sha256 } from '#src/lib/canonical.ts';
import { type PublicStatus, publicStatus, stages, type TransferState } from '#src/transfers/transfer.ts';

export type BatchState = 'enquiring' | 'ready' | 'processing' | 'completed' | 'cancelled' | 'expired';

export type Batch = {
  batchId: string;
  state: BatchState;
  sourceAccountNumber: string;
  /** null: from a collection account. */
  customerId: string | null;
  reference: string | null;
  scheduledFor: Date | null;
  scenario: string | null;
  itemCount: number;
  itemKobo: bigint;
  /** SHA-256 of what one OTP confirms; with the next three null while names are asked. */
  contentHash: Buffer | null;
  paymentCount: number | null;
  paymentKobo: bigint | null;
  chargeKobo: bigint | null;
  createdAt: Date;
  expiresAt: Date;
  readyAt: Date | null;
  confirmedAt: Date | null;
  endedAt: Date | null;
  leaseVersion: number;
};

export type ItemState = 'enquiring' | 'accepted' | 'refused';

/** Why a payment is refused before it is a transfer, as the NIP code that says the same. */
export const itemRefusals = {
  account_not_found: '07',
  bank_not_found: '16',
  beneficiary_account_restricted: '57',
  beneficiary_bank_unavailable: '91',
  name_mismatch: '08',
  beneficiary_mismatch: '08',
} as const;

export type ItemRefusal = keyof typeof itemRefusals;

export type BatchItem = {
  batchId: string;
  position: number;
  line: number;
  beneficiaryAccountNumber: string;
  /** NIP code. */
  beneficiaryBankCode: string;
  beneficiaryBankCodeSent: string;
  givenName: string | null;
  amountKobo: bigint;
  narration: string;
  reference: string | null;
  duplicateOf: number | null;
  state: ItemState;
  reason: ItemRefusal | null;
  tries: number;
  answeredAt: Date | null;
  accountName: string | null;
  onUs: boolean | null;
  sessionId: string | null;
  railSessionId: string | null;
  feeKobo: bigint;
  vatKobo: bigint;
  dutyKobo: bigint;
  transactionId: string | null;
  leaseVersion: number;
};

export const mostItems = 1000;
/** An unconfirmed batch ends this long after it was sent. */
export const confirmWithinSeconds = 24 * 3600;
/** Seconds before a silent bank is asked again; after the last, the payment is refused. */
export const askAgainSeconds: readonly number[] = [10, 30, 60, 120];

export type Content = { hash: Buffer; payments: number; paymentKobo: bigint; chargeKobo: bigint };

/** What one OTP confirms: from where, when, and each accepted payment to the name that was found. The order is the file's. */
export function contentOf(batch: Pick<Batch, 'batchId' | 'sourceAccountNumber' | 'customerId' | 'scheduledFor'>, items: readonly BatchItem[]): Content {
  const accepted = items.filter((item) => item.state === 'accepted').toSorted((a, b) => a.position - b.position);
  const payments = accepted.map(({ position, beneficiaryBankCode, beneficiaryAccountNumber, accountName, amountKobo, feeKobo, vatKobo, dutyKobo, narration, reference }) => (
    { position, beneficiaryBankCode, beneficiaryAccountNumber, accountName, amountKobo, feeKobo, vatKobo, dutyKobo, narration, reference }
  ));
  const { batchId, sourceAccountNumber, customerId, scheduledFor } = batch;
  return {
    hash: sha256(canonicalJson({ batchId, sourceAccountNumber, customerId, scheduledFor, payments })),
    payments: accepted.length,
    paymentKobo: accepted.reduce((sum, item) => sum + item.amountKobo, 0n),
    chargeKobo: accepted.reduce((sum, item) => sum + item.feeKobo + item.vatKobo + item.dutyKobo, 0n),
  };
}

/** What a code for this content is bound to: stored beside the code, and covered by its MAC. */
export function bindingOf(batchId: string, content: Content): string {
  return `${batchId} ${content.hash.toString('hex')} ${content.paymentKobo + content.chargeKobo}`;
}

/** Seconds until a batch in work is looked at again: a second more each time. A lease is a look. */
export function lookAgainSeconds(leaseVersion: number): number {
  return Math.min(60, Math.max(1, leaseVersion));
}

export type ItemStage = (typeof stages)[TransferState] | 'enquiring' | 'ready' | 'refused';
export type ItemResult = { status: PublicStatus; stage: ItemStage };

/** What became of one payment. `transferState` is null while it is no transfer. */
export function resultOf(batchState: BatchState, itemState: ItemState, transferState: TransferState | null): ItemResult {
  if (transferState !== null) return { status: publicStatus(transferState), stage: stages[transferState] };
  switch (itemState) {
    case 'refused':
      return { status: 'FAILED', stage: 'refused' };
    case 'enquiring':
    case 'accepted':
      if (batchState === 'cancelled' || batchState === 'expired') return { status: 'FAILED', stage: batchState };
      return { status: 'PENDING', stage: itemState === 'accepted' ? 'ready' : 'enquiring' };
    default:
      return assertNever(itemState);
  }
}
