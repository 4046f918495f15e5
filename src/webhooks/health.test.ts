import { describe, expect, it } from 'vitest';
import { type CallResult, failuresToOpen, type Health, healthAfter, healthy, isLost, stateOf } from './health.ts';

const now = new Date('2026-11-21T09:30:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const good: CallResult = { ok: true, httpStatus: 200, retryAfterSeconds: null, probe: false };
const bad: CallResult = { ok: false, httpStatus: 500, retryAfterSeconds: null, probe: false };
const many = (count: number, result = bad): CallResult[] => Array.from({ length: count }, () => result);
const open: Health = { failures: 10, failingSince: now, openSeconds: 60, waitUntil: at(60) };

describe('the breaker', () => {
  it('opens at the tenth failure in a row and not before', () => {
    const nine = healthAfter(healthy, many(9), now);
    expect(nine).toEqual({ failures: 9, failingSince: now, openSeconds: 0, waitUntil: null });
    expect(healthAfter(nine, many(1), at(5))).toEqual({ failures: 10, failingSince: now, openSeconds: 60, waitUntil: at(65) });
  });

  it('counts failures that end together one by one', () => {
    expect(healthAfter({ ...healthy, failures: 7, failingSince: now }, many(4), now)).toMatchObject({ failures: 11, openSeconds: 60 });
  });

  it('starts anew with a success, whatever failed beside it', () => {
    expect(healthAfter({ ...healthy, failures: 9, failingSince: now }, [bad, good, bad], now)).toEqual(healthy);
    expect(healthAfter(open, [{ ...good, probe: true }], at(60))).toEqual(healthy);
  });

  it('waits twice as long after each probe that failed, up to ten minutes', () => {
    const waits: number[] = [];
    let health = open;
    for (let probe = 0; probe < 6; probe += 1) {
      const moment = health.waitUntil ?? now;
      health = healthAfter(health, [{ ...bad, probe: true }], moment);
      waits.push(((health.waitUntil ?? now).getTime() - moment.getTime()) / 1000);
    }
    expect(waits).toEqual([120, 240, 480, 600, 600, 600]);
  });

  it('is not moved by calls that were on their way when it opened', () => {
    expect(healthAfter(open, many(3), at(10))).toEqual({ ...open, failures: 13 });
  });
});

describe('Retry-After', () => {
  const busy = (httpStatus: number, retryAfterSeconds: number): CallResult => ({ ...bad, httpStatus, retryAfterSeconds });

  it.each([429, 502, 503, 504])('of %i slows the whole endpoint', (status) => {
    const after = healthAfter(healthy, [busy(status, 90)], now);
    expect(after.waitUntil).toEqual(at(90));
    expect(stateOf(after, now)).toBe('slowed');
    expect(stateOf(after, at(90))).toBe('failing');
  });

  it('of another status, or of none, does not', () => {
    expect(healthAfter(healthy, [busy(500, 90), bad], now).waitUntil).toBeNull();
  });

  it('is honoured up to ten minutes, never shortens a wait, and outlives a success', () => {
    expect(healthAfter(healthy, [busy(503, 1e9)], now).waitUntil).toEqual(at(600));
    expect(healthAfter({ ...healthy, waitUntil: at(300) }, [busy(503, 20)], now).waitUntil).toEqual(at(300));
    expect(healthAfter({ ...healthy, waitUntil: at(300) }, [good], now).waitUntil).toEqual(at(300));
    expect(healthAfter(open, [busy(503, 300)], now).waitUntil).toEqual(at(300));
  });
});

describe('isLost', () => {
  const days = (count: number): Date => at(count * 86_400);

  it('needs five days of nothing but failures in live, one in the sandbox', () => {
    expect([isLost(open, days(4.99), 'live'), isLost(open, days(5), 'live'), isLost(open, days(0.99), 'sandbox'), isLost(open, days(1), 'sandbox')]).toEqual([false, true, false, true]);
  });

  it('is not true of a few failures far apart', () => {
    expect(isLost({ ...open, failures: failuresToOpen - 1 }, days(30), 'live')).toBe(false);
    expect(isLost(healthy, days(30), 'live')).toBe(false);
  });
});
