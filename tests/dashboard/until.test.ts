import { expect, test } from 'vitest';
import { lagosInstant } from '../../dashboard/src/lib/format.ts';
import { until } from '../../dashboard/src/lib/until.ts';

const minutes = (count: number): string => until(new Date(count * 60_000).toISOString(), 0);

test.each([[0, '1 min'], [59, '59 min'], [60, '1 h'], [61, '1 h 1 min'], [359, '5 h 59 min'], [361, '6 h'], [1_441, '24 h'], [2_821, '47 h'], [2_881, '2 d'], [3_000, '2 d 2 h'], [72 * 60 + 1, '3 d'], [10_080, '7 d'], [20_200, '14 d']] as const)(
  'what is %i minutes ahead is said as exactly as it matters: %s', (ahead, said) => expect(minutes(ahead)).toBe(said));

test('a time typed for Lagos is an hour ahead of UTC, and what is no time is none', () => {
  expect(['2026-12-01T09:00', '2026-02-30T09:00x', '', '2026-13-01T09:00'].map(lagosInstant)).toEqual(['2026-12-01T08:00:00.000Z', null, null, null]);
});
