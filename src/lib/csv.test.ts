import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('quotes what would break a line, and leaves the rest alone', () => {
  expect(csvLine(['plain', 'a,b', 'say "so"', 'two\nlines', null, 12.5, '-10.00'])).toBe('plain,"a,b","say ""so""","two\nlines",,12.5,-10.00\r\n');
});

test.each(['=1+1', '+1', '-cmd', '@sum', '\tx'])('%j is no formula any more', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`);
});
