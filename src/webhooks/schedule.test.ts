import { describe, expect, it } from 'vitest';
import { nextAttempt, schedules } from './schedule.ts';

const middle = (): number => 0.5;
const waits = (environment: 'sandbox' | 'live', random = middle): (number | null)[] =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempts) => nextAttempt(environment, attempts, null, random));

describe('nextAttempt', () => {
  it('gives the sandbox five attempts at 0 s, 5 s, 30 s, 2 min and 10 min', () => {
    expect(waits('sandbox', () => 0.99)).toEqual([5_000, 30_000, 120_000, 600_000, null, null, null, null, null, null]);
  });

  it('gives live ten attempts over 75.6 hours', () => {
    const live = waits('live');
    expect(live.at(-1)).toBeNull();
    const hours = live.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600_000;
    expect(hours).toBeCloseTo(75.58, 2);
  });

  it('keeps live waits within a fifth of the schedule, to both sides', () => {
    schedules.live.slice(1).forEach((base, index) => {
      expect(nextAttempt('live', index + 1, null, () => 0)).toBe(Math.round(base * 800));
      const most = nextAttempt('live', index + 1, null, () => 0.999999) ?? 0;
      expect(most).toBeLessThanOrEqual(base * 1200);
      expect(most).toBeGreaterThan(base * 1199);
    });
  });

  it.each([
    ['shorter than the schedule', 1, 300_000],
    ['within it', 400, 400_000],
    ['longer than twice the schedule', 100_000, 600_000],
  ])('honours a Retry-After %s between once and twice the wait', (_name, retryAfter, waitMs) => {
    expect(nextAttempt('live', 2, retryAfter, middle)).toBe(waitMs);
  });

  it('does not let Retry-After add an attempt', () => {
    expect(nextAttempt('sandbox', 5, 1, middle)).toBeNull();
    expect(nextAttempt('live', 10, 1, middle)).toBeNull();
  });
});
