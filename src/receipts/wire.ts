/** Receipts on the wire. */
import { z } from 'zod';

export const receiptParams = z.strictObject({ transactionId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be a transactionId') });
export const codeParams = z.strictObject({ verificationCode: z.string().min(1).max(40).describe('As printed; dashes, spaces and case do not matter.') });

const confirmedShape = {
  verificationCode: z.string(),
  transactionId: z.string(),
  status: z.enum(['SUCCESS', 'REVERSED']).describe('As it is now: a transfer can come back after its receipt was made.'),
  amount: z.number(),
  currency: z.literal('NGN'),
  senderName: z.string(),
  senderAccount: z.string().describe('Its last four digits.'),
  senderBank: z.string(),
  beneficiaryName: z.string(),
  beneficiaryAccount: z.string().describe('Its last four digits.'),
  beneficiaryBank: z.string(),
  sessionId: z.string().nullable(),
  completedAt: z.string().nullable(),
  reversedAt: z.string().nullable(),
  environment: z.enum(['sandbox', 'live']).describe('A receipt of the sandbox is about no real money.'),
};

/** What whoever holds the code learns: nothing that the receipt does not show. */
export const verifiedData = z.object(confirmedShape);

export const receiptData = z.object({
  ...confirmedShape,
  beneficiaryAccount: z.string(),
  fee: z.number(),
  vat: z.number(),
  stampDuty: z.number(),
  total: z.number(),
  narration: z.string(),
  verifyUrl: z.string().describe('A public page that confirms the receipt.'),
});

export type ReceiptData = z.output<typeof receiptData>;
export type VerifiedData = z.output<typeof verifiedData>;

export const verifiedExample = {
  verificationCode: '7K3M-9QWE-R2T5-YHBN', transactionId: 'txn_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', status: 'SUCCESS', amount: 1000, currency: 'NGN',
  senderName: 'ADAEZE OKONKWO', senderAccount: '******0013', senderBank: 'Openteller Bank', beneficiaryName: 'CHINEDU OBI', beneficiaryAccount: '******6789', beneficiaryBank: 'Guaranty Trust Bank',
  sessionId: '999901261121100210123456789012', completedAt: '2026-11-21T10:02:11.480Z', reversedAt: null, environment: 'sandbox',
} as const;

export const receiptExample = {
  ...verifiedExample, beneficiaryAccount: '0123456789', fee: 10, vat: 0.75, stampDuty: 0, total: 1010.75, narration: 'Rent', verifyUrl: 'https://bank.example/receipts/7K3M-9QWE-R2T5-YHBN',
} as const;

/** What a verification tells of a receipt. */
export function toVerified(receipt: ReceiptData): VerifiedData {
  const { fee: _, vat: __, stampDuty: ___, total: ____, narration: _____, verifyUrl: ______, ...rest } = receipt;
  return { ...rest, beneficiaryAccount: maskedAccount(receipt.beneficiaryAccount) };
}

export const maskedAccount = (accountNumber: string): string => accountNumber.slice(-4).padStart(accountNumber.length, '*');
