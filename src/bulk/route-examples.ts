/** Examples for the reference; all numbers are synthetic. */
const batchId = 'bat_0199d4e0c1f07c3fa1b2c3d4e5f60718';
const otpReferenceId = 'otp_0199d4e0c1f17a2bb3c4d5e6f7081920';
const hash = '7d0a6f2b9c5e4d1f8a3b6c7e0d9f2a1b4c5d8e7f6a9b0c3d2e1f4a5b8c7d6e9f';
const bound = { hash, payments: 2, total: 3500.5, charges: 21.5 };

export const creation = {
  sourceAccountNumber: '9900000001', reference: 'PAYROLL-2026-11',
  items: [
    { beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', beneficiaryAccountName: 'CHINEDU OBI', amount: 1000.5, narration: 'Salary November', reference: 'EMP-001' },
    { beneficiaryAccountNumber: '0123456788', beneficiaryBankCode: '044', amount: 2500, narration: 'Salary November', reference: 'EMP-002' },
  ],
};
export const created = { batchId, state: 'enquiring', count: 2, total: 3500.5 };
export const otpSent = { batchId, otpReferneceId: otpReferenceId, otpReferenceId, expTime: '300', ...bound };
export const validation = { otpReferenceId, otp: '123456' };
export const validated = { batchId, state: 'processing', startsAt: '2026-11-21T09:35:40.310Z', ...bound };
export const cancelled = { batchId, state: 'cancelled', cancelled: 2, started: 0 };
export const batch = {
  batchId, state: 'completed', reference: 'PAYROLL-2026-11', sourceAccountNumber: '9900000001', customerId: null, scheduledFor: null, count: 2,
  counts: { enquiring: 0, ready: 0, refused: 0, awaiting_otp: 0, scheduled: 0, processing: 0, confirming: 0, review: 0, completed: 2, failed: 0, expired: 0, cancelled: 0, reversed: 0 },
  requested: 3500.5, payments: 2, total: 3500.5, charges: 21.5, hash, createdAt: '2026-11-21T09:30:00.120Z', expiresAt: '2026-11-22T09:30:00.120Z',
  readyAt: '2026-11-21T09:30:01.480Z', confirmedAt: '2026-11-21T09:35:40.310Z', endedAt: '2026-11-21T09:35:42.020Z',
};
export const item = {
  line: 1, reference: 'EMP-001', status: 'SUCCESS', stage: 'completed', responseCode: '00', reason: null, transactionId: 'txn_0199d4e0c1f07c3fa1b2c3d4e5f60718',
  beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', beneficiaryAccountName: 'CHINEDU OBI', givenName: 'CHINEDU OBI', duplicateOf: null, amount: 1000.5, charges: 10.75,
  narration: 'Salary November',
};
