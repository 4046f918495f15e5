/** The limits of transfers as the lanes see them: what applies to a source, what the day has used, and what a transfer adds. */
import type { Context } from '#src/context.ts';
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import type { Failure } from '#src/errors.ts';
import { lagosDay } from '#src/lib/time.ts';
import { limitRefusal, type LimitStanding, noUsage, standings, type Usage } from './check.ts';
import { type OwnLimits, readOwnLimits, stricter } from './own-limits.ts';
import { type LimitPolicy, limitsOf } from './policy.ts';
import { lockUsage, readUsageToday, type UsageChange } from './usage-store.ts';

/** An account that money leaves; `customerId` and `kycTier` are null for the caller's own accounts. */
export type LimitedSource = { accountNumber: string; customerId: string | null; kycTier: number | null; /** A customer's first payment to this beneficiary. */ newBeneficiary?: boolean };

export type LimitFacts = {
  now: Date;
  day: string;
  policy: LimitPolicy;
  usage: Map<string, Usage>;
  own: Map<string, OwnLimits>;
};

/** Under what name a customer's use and own limits are kept. */
export const customerSubject = (customerId: string): string => `customer:${customerId}`;

/** A customer's transfers count for the customer, over all accounts, and for the account; others for the account alone. */
function subjectsOf(source: Pick<LimitedSource, 'accountNumber' | 'customerId'>): string[] {
  const account = `account:${source.accountNumber}`;
  return source.customerId === null ? [account] : [customerSubject(source.customerId), account];
}

const allSubjects = (sources: readonly Pick<LimitedSource, 'accountNumber' | 'customerId'>[]): string[] => [...new Set(sources.flatMap(subjectsOf))];

/** Which policy a day has. */
type Policies = Pick<Context, 'policyOn'>;

/** `begun`: the transaction of `asker`, which may not have begun yet. */
export async function readLimits(ctx: Policies, asker: Asker, begun: ReadTx | Promise<ReadTx>, sources: readonly Pick<LimitedSource, 'accountNumber' | 'customerId'>[]): Promise<LimitFacts> {
  const subjects = allSubjects(sources);
  const [usage, own, { now }] = await Promise.all([readUsageToday(asker, subjects), readOwnLimits(asker, subjects), begun]);
  const day = lagosDay(now);
  return { now, day, policy: ctx.policyOn(day), usage, own };
}

/** The same with the day's usage held until the transaction ends. */
export async function lockLimits(ctx: Policies, tx: Tx, sources: readonly Pick<LimitedSource, 'accountNumber' | 'customerId'>[]): Promise<LimitFacts> {
  const day = lagosDay(tx.now);
  const subjects = allSubjects(sources);
  const [own, usage] = await Promise.all([readOwnLimits(tx, subjects), lockUsage(tx, subjects, day)]);
  return { now: tx.now, day, policy: ctx.policyOn(day), usage, own };
}

/** The same without what this day has used: for a transfer that starts on another one. */
export function ofAnyDay(facts: LimitFacts): LimitFacts {
  return { ...facts, usage: new Map() };
}

/** Every limit that applies to a transfer from this source, as it stands. Pure. */
export function transferStandings(facts: LimitFacts, source: LimitedSource, overRail: boolean): LimitStanding[] {
  return applicable(facts, source, overRail).flatMap(standings);
}

/** The first limit the amount would exceed, or null. Pure. */
export function transferRefusal(facts: LimitFacts, source: LimitedSource, overRail: boolean, amountKobo: bigint): Failure | null {
  for (const against of applicable(facts, source, overRail)) {
    const refusal = limitRefusal(amountKobo, against);
    if (refusal !== null) return refusal;
  }
  return null;
}

function applicable(facts: LimitFacts, source: LimitedSource, overRail: boolean) {
  const [main = '', ...others] = subjectsOf(source);
  const unlimited = { perTransferKobo: null, perDayKobo: null, perDayTransfers: null, maxBalanceKobo: null };
  const newBeneficiaryKobo = source.customerId !== null && source.newBeneficiary === true ? facts.policy.newBeneficiaryPerTransferKobo : null;
  const usageOf = (subject: string): Usage => facts.usage.get(subject) ?? noUsage;
  return [
    { limits: stricter(limitsOf(facts.policy, source.kycTier), facts.own.get(main)), railPerTransferKobo: overRail ? facts.policy.railPerTransferKobo : null, newBeneficiaryKobo, usage: usageOf(main), now: facts.now },
    ...others.map((subject) => ({ limits: stricter(unlimited, facts.own.get(subject)), railPerTransferKobo: null, newBeneficiaryKobo: null, usage: usageOf(subject), now: facts.now })),
  ];
}

/** Counts a confirmed transfer in the facts and answers the changes to store. */
export function countTransfer(facts: LimitFacts, source: Pick<LimitedSource, 'accountNumber' | 'customerId'>, amountKobo: bigint): UsageChange[] {
  return subjectsOf(source).map((subject) => {
    const before = facts.usage.get(subject) ?? noUsage;
    facts.usage.set(subject, { amountKobo: before.amountKobo + amountKobo, transfers: before.transfers + 1 });
    return { subject, day: facts.day, amountKobo, transfers: 1 };
  });
}

/** What a transfer that failed after its confirmation gives back: to the day on which it was counted. */
export function uncountTransfer(source: Pick<LimitedSource, 'accountNumber' | 'customerId'>, amountKobo: bigint, authorisedAt: Date): UsageChange[] {
  return subjectsOf(source).map((subject) => ({ subject, day: lagosDay(authorisedAt), amountKobo: -amountKobo, transfers: -1 }));
}

/** Holds the usage rows of transfers that may fail, day by day, before any balance is locked: the order of every command. */
export async function lockCounted(tx: Tx, counted: readonly { source: Pick<LimitedSource, 'accountNumber' | 'customerId'>; authorisedAt: Date }[]): Promise<void> {
  const byDay = new Map<string, string[]>();
  for (const { source, authorisedAt } of counted) {
    const day = lagosDay(authorisedAt);
    byDay.set(day, [...(byDay.get(day) ?? []), ...subjectsOf(source)]);
  }
  for (const [day, subjects] of [...byDay].sort()) await lockUsage(tx, [...new Set(subjects)], day);
}
