import { expect, test } from 'vitest';
import { dayOfReference, formatSettlementFile, parseSettlementFile, type SettlementLine } from './settlement-file.ts';

const ref = (last: number): string => `999998261121093000${String(last).padStart(12, '0')}`;
const line = (last: number, changes: Partial<SettlementLine> = {}): SettlementLine => ({ railRef: ref(last), amountKobo: 100_050n, responseCode: '00', direction: 'outward', ...changes });
const file = (...rows: string[]): string => ['railRef,amount,responseCode,direction', ...rows].join('\n');

test('what is written is what is read', () => {
  const lines = [line(1), line(2, { responseCode: '05', amountKobo: 1n }), line(3, { direction: 'inward', amountKobo: 10n ** 15n })];
  expect(parseSettlementFile(formatSettlementFile(lines))).toEqual({ lines, faults: [] });
  expect(formatSettlementFile([line(1)])).toBe(`railRef,amount,responseCode,direction\n${ref(1)},1000.50,00,outward\n`);
});

test('Windows line ends, a byte-order mark and blank lines are no faults', () => {
  expect(parseSettlementFile(`\uFEFF${file(`${ref(1)},1000.50,00,outward`, '', '').replaceAll('\n', '\r\n')}`)).toEqual({ lines: [line(1)], faults: [] });
});

test('a file of something else gives one fault and no line', () => {
  for (const text of ['', 'a,b\n1,2', `${ref(1)},1000.50,00,outward`]) expect(parseSettlementFile(text)).toMatchObject({ lines: [], faults: [expect.stringContaining('header')] });
});

test.each([
  'x', `${ref(1)}`, `${ref(1)},1000.50,00`, `${ref(1)},1000.50,00,outward,more`, `${ref(1).slice(1)},1000.50,00,outward`, `${ref(1)},1000.501,00,outward`, `${ref(1)},-1,00,outward`,
  `${ref(1)},0,00,outward`, `${ref(1)},1e3,00,outward`, `${ref(1)},1000.50,,outward`, `${ref(1)},1000.50,00,sideways`,
])('a line that makes no sense (%s) is a fault and stops no other', (row) => {
  expect(parseSettlementFile(file(row, `${ref(2)},1000.50,00,outward`))).toEqual({ lines: [line(2)], faults: ['line 2: not a settlement line'] });
});

test('a line that comes twice counts once, and two that contradict each other do not count at all', () => {
  const row = (code: string, amount = '1000.50'): string => `${ref(1)},${amount},${code},outward`;
  expect(parseSettlementFile(file(row('00'), row('00')))).toEqual({ lines: [line(1)], faults: [] });
  for (const other of [row('05'), row('00', '1000.51')]) {
    expect(parseSettlementFile(file(row('00'), other))).toEqual({ lines: [], faults: [`line 3: ${ref(1)} contradicts an earlier line; neither counts`] });
  }
});

test('a reference names its day', () => {
  expect(dayOfReference(ref(1))).toBe('2026-11-21');
  for (const other of ['', 'ref-1', `999998261131${'0'.repeat(18)}`]) expect(dayOfReference(other)).toBe(null);
});
