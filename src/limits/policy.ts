/**
 * How much may be sent and held, from a dated table. Tier figures: CBN circulars of 1 July 2016 (balances)
 * and 7 September 2017 (daily transactions); the rail's maximum: the EasyPay guide; the corporate day: CBN 2014. Counts
 * and per-transfer figures of the tiers are the operator's choice. Pure; kobo.
 */

export type LimitSet = {
  perTransferKobo: bigint | null;
  perDayKobo: bigint | null;
  perDayTransfers: number | null;
  /** The balance that money coming in may lead to. */
  maxBalanceKobo: bigint | null;
};

export type LimitPolicy = {
  version: string;
  /** First Lagos day it holds, YYYY-MM-DD. */
  from: string;
  tiers: Readonly<Record<'1' | '2' | '3', LimitSet>>;
  /** Accounts of the caller's own. */
  collection: LimitSet;
  railPerTransferKobo: bigint;
  /** What a customer's first payment to somebody new may be; null: no such cap. */
  newBeneficiaryPerTransferKobo: bigint | null;
};

const naira = (amount: bigint): bigint => amount * 100n;

export const limitPolicies: readonly LimitPolicy[] = [
  {
    version: '2023-12',
    from: '2023-12-01',
    tiers: {
      '1': { perTransferKobo: naira(50_000n), perDayKobo: naira(50_000n), perDayTransfers: 50, maxBalanceKobo: naira(300_000n) },
      '2': { perTransferKobo: naira(200_000n), perDayKobo: naira(200_000n), perDayTransfers: 100, maxBalanceKobo: naira(500_000n) },
      '3': { perTransferKobo: naira(5_000_000n), perDayKobo: naira(5_000_000n), perDayTransfers: 500, maxBalanceKobo: null },
    },
    collection: { perTransferKobo: null, perDayKobo: naira(100_000_000n), perDayTransfers: null, maxBalanceKobo: null },
    railPerTransferKobo: naira(10_000_000n),
    newBeneficiaryPerTransferKobo: null,
  },
];

/** The policy in force on a Lagos day. */
export function policyOn(day: string): LimitPolicy {
  const policy = limitPolicies.findLast((candidate) => candidate.from <= day) ?? limitPolicies[0];
  if (policy === undefined) throw new Error('There is no limit policy.');
  return policy;
}

/** The limits of an account: of its customer's tier, or of collection accounts. */
export function limitsOf(policy: LimitPolicy, kycTier: number | null): LimitSet {
  if (kycTier === null) return policy.collection;
  return policy.tiers[kycTier >= 3 ? '3' : kycTier === 2 ? '2' : '1'];
}
