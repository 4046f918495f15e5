import { expect, test } from 'vitest';
import { availabilityOf } from './availability.ts';

const now = new Date('2026-11-21T11:00:30Z');
const at = (minutesAgo: number, answered: number, failed: number) => {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000 - minutesAgo * 60_000);
  return { minute, answered, failed, lastAnsweredAt: answered === 0 ? null : new Date(minute.getTime() + 20_000) };
};
const statusOf = (...minutes: ReturnType<typeof at>[]): string => availabilityOf(minutes, now).status;

test('nobody asked is unknown, and so is what is older than a quarter of an hour', () => {
  expect(statusOf()).toBe('unknown');
  expect(statusOf(at(15, 9, 0))).toBe('unknown');
  expect(statusOf(at(14, 9, 0))).toBe('available');
});

test('fewer than three failures never make a bank unavailable', () => {
  expect(statusOf(at(0, 0, 2))).toBe('degraded');
  expect(statusOf(at(0, 0, 3))).toBe('unavailable');
});

test('four failures in five are unavailable, one in five is degraded, fewer is available', () => {
  expect(statusOf(at(1, 1, 4))).toBe('unavailable');
  expect(statusOf(at(1, 2, 7))).toBe('degraded');
  expect(statusOf(at(1, 4, 1))).toBe('degraded');
  expect(statusOf(at(1, 5, 1))).toBe('available');
});

test('a bank that came back shows it once three answers of the last five minutes say so', () => {
  expect(statusOf(at(9, 0, 40), at(0, 2, 0))).toBe('unavailable');
  expect(statusOf(at(9, 0, 40), at(0, 3, 0))).toBe('available');
});

test('says what was counted since when, and the last answer of the hour', () => {
  expect(availabilityOf([at(40, 1, 0), at(4, 2, 1), at(2, 1, 0)], now)).toEqual({
    status: 'degraded', answered: 3, failed: 1, since: new Date('2026-11-21T10:56:00Z'), lastAnsweredAt: new Date('2026-11-21T10:58:20Z'),
  });
  expect(availabilityOf([at(40, 1, 0)], now)).toEqual({ status: 'unknown', answered: 0, failed: 0, since: null, lastAnsweredAt: new Date('2026-11-21T10:20:20Z') });
});
