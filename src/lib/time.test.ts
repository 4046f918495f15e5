import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageOn, isoMillis, isoMillisOrNull, isoSeconds, lagosCompact, lagosDay, lagosDayEnd, lagosDayStart, lagosDayStartOf, nipSessionId, parseBirthDate,
} from './time.ts';

const instants = fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });

describe('Lagos time', () => {
  it('is one hour ahead of UTC, across midnight and new year too', () => {
    const newYear = new Date('2025-12-31T23:30:05.678Z');
    expect(lagosCompact(newYear)).toBe('260101003005');
    expect(isoSeconds(newYear)).toBe('2026-01-01T00:30:05');
    expect(lagosDay(newYear)).toBe('2026-01-01');
    expect(isoMillis(newYear)).toBe('2025-12-31T23:30:05.678Z');
  });

  it('writes every instant as the language does, whichever was written before it', () => {
    const any = fc.oneof(instants, fc.date({ noInvalidDate: true }));
    fc.assert(fc.property(fc.array(any, { minLength: 1, maxLength: 6 }), (dates) => {
      const near = dates.flatMap((date) => [date, new Date(Math.min(date.getTime() + 1, 8.64e15)), new Date(Math.max(date.getTime() - 86_400_000, -8.64e15))]);
      for (const date of near) expect(isoMillis(date)).toBe(date.toISOString());
    }));
    expect(() => isoMillis(new Date(Number.NaN))).toThrow(RangeError);
    expect(isoMillisOrNull(null)).toBeNull();
    expect(isoMillisOrNull(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });

  it('agrees with the time zone database', () => {
    const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos', dateStyle: 'short', timeStyle: 'medium' });
    fc.assert(fc.property(fc.date({ min: new Date('1920-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      expect(isoSeconds(date)).toBe(zone.format(date).replace(' ', 'T'));
    }));
  });

  it('puts every instant inside exactly its own day', () => {
    fc.assert(fc.property(instants, (date) => {
      const start = lagosDayStart(date);
      const end = lagosDayEnd(date);
      expect(start <= date && date < end).toBe(true);
      expect(isoSeconds(start)).toBe(`${lagosDay(date)}T00:00:00`);
      expect(lagosDay(end)).not.toBe(lagosDay(date));
      expect(lagosDayStartOf(lagosDay(date))).toEqual(start);
    }));
    expect(lagosDayStartOf('2026-02-30')).toBeNull();
  });
});

describe('birth dates', () => {
  it.each([
    ['1990-01-15'], ['1990-01-15T00:00:00'], ['1990-01-15T23:59:59Z'], ['1990-01-15T00:00:00.000Z'], ['1990-01-15T00:00:00+01:00'],
  ])('%s is 1990-01-15', (text) => {
    expect(parseBirthDate(text)).toEqual({ ok: true, day: '1990-01-15' });
  });

  it.each([
    ['2023-02-29', 'no_such_day'], ['1990-13-01', 'no_such_day'], ['1990-00-10', 'no_such_day'], ['1990-04-31', 'no_such_day'],
    ['15-01-1990', 'not_a_date'], ['1990-1-5', 'not_a_date'], ['', 'not_a_date'], ['1990-01-15T24:00:00', 'not_a_date'],
    ['1990-01-15 00:00:00', 'not_a_date'], ['1990-01-15T00:00:00-05:00', 'not_a_date'], ['1990-01-15\n', 'not_a_date'], ['+01990-01-15', 'not_a_date'],
  ])('%j is refused as %s', (text, reason) => {
    expect(parseBirthDate(text)).toEqual({ ok: false, reason });
  });

  it('accepts 29 February in leap years only', () => {
    expect(parseBirthDate('2000-02-29').ok).toBe(true);
    expect(parseBirthDate('1900-02-29').ok).toBe(false);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      parseBirthDate(text);
    }));
  });
});

describe('ages', () => {
  it.each([
    ['2008-05-10', '2026-05-09', 17], ['2008-05-10', '2026-05-10', 18], ['2008-02-29', '2026-02-28', 17], ['2008-02-29', '2026-03-01', 18],
    ['2026-05-10', '2026-05-10', 0], ['2026-05-10', '2026-05-09', -1],
  ])('born %s, on %s: %i', (birth, on, age) => {
    expect(ageOn(birth, on)).toBe(age);
  });
});

describe('NIP session ids', () => {
  it('is institution, Lagos time and the unique part: 30 digits', () => {
    expect(nipSessionId('000034', new Date('2022-06-08T13:19:30Z'), '350786190072')).toBe('000034220608141930350786190072');
  });

  it('refuses parts of a wrong length', () => {
    expect(() => nipSessionId('34', new Date(), '350786190072')).toThrow('6 digits');
    expect(() => nipSessionId('000034', new Date(), '1')).toThrow('12 digits');
  });
});
