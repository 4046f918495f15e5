/** EasyPay's JSON, both ways: what we say, and what an answer is taken to prove. Pure. */
import { isRecord } from '#src/lib/assert.ts';
import { nairaText } from '#src/lib/money.ts';
import type { HttpOutcome } from './bounded-http.ts';
import type { Institution, NameEnquiry, NameEnquiryAnswer, RailEvidence, TransferInstruction } from './rail.ts';
import { enquiryOutcomeOfCode, evidenceOfCode } from './response-codes.ts';
import { parseWireJson, parseWireRecord, readAccountNumber, readResponseCode, readSessionId, readWireText } from './wire-json.ts';

const PAYMENT_REFERENCE_MAX = 50;

/** Whose money and mandate EasyPay draws on. */
export type EasyPayOriginator = {
  /** NIP institution code, 6 digits. */
  sourceInstitutionCode: string;
  /** NIP channel; 7 is a third-party payment platform. */
  channelCode: string;
  mandateReferenceNumber: string;
  billerId: string;
  /** "lat,long" of the platform. */
  transactionLocation: string;
  /** The settlement account that is debited. Without it the customer's own account is named as originator. */
  settlementAccount?: { accountNumber: string; accountName: string };
  /** Stated where the instruction does not know better. */
  bankVerificationNumber: string;
  kycLevel: string;
};

export function enquiryBody(enquiry: NameEnquiry, originator: EasyPayOriginator): string {
  return JSON.stringify({
    accountNumber: enquiry.accountNumber,
    channelCode: originator.channelCode,
    destinationInstitutionCode: enquiry.bankCode,
    transactionId: enquiry.sessionId,
  });
}

/** Every value is text, ids and amount above all: naira with two decimals. */
export function transferBody(instruction: TransferInstruction, originator: EasyPayOriginator): string {
  const settlement = originator.settlementAccount;
  return JSON.stringify({
    sourceInstitutionCode: originator.sourceInstitutionCode,
    destinationInstitutionCode: instruction.beneficiaryBankCode,
    transactionId: instruction.railRef,
    nameEnquiryRef: instruction.nameEnquiryRef,
    channelCode: originator.channelCode,
    amount: nairaText(instruction.amountKobo),
    beneficiaryAccountName: instruction.beneficiaryAccountName,
    beneficiaryAccountNumber: instruction.beneficiaryAccountNumber,
    beneficiaryBankVerificationNumber: instruction.beneficiaryBankVerificationNumber ?? '',
    beneficiaryKYCLevel: instruction.beneficiaryKycLevel ?? '',
    beneficiaryNarration: instruction.narration,
    originatorAccountName: settlement?.accountName ?? instruction.sourceAccountName,
    originatorAccountNumber: settlement?.accountNumber ?? instruction.sourceAccountNumber,
    originatorBankVerificationNumber: instruction.sourceBankVerificationNumber ?? originator.bankVerificationNumber,
    originatorKYCLevel: instruction.sourceKycLevel ?? originator.kycLevel,
    originatorNarration: instruction.narration,
    transactionLocation: originator.transactionLocation,
    paymentReference: instruction.paymentReference.replace(/[^A-Za-z0-9/]/g, '').slice(0, PAYMENT_REFERENCE_MAX),
    mandateReferenceNumber: originator.mandateReferenceNumber,
    billerId: originator.billerId,
    InitiatorAccountName: instruction.sourceAccountName,
    InitiatorAccountNumber: instruction.sourceAccountNumber,
  });
}

export function queryBody(railRef: string): string {
  return JSON.stringify({ transactionId: railRef });
}

