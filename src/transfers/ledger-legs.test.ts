import { expect, test } from 'vitest';
import type { Posting } from '#src/ledger/postings.ts';
import { compensate, entryIdsOf, giveBack, hold, moveOnUs, recover, releaseHold, settleHold } from './ledger-legs.ts';
import { exceptionKinds, type Transfer } from './transfer.ts';

const at = new Date('2026-03-01T09:00:00Z');
/** With every charge there is. */
const transfer: Transfer = {
  transactionId: 'txn_1', kind: 'customer', state: 'UNKNOWN', version: 3, nameEnquirySessionId: '1', sourceAccountNumber: '9900000001', customerId: null, beneficiaryAccountNumber: '9900000002',
  beneficiaryAccountName: 'Ada Obi', beneficiaryBankCode: '000013', beneficiaryBankCodeSent: '058', onUs: false, amountKobo: 10_000_00n, feeKobo: 25_00n, vatKobo: 1_88n, dutyKobo: 50_00n, narration: 'Rent',
  scenario: null, batchId: null, scheduledFor: null, startEnquirySessionId: null, failureCode: null, responseCode: null, railSessionId: null, initiatedAt: at, expiresAt: at, authorisedAt: at, sentAt: at,
  settledAt: null, returnedAt: null, nextAt: null, leaseVersion: 0,
};

test('whatever is booked for a transfer has an id that is known beforehand, each another', () => {
  const steps: ((of: Transfer) => Posting[])[] = [
    hold, settleHold, releaseHold, moveOnUs, (of) => giveBack(of, { unclaimed: false }), ...exceptionKinds.flatMap((kind) => [(of: Transfer) => compensate(of, kind), (of: Transfer) => recover(of, kind)]),
  ];
  const booked = steps.flatMap((step) => step(transfer).map(({ entryId }) => entryId));
  expect(new Set(booked).size).toBe(booked.length);
  expect(booked.toSorted()).toEqual(entryIdsOf('txn_1').toSorted());
});
