import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDay } from './registry-day.ts';

test.each([
  ['1990-01-15', '1990-01-15'], ['1990-01-15T00:00:00.000Z', '1990-01-15'], ['1990-01-15 23:59:59', '1990-01-15'], ['1990/01/15', '1990-01-15'],
  ['15-01-1990', '1990-01-15'], ['15/01/1990', '1990-01-15'], ['5/1/1990', '1990-01-05'], ['15-Jan-1990', '1990-01-15'], ['28-Jun-2000', '2000-06-28'],
  ['15-January-1990', '1990-01-15'], ['5-Sep-2000', '2000-09-05'], ['01 OCT 1960', '1960-10-01'], ['29-Feb-1992', '1992-02-29'], [' 15-01-1990 ', '1990-01-15'],
])('%j is %j', (written, day) => {
  expect(readDay(written)).toBe(day);
});

test.each([
  '', 'soon', '31-02-1990', '29-02-1990', '00-01-1990', '15-00-1990', '15-13-1990', '01/31/1990', '15-Foo-1990', '15-Janu-1990', '15-Mayor-1990', '15-01-90', '15-01/1990', '1990-01-15Z', '1990-1-5',
  '****-01-15', '1990-01-15 and more', '15-01-1990 and more', '15011990', '19900115',
])('%j is no day', (written) => {
  expect(readDay(written)).toBeNull();
});

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

test('every day of two centuries comes back from each of its forms', () => {
  fc.assert(fc.property(fc.date({ min: new Date('1850-01-01T00:00:00Z'), max: new Date('2050-12-31T00:00:00Z'), noInvalidDate: true }), (date) => {
    const day = date.toISOString().slice(0, 10);
    const [year = '', month = '', dayOfMonth = ''] = day.split('-');
    const name = names[Number(month) - 1] ?? '';
    for (const written of [
      day, `${day}T00:00:00`, `${year}/${month}/${dayOfMonth}`, `${dayOfMonth}-${month}-${year}`, `${dayOfMonth}/${month}/${year}`, `${dayOfMonth}-${name}-${year}`,
      `${dayOfMonth} ${name.toUpperCase()} ${year}`, `${Number(dayOfMonth)}-${name.toLowerCase()}-${year}`,
    ]) expect(readDay(written), written).toBe(day);
  }));
});

test('whatever is written, the answer is a real day or none', () => {
  const part = fc.oneof(fc.nat({ max: 9999 }).map(String), fc.constantFrom('01', '12', '31', '1990', 'Jan', 'march', '', 'x'));
  fc.assert(fc.property(part, part, part, fc.constantFrom('-', '/', ' ', '.'), (a, b, c, separator) => {
    const day = readDay([a, b, c].join(separator));
    expect(day === null || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)).toBe(true);
  }));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(readDay(text) === null || /^\d{4}-\d{2}-\d{2}$/.test(readDay(text) ?? '')).toBe(true);
  }));
});
