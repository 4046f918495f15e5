/**
 * How often somebody may guess. A try is taken before the guess is judged and given back unless it was wrong, so that a
 * hundred guesses sent at once are a hundred tries. Budgets fill up again by themselves: nobody is locked out for ever.
 */
import { type ErrorCode, fail, Failure } from '#src/errors.ts';
import { type Bucket, createRateLimiter } from '#src/http/rate-limit.ts';
import { subscriberOf } from '#src/organizations/networks.ts';

export type Budget = readonly [key: string, bucket: Bucket];

export type Tries = {
  /** @throws Failure rate_limited when one of the budgets is spent; then none of them is touched. */
  guarded<Result>(budgets: readonly Budget[], work: () => Promise<Result>): Promise<Result>;
  /** Takes a try of each that is not given back, whatever comes of it. @throws Failure rate_limited when one of the budgets is spent; then none of them is touched. */
  spend(budgets: readonly Budget[]): void;
};

const guesses: ReadonlySet<ErrorCode> = new Set(['sign_in_invalid', 'password_wrong', 'second_factor_invalid', 'invitation_not_found', 'passkey_invalid']);

export function createTries(nowMs: () => number): Tries {
  const limiter = createRateLimiter({ nowMs });
  const giveBack = (budgets: readonly Budget[]): void => budgets.forEach(([key, bucket]) => limiter.giveBack(key, bucket));
  function spend(budgets: readonly Budget[]): void {
    const taken: Budget[] = [];
    for (const budget of budgets) {
      const { allowed, retryAfterSeconds } = limiter.take(...budget);
      if (!allowed) {
        giveBack(taken);
        throw fail('rate_limited', { message: 'Too many attempts.', retryAfterSeconds });
      }
      taken.push(budget);
    }
  }
  return {
    spend,
    async guarded(budgets, work) {
      spend(budgets);
      try {
        const result = await work();
        giveBack(budgets);
        return result;
      } catch (error) {
        if (!(error instanceof Failure && guesses.has(error.code))) giveBack(budgets);
        throw error;
      }
    },
  };
}

/** One address, or /64 of IPv6, over all accounts: against trying many of them. */
export const addressBudget = (ip: string): Budget => [`address:${subscriberOf(ip)}`, { perSecond: 100 / 60, burst: 100 }];

/** One account from one address: a stranger who knows the e-mail address cannot keep its owner out. */
export const accountBudget = (email: string, ip: string): Budget => [`account:${email.toLowerCase()}:${subscriberOf(ip)}`, { perSecond: 10 / 60, burst: 10 }];

/** What somebody signed in, or who knows the password, may guess, from wherever: six digits are soon tried through. */
export const memberBudget = (memberId: string): Budget => [`member:${memberId}`, { perSecond: 1 / 60, burst: 5 }];

/** Sign-ups, whatever came of them: three a day with an e-mail address, five an hour from a network address, sixty an hour in all. */
export const signUpBudgets = (email: string, ip: string): readonly Budget[] => [
  [`sign-up:${email.toLowerCase()}`, { perSecond: 3 / 86_400, burst: 3 }], [`sign-up-from:${subscriberOf(ip)}`, { perSecond: 5 / 3_600, burst: 5 }], ['sign-ups', { perSecond: 60 / 3_600, burst: 60 }],
];
