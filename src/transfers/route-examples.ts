/** Examples for the reference; all numbers are synthetic. */
export const transactionId = 'txn_0199d4e0c1f07c3fa1b2c3d4e5f60718';
const otpReferenceId = 'otp_0199d4e0c1f17a2bb3c4d5e6f7081920';
const sessionId = '990001261121093000123456789012';
const beneficiary = { beneficiaryAccountName: 'CHINEDU OBI', beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058' };

export const enquiry = { accountNumber: '0123456789', bankCode: '058' };
export const enquired = { sessionId, accountName: 'CHINEDU OBI', accountNumber: '0123456789', bank: 'Guaranty Trust Bank', bankCode: '000013' };
export const collectionInitiation = { nameEnquirySessionId: sessionId, sourceAccountNumber: '9900000001', ...beneficiary, amount: 1000.5, narration: 'Rent for December' };
export const customerInitiation = { customerId: '4830127756', sourceAccountName: 'Adaeze Okonkwo', ...collectionInitiation };
export const preflight = { sourceAccountNumber: '9900000001', beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 12_000, nameEnquirySessionId: sessionId };
export const confirmed = { amount: 1000.5, ...beneficiary, narration: 'Rent for December', transactionId };
export const initiated = { ...confirmed, otpReferneceId: otpReferenceId, otpReferenceId };
export const validation = { transactionId, otpReferenceId, otp: '123456' };
export const resent = { transactionId, otpReferneceId: otpReferenceId, otpReferenceId, expTime: '300' };
export const status = {
  status: 'SUCCESS', transactionId, stage: 'completed', conclusive: true, safeToRetry: false, nextCheckAt: null, sessionId: '999999261121093004123456789012',
  responseCode: '00', reason: null, amount: 1000.5, fee: 0, vat: 0, stampDuty: 0, currency: 'NGN', scheduledFor: null, initiatedAt: '2026-11-21T09:30:00.120Z',
  authorizedAt: '2026-11-21T09:30:40.310Z', sentAt: '2026-11-21T09:30:40.350Z', completedAt: '2026-11-21T09:30:40.420Z', reversedAt: null,
};
export const cancelledStatus = {
  ...status, status: 'FAILED', stage: 'cancelled', safeToRetry: true, sessionId: null, responseCode: null, reason: 'cancelled', scheduledFor: '2026-12-01T08:00:00.000Z',
  authorizedAt: null, sentAt: null, completedAt: null,
};
export const transfer = {
  ...status, batchId: null, kind: 'collection', customerId: null, sourceAccountNumber: '9900000001', ...beneficiary, narration: 'Rent for December',
  timeline: [
    { at: '2026-11-21T09:30:00.120Z', step: 'initiated' }, { at: '2026-11-21T09:30:40.310Z', step: 'authorized' },
    { at: '2026-11-21T09:30:40.350Z', step: 'sent' }, { at: '2026-11-21T09:30:40.420Z', step: 'completed' },
  ],
};
const answering = { status: 'available', answered: 12, failed: 0, since: '2026-11-21T09:26:00.000Z', lastAnsweredAt: '2026-11-21T09:30:12.000Z' };

export const banks = [
  { bankCode: '000013', bankName: 'Guaranty Trust Bank', cbnCode: '058', aliases: [], type: 'DMB', availability: answering, reachable: true },
  { bankCode: '000014', bankName: 'Access Bank', cbnCode: '044', aliases: [], type: 'DMB', availability: answering, reachable: true },
];
