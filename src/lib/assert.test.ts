import { describe, expect, it } from 'vitest';
import {
  assert, AssertionFailure, expectOne, expectPresent, isRecord, readArray, readBigint, readBoolean, readDate, readNullableString,
  readNumber, readRecord, readString,
} from './assert.ts';

describe('assertions', () => {
  it('throws AssertionFailure with the message when the condition is false', () => {
    expect(() => assert(false, 'books differ')).toThrow(new AssertionFailure('books differ'));
    expect(() => assert(true, 'unused')).not.toThrow();
  });

  it('expectOne refuses no row and several rows', () => {
    expect(expectOne([7])).toBe(7);
    expect(() => expectOne([], 'account')).toThrow('expected one account, got 0');
    expect(() => expectOne([1, 2])).toThrow('got 2');
  });

  it('expectPresent keeps falsy values and refuses null and undefined', () => {
    expect(expectPresent(0)).toBe(0);
    expect(() => expectPresent(null, 'tenant')).toThrow('expected tenant');
    expect(() => expectPresent(undefined)).toThrow(AssertionFailure);
  });
});

describe('typed readers', () => {
  it('isRecord tells objects from arrays and null', () => {
    expect([{}, [], null, 'x', 1].map(isRecord)).toEqual([true, false, false, false, false]);
  });

  it('gives the value when the type is right', () => {
    const row = { s: 'x', n: 1.5, b: false, big: '-12345678901234567890', d: '2026-01-02T03:04:05Z' };
    expect(readString(row, 's')).toBe('x');
    expect(readNumber(row, 'n')).toBe(1.5);
    expect(readBoolean(row, 'b')).toBe(false);
    expect(readBigint(row, 'big')).toBe(-12345678901234567890n);
    expect(readDate(row, 'd').getTime()).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
    expect(readNullableString(row, 'absent')).toBeNull();
    expect(readArray([1])).toEqual([1]);
    expect(readRecord(row)).toBe(row);
  });

  it('throws AssertionFailure when the type is wrong', () => {
    const row = { s: 1, n: Number.NaN, b: 0, big: 1.5, d: 'no date' };
    for (const read of [readString, readBoolean, readNumber, readBigint, readDate, readNullableString]) {
      for (const key of ['s', 'n', 'b', 'big', 'd']) {
        const fits = (read === readNumber && ['s', 'b', 'big'].includes(key)) || (read === readBigint && ['s', 'b'].includes(key))
          || (read === readString && key === 'd') || (read === readNullableString && key === 'd');
        if (fits) continue;
        expect(() => read(row, key), `${read.name} ${key}`).toThrow(AssertionFailure);
      }
    }
    expect(() => readArray({})).toThrow(AssertionFailure);
    expect(() => readRecord([])).toThrow(AssertionFailure);
  });
});
