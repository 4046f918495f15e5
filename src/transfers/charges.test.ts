import { describe, expect, test } from 'vitest';
import { type Chargeable, chargesFor } from './charges.ts';

/** Kobo of (fee, VAT, duty) for a transfer to another bank on the first day of the sender's duty, unless changed. */
function charged(amountKobo: bigint, changes: Partial<Chargeable> = {}): bigint[] {
  const { feeKobo, vatKobo, dutyKobo } = chargesFor({ amountKobo, intraBank: false, sameHolder: false, day: '2026-01-01', ...changes });
  return [feeKobo, vatKobo, dutyKobo];
}

test.each([
  ['0.01', 1n, [1000n, 75n, 0n]],
  ['4,999.99', 4_999_99n, [1000n, 75n, 0n]],
  ['5,000.00', 5_000_00n, [1000n, 75n, 0n]],
  ['5,000.01', 5_000_01n, [2500n, 188n, 0n]],
  ['9,999.99', 9_999_99n, [2500n, 188n, 0n]],
  ['10,000.00', 10_000_00n, [2500n, 188n, 5000n]],
  ['50,000.00', 50_000_00n, [2500n, 188n, 5000n]],
  ['50,000.01', 50_000_01n, [5000n, 375n, 5000n]],
  ['10,000,000.00', 10_000_000_00n, [5000n, 375n, 5000n]],
])('%s naira to another bank costs what the Guide to Charges says', (_naira, amountKobo, expected) => {
  expect(charged(amountKobo)).toEqual(expected);
});

test('VAT of 187.5 kobo is 188: half a kobo goes up', () => {
  expect(charged(5_000_01n)[1]).toBe(188n);
});

describe('stamp duty', () => {
  test('is the sender\'s from 1 January 2026, and was not the day before', () => {
    expect(charged(10_000_00n, { day: '2025-12-31' })).toEqual([2500n, 188n, 0n]);
    expect(charged(10_000_00n, { day: '2026-01-01' })).toEqual([2500n, 188n, 5000n]);
  });

  test('is due inside the bank too, but not between accounts of one holder there', () => {
    expect(charged(10_000_00n, { intraBank: true })).toEqual([0n, 0n, 5000n]);
    expect(charged(9_999_99n, { intraBank: true })).toEqual([0n, 0n, 0n]);
    expect(charged(10_000_00n, { intraBank: true, sameHolder: true })).toEqual([0n, 0n, 0n]);
  });

  test('is due between banks even when the holder is the same', () => {
    expect(charged(10_000_00n, { sameHolder: true })).toEqual([2500n, 188n, 5000n]);
  });
});

test('before the first schedule nothing is charged', () => {
  expect(charged(50_000_00n, { day: '2019-12-31' })).toEqual([0n, 0n, 0n]);
  expect(charged(50_000_00n, { day: '2020-01-01' })).toEqual([2500n, 188n, 0n]);
});
