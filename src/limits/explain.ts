/** Each limit of a customer with where it comes from and what would raise it. Pure; naira. */
import { formatNaira, nairaNumber } from '#src/lib/money.ts';
import type { LimitStanding } from './check.ts';
import type { OwnLimits } from './own-limits.ts';
import { type LimitPolicy, limitsOf, type LimitSet, tierName } from './policy.ts';

export type LimitSource = {
  /** Who set it: the customer's tier, the customer's own limits, the rail, or the policy for everybody. */
  from: 'tier' | 'own' | 'rail' | 'policy';
  /** Null where it is the customer's own. */
  tier: string | null;
  policy: string | null;
  /** First Lagos day of that policy. */
  since: string | null;
};

export type Explained<Standing> = Standing & { source: LimitSource; raisedBy: string | null };

type Subject = { policy: LimitPolicy; kycTier: number; own: OwnLimits | undefined };

const tierLimit = { per_transfer: 'perTransferKobo', per_day: 'perDayKobo', per_day_transfers: 'perDayTransfers' } as const;
const ownField = { per_transfer: 'perTransfer', per_day: 'perDay', per_day_transfers: 'perDayTransfers' } as const;

export function explain(standing: LimitStanding, subject: Subject): Explained<LimitStanding> {
  const { policy, kycTier, own } = subject;
  const ofPolicy = { tier: null, policy: policy.version, since: policy.from };
  const { name } = standing;
  switch (name) {
    case 'rail_per_transfer':
      return { ...standing, source: { from: 'rail', ...ofPolicy }, raisedBy: 'Nothing: split the payment, or pay an account kept here.' };
    case 'new_beneficiary':
      return { ...standing, source: { from: 'policy', ...ofPolicy }, raisedBy: 'A payment that has arrived: it holds for the first one to a beneficiary.' };
    case 'per_transfer':
    case 'per_day':
    case 'per_day_transfers': {
      const allowed = limitsOf(policy, kycTier)[tierLimit[name]];
      const set = own?.[tierLimit[name]] ?? null;
      if (set !== null && (allowed === null || set < allowed)) {
        const ceiling = allowed === null ? 'does not limit it' : `allows ${shown(allowed)}`;
        return { ...standing, source: { from: 'own', tier: null, policy: null, since: null }, raisedBy: `PUT /limits/customer/{customerId} with a higher ${ownField[name]}, or null: tier ${tierName(kycTier)} ${ceiling}.` };
      }
      return { ...standing, ...ofTier(subject, (limits) => limits[tierLimit[name]]) };
    }
  }
}

/** What each account of the customer may hold; null: as much as it likes. */
export function explainMaxBalance(subject: Subject): Explained<{ limit: number }> | null {
  const { maxBalanceKobo } = limitsOf(subject.policy, subject.kycTier);
  return maxBalanceKobo === null ? null : { limit: nairaNumber(maxBalanceKobo), ...ofTier(subject, (limits) => limits.maxBalanceKobo) };
}

function ofTier({ policy, kycTier }: Subject, pick: (limits: LimitSet) => bigint | number | null): { source: LimitSource; raisedBy: string | null } {
  const tier = tierName(kycTier);
  const source = { from: 'tier' as const, tier, policy: policy.version, since: policy.from };
  const now = pick(policy.tiers[tier]);
  const higher = (tier === '1' ? (['2', '3'] as const) : tier === '2' ? (['3'] as const) : []).find((next) => isMore(pick(policy.tiers[next]), now));
  if (higher === undefined) return { source, raisedBy: null };
  const limit = pick(policy.tiers[higher]);
  return { source, raisedBy: `Tier ${higher}, which ${limit === null ? 'does not limit it' : `allows ${shown(limit)}`}: POST /customer/kyc/{customerId}.` };
}

function isMore(limit: bigint | number | null, than: bigint | number | null): boolean {
  return than !== null && (limit === null || limit > than);
}

/** Money in naira, counts as they are. */
function shown(limit: bigint | number): string {
  return typeof limit === 'bigint' ? formatNaira(limit) : `${limit} transfers`;
}
