/** What was answered otherwise than with 200: `409 otp_superseded` → how many. */
import type { Reply } from '../../connection.ts';

export type Refusals = Record<string, number>;

export type Answers = {
  refusals: Refusals;
  /** True for 200; everything else is counted. */
  good(reply: Reply): boolean;
  /** Something else that was promised and did not come. */
  missed(what: string): void;
};

export function countAnswers(): Answers {
  const refusals: Refusals = {};
  const missed = (what: string): void => {
    refusals[what] = (refusals[what] ?? 0) + 1;
  };
  return {
    refusals,
    good(reply) {
      if (reply.status === 200) return true;
      missed(`${reply.status} ${/"code":"([^"]+)"/.exec(reply.body)?.[1] ?? ''}`.trim());
      return false;
    },
    missed,
  };
}

export function sumRefusals(all: readonly Refusals[]): Refusals {
  const sum: Refusals = {};
  for (const refusals of all) for (const [what, count] of Object.entries(refusals)) sum[what] = (sum[what] ?? 0) + count;
  return sum;
}
