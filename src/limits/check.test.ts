import { expect, test } from 'vitest';
import { depositRefusal, limitRefusal, noUsage, standings, type TransferLimits } from './check.ts';
import { stricter } from './own-limits.ts';
import { limitsOf, policyOn } from './policy.ts';
import { readPolicyFile } from './policy-file.ts';

/** 12:00 in Lagos. */
const noon = new Date('2026-11-21T11:00:00Z');
const policies = readPolicyFile(null);
const policy = policyOn(policies, '2026-11-21');

function against(tier: number | null, changes: Partial<TransferLimits> = {}): TransferLimits {
  return { limits: limitsOf(policy, tier), railPerTransferKobo: policy.railPerTransferKobo, newBeneficiaryKobo: null, usage: noUsage, now: noon, ...changes };
}

const refused = (amountKobo: bigint, limits: TransferLimits): unknown => {
  const refusal = limitRefusal(amountKobo, limits);
  return refusal === null ? null : [refusal.code, refusal.refusals[0].details?.['name']];
};

test.each([
  [1, 50_000_00n],
  [2, 200_000_00n],
  [3, 5_000_000_00n],
])('tier %i may send its limit to the kobo, and not one kobo more', (tier, limit) => {
  expect(refused(limit, against(tier))).toBe(null);
  expect(refused(limit + 1n, against(tier))).toEqual(['limit_exceeded', 'per_transfer']);
});

test('the caller\'s own accounts have a day and the rail\'s maximum, and no limit of one transfer', () => {
  expect(refused(10_000_000_00n, against(null))).toBe(null);
  expect(refused(10_000_000_01n, against(null))).toEqual(['limit_exceeded', 'rail_per_transfer']);
  expect(refused(10_000_000_01n, against(null, { railPerTransferKobo: null }))).toBe(null);
  expect(refused(100_000_000_01n, against(null, { railPerTransferKobo: null }))).toEqual(['limit_exceeded', 'per_day']);
});

test('a limit of one transfer says what to send, not what to wait for', () => {
  const fixOf = (amountKobo: bigint, limits: TransferLimits): unknown => limitRefusal(amountKobo, limits)?.refusals[0].fix;
  expect(fixOf(50_000_01n, against(1))).toBe('Send at most details.limit in one transfer.');
  expect(fixOf(2_000_01n, against(1, { newBeneficiaryKobo: 2_000_00n }))).toContain('once a payment to this beneficiary has arrived');
  expect(fixOf(20_000_01n, against(1, { usage: { amountKobo: 30_000_00n, transfers: 1 } }))).toBeUndefined();
});

test('what the day has used counts, to the kobo', () => {
  const used = (amountKobo: bigint): TransferLimits => against(1, { usage: { amountKobo, transfers: 1 } });
  expect(refused(20_000_00n, used(30_000_00n))).toBe(null);
  expect(refused(20_000_01n, used(30_000_00n))).toEqual(['limit_exceeded', 'per_day']);
  expect(limitRefusal(1n, used(60_000_00n))?.refusals[0].details).toEqual({ name: 'per_day', limit: 50_000, used: 60_000, remaining: 0, resetsAt: '2026-11-21T23:00:00.000Z' });
});

test('the last transfer of the day passes and the next does not, however small', () => {
  const after = (transfers: number): TransferLimits => against(1, { usage: { amountKobo: 0n, transfers } });
  expect(refused(1n, after(49))).toBe(null);
  expect(refused(1n, after(50))).toEqual(['too_many_transfers', 'per_day_transfers']);
});

test('a day ends at midnight in Lagos', () => {
  const resets = (now: string): unknown => standings(against(1, { now: new Date(now) })).find((standing) => standing.name === 'per_day')?.resetsAt;
  expect(resets('2026-11-21T22:59:59.999Z')).toBe('2026-11-21T23:00:00.000Z');
  expect(resets('2026-11-21T23:00:00.000Z')).toBe('2026-11-22T23:00:00.000Z');
});

test('own limits lower the policy\'s and never raise them', () => {
  const tier1 = limitsOf(policy, 1);
  expect(stricter(tier1, { perTransferKobo: 1_00n, perDayKobo: 9_000_000_00n, perDayTransfers: null })).toEqual({ ...tier1, perTransferKobo: 1_00n });
  expect(stricter(limitsOf(policy, null), { perTransferKobo: 1_00n, perDayKobo: null, perDayTransfers: 3 })).toMatchObject({ perTransferKobo: 1_00n, perDayTransfers: 3 });
  expect(stricter(tier1)).toEqual(tier1);
});

test.each([
  [1, 300_000_00n],
  [2, 500_000_00n],
])('tier %i may hold its maximum balance to the kobo, and not one kobo more', (tier, limit) => {
  expect(depositRefusal(1n, limitsOf(policy, tier), limit - 1n)).toBe(null);
  expect(depositRefusal(2n, limitsOf(policy, tier), limit - 1n)).toMatchObject({ name: 'max_balance', remaining: 0.01 });
});

test('tier 3 and the caller\'s own accounts have no maximum balance', () => {
  for (const tier of [3, null]) expect(depositRefusal(10n ** 15n, limitsOf(policy, tier), 10n ** 14n)).toBe(null);
});