/** What an answer to a transfer or a status query proves about `railRef`. Whatever is not plainly readable proves nothing. */
export function evidenceOfAnswer(asked: 'send' | 'query', railRef: string, outcome: HttpOutcome): RailEvidence {
  const read = readAnswer(outcome);
  if (!read.ok) {
    const { detail, notSent } = read;
    return { verdict: 'indeterminate', responseCode: null, detail, ...(notSent ? { notSent: true } : {}) };
  }
  const { code, record } = read;
  // An answer that names another payment says nothing about ours.
  const about = readSessionId(record, 'transactionId');
  if (about !== undefined && about !== railRef) return { verdict: 'indeterminate', responseCode: code, detail: 'other_transaction' };
  return evidenceOfCode(asked, code, readSessionId(record, 'sessionID'));
}

export function enquiryOfAnswer(enquiry: NameEnquiry, outcome: HttpOutcome): NameEnquiryAnswer {
  const read = readAnswer(outcome);
  if (!read.ok) return { outcome: 'unavailable', responseCode: null };
  const { code, record } = read;
  if (code !== '00') return { outcome: enquiryOutcomeOfCode(code), responseCode: code };
  const sessionId = readSessionId(record, 'sessionID');
  const accountName = readWireText(record, 'accountName');
  const account = readAccountNumber(record, 'accountNumber');
  const isOurs = account === undefined || account === enquiry.accountNumber;
  // Without an id or a name there is nothing to confirm or to refer to: as good as no answer.
  if (sessionId === undefined || accountName === undefined || !isOurs) return { outcome: 'unavailable', responseCode: code };
  const bankVerificationNumber = readWireText(record, 'bankVerificationNumber');
  const kycLevel = readWireText(record, 'kycLevel');
  return {
    outcome: 'found',
    sessionId,
    accountName,
    ...(bankVerificationNumber === undefined ? {} : { bankVerificationNumber }),
    ...(kycLevel === undefined ? {} : { kycLevel }),
  };
}

/** Rows that are not plainly institutions are left out; null when the answer is no list. */
export function institutionsOfAnswer(outcome: HttpOutcome): readonly Institution[] | null {
  if (outcome.kind !== 'answer' || outcome.status !== 200) return null;
  const rows = parseWireJson(outcome.body);
  if (!Array.isArray(rows)) return null;
  return rows.filter(isRecord).flatMap((row) => {
    const nipCode = readWireText(row, 'institutionCode');
    const name = readWireText(row, 'institutionName');
    if (nipCode === undefined || !/^\d{1,6}$/.test(nipCode) || name === undefined) return [];
    const category = readWireText(row, 'categoryCode') ?? readWireText(row, 'category') ?? '';
    return [{ nipCode: nipCode.padStart(6, '0'), name, category }];
  });
}

type ReadAnswer =
  | { ok: true; code: string; record: Record<string, unknown> }
  | { ok: false; detail: string; notSent: boolean };

function readAnswer(outcome: HttpOutcome): ReadAnswer {
  if (outcome.kind === 'trouble') return { ok: false, detail: outcome.detail, notSent: outcome.notSent };
  const { status, body } = outcome;
  const trouble = (detail: string): ReadAnswer => ({ ok: false, detail, notSent: false });
  // Only these carry the application's own word; every other status is the gateway's.
  if (status !== 200 && status !== 400 && status !== 422) return trouble(`http_${status}`);
  if (body.trim() === '') return trouble(status === 200 ? 'empty' : `http_${status}`);
  const record = parseWireRecord(body);
  if (record === null) return trouble(status === 200 ? 'unparsable' : `http_${status}`);
  const code = readResponseCode(record, 'responseCode') ?? applicationErrorCode(record);
  if (code === undefined) return trouble('no_response_code');
  // A success inside a failure contradicts itself.
  return code === '00' && status !== 200 ? trouble(`http_${status}`) : { ok: true, code, record };
}

/** Errors of the application come as `{code, message}`; nothing but its own A-codes is taken from there. */
function applicationErrorCode(record: Record<string, unknown>): string | undefined {
  const code = readResponseCode(record, 'code');
  return code !== undefined && /^A\d$/.test(code) ? code : undefined;
}
