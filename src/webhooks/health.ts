/**
 * What the results of its deliveries say about an endpoint. Pure. The state is in the endpoint's row, so that all processes agree:
 *
 *   healthy ─failure→ failing ─tenth in a row→ open ─its wait is over→ one probe ─failure→ open, for twice as long
 *      ↑                 │                                                 │
 *      └────success──────┴────────────────────success──────────────────────┘
 *
 * Beside that, a receiver that answers 429, 502, 503 or 504 with Retry-After slows all its deliveries, not only the one it answered.
 */
import type { Environment } from '#src/context.ts';

export type Health = {
  /** In a row, over all deliveries of the endpoint. */
  failures: number;
  /** Of the first failure in that row. */
  failingSince: Date | null;
  /** The breaker's wait; 0 while it is closed. */
  openSeconds: number;
  /** Nothing is sent before. */
  waitUntil: Date | null;
};

export type CallResult = {
  ok: boolean;
  httpStatus: number | null;
  retryAfterSeconds: number | null;
  /** The one call that a waiting breaker let through. */
  probe: boolean;
};

export const healthy: Health = { failures: 0, failingSince: null, openSeconds: 0, waitUntil: null };

export const failuresToOpen = 10;
const firstOpenSeconds = 60;
const maxOpenSeconds = 600;

/** Statuses by which a receiver, or the proxy before it, says that it has too much to do. */
const overloaded: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);

/** An endpoint that did nothing but fail for so long is paused. The sandbox is over in a day, as its schedule is in minutes. */
const pauseAfterDays: Readonly<Record<Environment, number>> = { sandbox: 1, live: 5 };

/** Health after calls that ended together, in no order among themselves: one success proves that the endpoint works. */
export function healthAfter(before: Health, results: readonly CallResult[], now: Date): Health {
  const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  const asked = results.filter((result) => overloaded.has(result.httpStatus)).map((result) => result.retryAfterSeconds ?? 0);
  const retryAfter = Math.min(Math.max(0, ...asked), maxOpenSeconds);
  const slowed = retryAfter > 0 ? later(before.waitUntil, inSeconds(retryAfter)) : before.waitUntil;
  if (results.some((result) => result.ok)) {
    // What the breaker waited for has come; what the receiver asked for stands.
    return { ...healthy, waitUntil: before.openSeconds > 0 && retryAfter === 0 ? null : slowed };
  }
  const failed = { failures: before.failures + results.length, failingSince: before.failingSince ?? now };
  const opens = before.openSeconds === 0 && failed.failures >= failuresToOpen;
  const openSeconds = opens ? firstOpenSeconds : results.some((result) => result.probe) ? Math.min(before.openSeconds * 2, maxOpenSeconds) : before.openSeconds;
  const waits = opens || openSeconds !== before.openSeconds || results.some((result) => result.probe);
  return { ...failed, openSeconds, waitUntil: waits ? later(slowed, inSeconds(openSeconds)) : slowed };
}

/** Has it failed for so long, and so often, that it is paused? Two lone failures a week apart are no outage. */
export function isLost({ failures, failingSince }: Health, now: Date, environment: Environment): boolean {
  if (failures < failuresToOpen || failingSince === null) return false;
  return now.getTime() - failingSince.getTime() >= pauseAfterDays[environment] * 86_400_000;
}

export type HealthState = 'healthy' | 'failing' | 'slowed' | 'open';

/** The state in one word. */
export function stateOf({ failures, openSeconds, waitUntil }: Health, now: Date): HealthState {
  if (openSeconds > 0) return 'open';
  if (waitUntil !== null && waitUntil > now) return 'slowed';
  return failures > 0 ? 'failing' : 'healthy';
}

function later(one: Date | null, other: Date): Date {
  return one !== null && one > other ? one : other;
}
