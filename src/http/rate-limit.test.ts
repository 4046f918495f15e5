import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

const bucket = { perSecond: 2, burst: 3 };

function limiterAt(start: number, maxKeys?: number) {
  const clock = { nowMs: start };
  const limiter = createRateLimiter({ nowMs: () => clock.nowMs, ...(maxKeys === undefined ? {} : { maxKeys }) });
  return { clock, limiter };
}

test('a burst is allowed, then one per refill', () => {
  const { clock, limiter } = limiterAt(1_000);
  expect([1, 2, 3, 4].map(() => limiter.take('a', bucket).allowed)).toEqual([true, true, true, false]);
  clock.nowMs += 500;
  expect(limiter.take('a', bucket)).toMatchObject({ allowed: true, remaining: 0, limit: 3 });
  expect(limiter.take('a', bucket)).toMatchObject({ allowed: false, retryAfterSeconds: 1, resetSeconds: 2 });
});

test('a bucket never holds more than its burst, and a clock that stands still gives nothing', () => {
  const { clock, limiter } = limiterAt(0);
  limiter.take('a', bucket);
  clock.nowMs += 3_600_000;
  expect(limiter.peek('a', bucket).remaining).toBe(3);
  expect(limiter.take('a', bucket).remaining).toBe(2);
  expect(limiter.take('a', bucket).remaining).toBe(1);
});

test('one caller does not spend the tokens of another', () => {
  const { limiter } = limiterAt(0);
  for (let i = 0; i < 5; i += 1) limiter.take('noisy', bucket);
  expect(limiter.take('quiet', bucket).allowed).toBe(true);
});

test('looking takes nothing', () => {
  const { limiter } = limiterAt(0);
  for (let i = 0; i < 5; i += 1) limiter.peek('a', bucket);
  expect(limiter.take('a', bucket).remaining).toBe(2);
});

test('the number of buckets is bounded; the one unused for longest is forgotten', () => {
  const { limiter } = limiterAt(0, 2);
  const spend = (key: string) => [1, 2, 3].forEach(() => limiter.take(key, bucket));
  spend('a');
  spend('b');
  limiter.take('a', bucket);
  spend('c');
  expect(limiter.peek('a', bucket).allowed).toBe(false);
  expect(limiter.peek('b', bucket).allowed).toBe(true);
});
