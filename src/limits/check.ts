/** Holds a transfer or a deposit against its limits. Pure; kobo. A refusal says which limit, what is used and what is left. */
import { type Failure, fail } from '#src/errors.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis, lagosDayEnd } from '#src/lib/time.ts';
import type { LimitSet } from './policy.ts';

/** What was confirmed on the day so far. */
export type Usage = { amountKobo: bigint; transfers: number };

export const noUsage: Usage = { amountKobo: 0n, transfers: 0 };

export type LimitStanding = {
  name: 'per_transfer' | 'rail_per_transfer' | 'new_beneficiary' | 'per_day' | 'per_day_transfers';
  /** Naira, or a number of transfers. */
  limit: number;
  used: number;
  remaining: number;
  /** When `used` begins anew; null for limits of one transfer. */
  resetsAt: string | null;
};

export type TransferLimits = {
  limits: LimitSet;
  /** The rail's own maximum; null for money that stays on our books. */
  railPerTransferKobo: bigint | null;
  /** What the first payment to this beneficiary may be; null where it is not the first, or nothing caps it. */
  newBeneficiaryKobo: bigint | null;
  usage: Usage;
  now: Date;
};

/** How each limit stands before a transfer. */
export function standings({ limits, railPerTransferKobo, newBeneficiaryKobo, usage, now }: TransferLimits): LimitStanding[] {
  const resetsAt = isoMillis(lagosDayEnd(now));
  const list: LimitStanding[] = [];
  const perTransfer = (name: LimitStanding['name'], kobo: bigint | null): void => {
    if (kobo !== null) list.push({ name, limit: nairaNumber(kobo), used: 0, remaining: nairaNumber(kobo), resetsAt: null });
  };
  perTransfer('per_transfer', limits.perTransferKobo);
  perTransfer('rail_per_transfer', railPerTransferKobo);
  perTransfer('new_beneficiary', newBeneficiaryKobo);
  if (limits.perDayKobo !== null) {
    const left = limits.perDayKobo > usage.amountKobo ? limits.perDayKobo - usage.amountKobo : 0n;
    list.push({ name: 'per_day', limit: nairaNumber(limits.perDayKobo), used: nairaNumber(usage.amountKobo), remaining: nairaNumber(left), resetsAt });
  }
  if (limits.perDayTransfers !== null) {
    list.push({ name: 'per_day_transfers', limit: limits.perDayTransfers, used: usage.transfers, remaining: Math.max(0, limits.perDayTransfers - usage.transfers), resetsAt });
  }
  return list;
}

/** The limit that the amount would exceed, as a Failure, or null. */
export function limitRefusal(amountKobo: bigint, against: TransferLimits): Failure | null {
  const amount = nairaNumber(amountKobo);
  for (const standing of standings(against)) {
    if (standing.name === 'per_day_transfers') {
      if (standing.remaining < 1) return fail('too_many_transfers', { details: { ...standing } });
    } else if (amount > standing.remaining) return fail('limit_exceeded', { field: '/amount', details: { ...standing }, ...remedyOf(standing) });
  }
  return null;
}

/** What to do about a limit that no waiting lifts; the catalogue's remedy speaks of a day. */
function remedyOf({ name }: LimitStanding): { fix?: string } {
  if (name === 'new_beneficiary') return { fix: 'Send at most details.limit first; once a payment to this beneficiary has arrived, this limit is gone.' };
  return name === 'per_day' ? {} : { fix: 'Send at most details.limit in one transfer.' };
}

export type BalanceStanding = { name: 'max_balance'; limit: number; used: number; remaining: number };

/** The maximum balance, if money coming in would exceed it, or null. `balanceKobo` is the ledger balance before it. */
export function depositRefusal(amountKobo: bigint, limits: LimitSet, balanceKobo: bigint): BalanceStanding | null {
  if (limits.maxBalanceKobo === null || balanceKobo + amountKobo <= limits.maxBalanceKobo) return null;
  const left = limits.maxBalanceKobo > balanceKobo ? limits.maxBalanceKobo - balanceKobo : 0n;
  return { name: 'max_balance', limit: nairaNumber(limits.maxBalanceKobo), used: nairaNumber(balanceKobo), remaining: nairaNumber(left) };
}
