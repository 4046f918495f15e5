/** What the worker does with one transfer that it holds under a lease. */
import type { Environment } from '#src/context.ts';
import type { TransferInstruction } from './rails/rail.ts';
import { sendWithinSeconds, type Transfer } from './transfer.ts';

export type TransferJob = { environment: Environment; transfer: Transfer } & (
  | { task: 'expire' | 'recover' }
  | { task: 'start'; /** The enquiry that was confirmed is too old to pay by. */ askAnew: boolean }
  | { task: 'query'; railRef: string; claimedAt: Date }
  | SendTask
);

type SendTask = { task: 'send'; instruction: TransferInstruction; sendByMs: number };

/** `sendByMs` is on the process's monotonic clock, `transfer` as it is committed: SENDING under its lease. */
export type SendJob = { environment: Environment; transfer: Transfer } & SendTask;

/** What is drawn and read for an intent: the reference of the payment for ever, and where its beneficiary was enquired. */
export type Intent = { railRef: string; sourceAccountName: string; nameEnquiryRef: string };

/** The job of a transfer whose intent is committed with it. Pure. */
export function sendJob(environment: Environment, transfer: Transfer, intent: Intent, sendByMs: number): SendJob {
  return {
    environment,
    transfer,
    task: 'send',
    sendByMs,
    instruction: {
      railRef: intent.railRef,
      amountKobo: transfer.amountKobo,
      sourceAccountNumber: transfer.sourceAccountNumber,
      sourceAccountName: intent.sourceAccountName,
      beneficiaryAccountNumber: transfer.beneficiaryAccountNumber,
      beneficiaryAccountName: transfer.beneficiaryAccountName,
      beneficiaryBankCode: transfer.beneficiaryBankCode,
      nameEnquiryRef: intent.nameEnquiryRef,
      narration: transfer.narration,
      paymentReference: transfer.transactionId.slice(-32),
      endToEndId: transfer.transactionId.slice(-32),
      ...(transfer.scenario === null ? {} : { scenario: transfer.scenario }),
      initiatedAt: transfer.initiatedAt,
    },
  };
}

/** On a monotonic clock of milliseconds: later than this the wire is not touched. */
export function sendDeadline(monotonicMs: number): number {
  return monotonicMs + sendWithinSeconds * 1000;
}
