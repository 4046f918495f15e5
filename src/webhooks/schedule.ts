/** When a delivery is tried again. Pure. */
import type { Environment } from '#src/context.ts';

/** Waits in seconds before attempt 1, 2, … Live spans 75 hours, as Standard Webhooks 1.0 advises; the sandbox is over in thirteen minutes. */
export const schedules: Readonly<Record<Environment, readonly number[]>> = {
  sandbox: [0, 5, 30, 120, 600],
  live: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
};

/** Waits of a live schedule differ by up to a fifth, so that an endpoint that was down is not met by all at once. */
const jitter = 0.2;

/**
 * Milliseconds until the next try, or null when all were used. `attempts` counts those made. A wish of the receiver
 * (`Retry-After`, seconds) is honoured between the scheduled wait and twice that wait.
 * `random` gives numbers in [0, 1).
 */
export function nextAttempt(environment: Environment, attempts: number, retryAfterSeconds: number | null, random: () => number): number | null {
  const base = schedules[environment][attempts];
  if (base === undefined) return null;
  if (retryAfterSeconds === null) {
    const factor = environment === 'live' ? 1 - jitter + 2 * jitter * random() : 1;
    return Math.round(base * factor * 1000);
  }
  return Math.round(Math.min(Math.max(retryAfterSeconds, base), 2 * base) * 1000);
}
