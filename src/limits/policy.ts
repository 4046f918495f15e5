/** How much may be sent and held: dated policies, of which the one of the Lagos day is in force. Pure; kobo. */

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
  /** Where its figures come from, in words. */
  source: string;
  tiers: Readonly<Record<'1' | '2' | '3', LimitSet>>;
  /** Accounts of the caller's own. */
  collection: LimitSet;
  railPerTransferKobo: bigint;
  /** What a customer's first payment to somebody new may be; null: no such cap. */
  newBeneficiaryPerTransferKobo: bigint | null;
  /** A person without a NIN stays at tier 1, whatever else has passed. */
  tier2NeedsNin: boolean;
};

/** At least one, ordered by `from`. */
export type LimitPolicies = readonly [LimitPolicy, ...LimitPolicy[]];

/** The policy in force on a Lagos day; before the first one begins, the first. */
export function policyOn(policies: LimitPolicies, day: string): LimitPolicy {
  return policies.findLast((candidate) => candidate.from <= day) ?? policies[0];
}

/** The limits of an account: of its customer's tier, or of collection accounts. */
export function limitsOf(policy: LimitPolicy, kycTier: number | null): LimitSet {
  return kycTier === null ? policy.collection : policy.tiers[tierName(kycTier)];
}

export function tierName(kycTier: number): '1' | '2' | '3' {
  return kycTier >= 3 ? '3' : kycTier === 2 ? '2' : '1';
}
