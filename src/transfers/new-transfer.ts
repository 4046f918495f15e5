/** A transfer as it begins: what it is for, and nothing done yet. */
import { confirmWithinSeconds, type Transfer } from './transfer.ts';

/** What is fixed from the beginning, whoever confirms it and when. */
export type TransferTerms = Pick<Transfer,
  | 'transactionId' | 'customerId' | 'nameEnquirySessionId' | 'sourceAccountNumber' | 'beneficiaryAccountNumber' | 'beneficiaryAccountName' | 'beneficiaryBankCode'
  | 'beneficiaryBankCodeSent' | 'onUs' | 'amountKobo' | 'feeKobo' | 'vatKobo' | 'dutyKobo' | 'narration' | 'scenario' | 'scheduledFor'
>;

/** Waits for its OTP. Pure. */
export function newTransfer(terms: TransferTerms, now: Date): Transfer {
  const expiresAt = new Date(now.getTime() + confirmWithinSeconds * 1000);
  return {
    ...terms,
    kind: terms.customerId === null ? 'collection' : 'customer',
    state: 'AWAITING_OTP',
    version: 1,
    batchId: null,
    startEnquirySessionId: null,
    failureCode: null,
    responseCode: null,
    railSessionId: null,
    initiatedAt: now,
    expiresAt,
    authorisedAt: null,
    sentAt: null,
    settledAt: null,
    returnedAt: null,
    nextAt: expiresAt,
    leaseVersion: 0,
  };
}
