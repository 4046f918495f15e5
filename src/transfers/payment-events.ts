/** The events of a transfer's moves. */
import type { NewEvent } from '#src/events/emit.ts';
import type { PaymentData } from '#src/events/kinds.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis } from '#src/lib/time.ts';
import { publicStatus, type Transfer } from './transfer.ts';

function paymentData(transfer: Transfer): PaymentData {
  return {
    transactionId: transfer.transactionId,
    amount: nairaNumber(transfer.amountKobo),
    currency: 'NGN',
    status: publicStatus(transfer.state),
    sessionId: transfer.railSessionId,
    responseCode: transfer.responseCode,
    fee: nairaNumber(transfer.feeKobo),
    vat: nairaNumber(transfer.vatKobo),
    stampDuty: nairaNumber(transfer.dutyKobo),
    sourceAccountNumber: transfer.sourceAccountNumber,
    beneficiaryAccountNumber: transfer.beneficiaryAccountNumber,
    beneficiaryBankCode: transfer.beneficiaryBankCodeSent,
    narration: transfer.narration,
  };
}

/** A transfer's transitions in order, for the events' `sequence`. A scheduled one has a transition more. */
const steps = { initiated: 1, authorized: 2, ended: 3, reversed: 4 } as const;
const scheduledSteps = { initiated: 1, scheduled: 2, authorized: 3, ended: 4, reversed: 5 } as const;

const sequencesOf = (transfer: Transfer): Readonly<Record<keyof typeof steps, number>> => (transfer.scheduledFor === null ? steps : scheduledSteps);

export const initiated = (transfer: Transfer): NewEvent => ({ kind: 'transfer.initiated', subject: transfer.transactionId, sequence: sequencesOf(transfer).initiated, data: paymentData(transfer) });

export const authorized = (transfer: Transfer): NewEvent => ({ kind: 'transfer.authorized', subject: transfer.transactionId, sequence: sequencesOf(transfer).authorized, data: paymentData(transfer) });

/** Confirmed, and waiting for its time. */
export const scheduled = (transfer: Transfer): NewEvent => ({
  kind: 'transfer.scheduled',
  subject: transfer.transactionId,
  sequence: scheduledSteps.scheduled,
  data: { ...paymentData(transfer), scheduledFor: isoMillis(expectPresent(transfer.scheduledFor, 'scheduled time')) },
});

export const cancelled = (transfer: Transfer): NewEvent => ({ kind: 'transfer.cancelled', subject: transfer.transactionId, sequence: sequencesOf(transfer).ended, data: paymentData(transfer) });

export const expired = (transfer: Transfer): NewEvent => ({ kind: 'transfer.expired', subject: transfer.transactionId, sequence: sequencesOf(transfer).ended, data: paymentData(transfer) });

export function completed(transfer: Transfer): NewEvent[] {
  return [
    { kind: 'payment.success', subject: transfer.transactionId, sequence: sequencesOf(transfer).ended, data: paymentData(transfer) },
    {
      kind: 'account.debited',
      subject: transfer.transactionId,
      sequence: sequencesOf(transfer).ended,
      data: { accountNumber: transfer.sourceAccountNumber, amount: nairaNumber(transfer.amountKobo), currency: 'NGN', transactionId: transfer.transactionId, narration: transfer.narration },
    },
  ];
}

export const failed = (transfer: Transfer): NewEvent => ({
  kind: 'payment.failed',
  subject: transfer.transactionId,
  sequence: sequencesOf(transfer).ended,
  data: { ...paymentData(transfer), reason: transfer.failureCode ?? 'rejected' },
});

export const reversed = (transfer: Transfer): NewEvent => ({ kind: 'payment.reversed', subject: transfer.transactionId, sequence: sequencesOf(transfer).reversed, data: paymentData(transfer) });

/** The beneficiary's side of an on-us transfer that people took back. */
export const debitedBack = (transfer: Transfer): NewEvent => ({
  kind: 'account.debited',
  subject: transfer.transactionId,
  sequence: sequencesOf(transfer).reversed,
  data: { accountNumber: transfer.beneficiaryAccountNumber, amount: nairaNumber(transfer.amountKobo), currency: 'NGN', transactionId: transfer.transactionId, narration: transfer.narration },
});

/** The beneficiary's side of an on-us transfer. */
export const creditedOnUs = (transfer: Transfer, senderName: string): NewEvent => ({
  kind: 'account.credited',
  subject: transfer.transactionId,
  sequence: sequencesOf(transfer).ended,
  data: {
    accountNumber: transfer.beneficiaryAccountNumber,
    amount: nairaNumber(transfer.amountKobo),
    currency: 'NGN',
    sessionId: transfer.nameEnquirySessionId,
    senderName,
    narration: transfer.narration,
  },
});

/** Told once for each passing from the threshold or above to below it: who is below already hears nothing more. Kobo. */
export function lowBalance(transfer: Transfer, thresholdKobo: bigint | null, available: { before: bigint; after: bigint }): NewEvent[] {
  if (thresholdKobo === null || available.before < thresholdKobo || available.after >= thresholdKobo) return [];
  return [{
    kind: 'account.low_balance',
    subject: transfer.transactionId,
    sequence: sequencesOf(transfer).authorized,
    data: {
      accountNumber: transfer.sourceAccountNumber, threshold: nairaNumber(thresholdKobo), available: nairaNumber(available.after), currency: 'NGN', transactionId: transfer.transactionId,
    },
  }];
}
