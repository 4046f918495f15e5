import type { CreditOutcome } from './credit.ts';

const codes = { applied: '00', applied_before: '00', conflict: '26', account_not_found: '07', account_restricted: '57', account_expired: '57', limit_exceeded: '61' } as const satisfies Record<CreditOutcome['outcome'], string>;

/** What a bank answers for an inbound credit (NIP response codes). 26: the session id was used for something else. */
export function nipCodeOf({ outcome }: CreditOutcome): (typeof codes)[keyof typeof codes] {
  return codes[outcome];
}
