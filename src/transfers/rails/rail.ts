/**
 * The port between transfers and a payment rail: the only shape in which the product speaks to another bank.
 *
 * Terms. A *rail reference* (`railRef`) is our 30-digit id of one payment, in NIP form, unique for ever: it is what makes
 * a payment the same payment when it is asked about again. A *session id* is the rail's own id of what we asked.
 * Every id is text end to end, because thirty digits do not survive a JSON number.
 *
 * The one rule of this file: an adapter never throws for trouble on the wire and never guesses. What it cannot prove is
 * `indeterminate`, and only the listed codes of its table are proof.
 */

export type NameEnquiry = {
  /** 30 digits, ours. */
  sessionId: string;
  /** NIP institution code, 6 digits. */
  bankCode: string;
  /** 10 digits, leading zeros kept. */
  accountNumber: string;
  /** Sandbox only: the name of a result to bring about. A real rail ignores it. */
  scenario?: string;
};

export type NameEnquiryAnswer =
  | {
      outcome: 'found';
      /** The enquiry's id as the rail knows it: the `nameEnquiryRef` of the transfer that follows. */
      sessionId: string;
      accountName: string;
      bankVerificationNumber?: string;
      kycLevel?: string;
    }
  | {
      /** Nothing moves in an enquiry: each of these may be asked again with a new session id. */
      outcome: 'account_not_found' | 'account_dormant' | 'bank_not_found' | 'unavailable';
      responseCode: string | null;
    };

export type TransferInstruction = {
  /** 30 digits, ours, unique for ever. */
  railRef: string;
  amountKobo: bigint;
  sourceAccountNumber: string;
  sourceAccountName: string;
  sourceBankVerificationNumber?: string;
  sourceKycLevel?: string;
  beneficiaryAccountNumber: string;
  beneficiaryAccountName: string;
  /** NIP institution code, 6 digits. */
  beneficiaryBankCode: string;
  beneficiaryBankVerificationNumber?: string;
  beneficiaryKycLevel?: string;
  /** `sessionId` of the enquiry's answer, as the rail gave it. */
  nameEnquiryRef: string;
  narration: string;
  paymentReference: string;
  /** ISO 20022 EndToEndId; rails without the slot drop it. */
  endToEndId: string;
  /** ISO 20022 purpose code; rails without the slot drop it. */
  purposeCode?: string;
  /** Sandbox only, as in `NameEnquiry`. */
  scenario?: string;
  initiatedAt: Date;
};

/**
 * What one answer proves about one `railRef`.
 *
 * - `success`: the beneficiary is credited; final.
 * - `reject`: the beneficiary is not and will not be credited; final.
 * - `not_found`: the rail says it has never seen it. Proof of nothing by itself; see `lateBoundSeconds`.
 * - `indeterminate`: everything else, silence included. Money stays held.
 */
export type RailVerdict = 'success' | 'reject' | 'not_found' | 'indeterminate';

export type RailEvidence = {
  verdict: RailVerdict;
  /** The rail's code as it came, or null when there was none. */
  responseCode: string | null;
  railSessionId?: string;
  /** Class of trouble, for the timeline and the metrics: timeout, reset, http_500, unparsable, … Never personal data. */
  detail?: string;
  /** True when nothing of this call can have left this machine: it proves nothing about earlier calls, and may be repeated. */
  notSent?: true;
  /** True for the refusals behind which a person must look before the money is freed (NIP 34, 35, 63). */
  review?: true;
};

/** Money of a successful payment that the other bank gave back. */
export type RailReturn = { railRef: string; amountKobo: bigint; returnedAt: Date; reason: string };

export type RailReturns = { cursor: string; items: readonly RailReturn[] };

export type Institution = { nipCode: string; name: string; category: string };

export type Rail = {
  /** Stable, lower case: stored with each attempt. */
  name: string;
  /** Sending the same `railRef` again cannot pay twice. */
  dedupes: boolean;
  /**
   * The rail's written promise that nothing older than this will still be processed, in seconds from the intent.
   * Null: there is none, and `not_found` never frees money however often it is said.
   */
  lateBoundSeconds: number | null;
  /** Waits in seconds before the first, second, … status query: from the intent, then from the query before. The last repeats. */
  queryScheduleSeconds: readonly number[];
  /** Results that can be brought about by name, each with a sentence; absent on a real rail. */
  scenarios?: Readonly<Record<string, string>>;
  /** Never throws for rail trouble or an abort: that is `unavailable`. */
  enquire(enquiry: NameEnquiry, signal: AbortSignal): Promise<NameEnquiryAnswer>;
  /** One attempt, never repeated inside. Never throws: a silence or an abort is `indeterminate`. */
  send(instruction: TransferInstruction, signal: AbortSignal): Promise<RailEvidence>;
  /** Reads only. Never throws: a silence or an abort is `indeterminate`. */
  query(railRef: string, signal: AbortSignal): Promise<RailEvidence>;
  /** Members of the rail. May throw: nothing but the bank table waits for it. */
  institutions?(signal: AbortSignal): Promise<readonly Institution[]>;
  /**
   * Returns after `sinceCursor` (null: from the beginning) in the rail's order, 100 at most; the answer's cursor is the next call's.
   * Items may repeat after a crash of the caller, so they are applied once by `railRef`. Never throws: trouble is an empty page.
   */
  returns?(sinceCursor: string | null, signal: AbortSignal): Promise<RailReturns>;
};
