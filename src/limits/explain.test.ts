import { expect, test } from 'vitest';
import { noUsage, standings } from './check.ts';
import { explain, explainMaxBalance } from './explain.ts';
import { type OwnLimits, stricter } from './own-limits.ts';
import { limitsOf, policyOn } from './policy.ts';
import { readPolicyFile } from './policy-file.ts';

const policy = policyOn(readPolicyFile(null), '2026-11-21');

function explained(kycTier: number, own?: OwnLimits) {
  const limits = stricter(limitsOf(policy, kycTier), own);
  const list = standings({ limits, railPerTransferKobo: policy.railPerTransferKobo, newBeneficiaryKobo: 20_000_00n, usage: noUsage, now: new Date('2026-11-21T11:00:00Z') });
  return new Map(list.map((standing) => [standing.name, explain(standing, { policy, kycTier, own })]));
}

test('a limit of the tier names the policy, its first day, and the tier that would raise it', () => {
  expect(explained(1).get('per_day')).toMatchObject({
    limit: 50_000, source: { from: 'tier', tier: '1', policy: '2023-12', since: '2023-12-01' },
    raisedBy: 'Tier 2, which allows NGN 200,000.00: POST /customer/kyc/{customerId}.',
  });
  expect(explained(2).get('per_day_transfers')?.raisedBy).toBe('Tier 3, which allows 500 transfers: POST /customer/kyc/{customerId}.');
  expect(explained(3).get('per_day')?.raisedBy).toBe(null);
});

test('an own limit that binds is named as such, and one that does not is not', () => {
  const own = { perTransferKobo: 10_000_00n, perDayKobo: 9_000_000_00n, perDayTransfers: null };
  expect(explained(1, own).get('per_transfer')).toMatchObject({ limit: 10_000, source: { from: 'own', policy: null }, raisedBy: expect.stringContaining('tier 1 allows NGN 50,000.00') });
  expect(explained(1, own).get('per_day')).toMatchObject({ limit: 50_000, source: { from: 'tier' } });
});

test('what the rail and the policy cap for everybody is raised by no tier', () => {
  expect(explained(3).get('rail_per_transfer')?.source).toMatchObject({ from: 'rail', policy: '2023-12' });
  expect(explained(3).get('new_beneficiary')?.source).toMatchObject({ from: 'policy', since: '2023-12-01' });
});

test('the maximum balance is explained, and tier 3 has none', () => {
  expect(explainMaxBalance({ policy, kycTier: 2, own: undefined })).toMatchObject({ limit: 500_000, raisedBy: 'Tier 3, which does not limit it: POST /customer/kyc/{customerId}.' });
  expect(explainMaxBalance({ policy, kycTier: 3, own: undefined })).toBe(null);
});
