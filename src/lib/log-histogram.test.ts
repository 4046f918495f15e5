import { expect, test } from 'vitest';
import { bucketsPerDoubling, type LogHistogram, mergeHistograms, quantileSeconds } from './log-histogram.ts';

function histogramOf(seconds: readonly number[]): LogHistogram {
  return mergeHistograms(seconds.map((each) => ({ [String(Math.floor(Math.log2(each) * bucketsPerDoubling))]: 1 })));
}

test.each([0.5, 0.95])('the quantile %d of merged histograms is within a tenth of the true one', (q) => {
  const seconds = Array.from({ length: 997 }, (_, index) => 0.02 * 1.011 ** ((index * 613) % 997));
  const merged = mergeHistograms([histogramOf(seconds.slice(0, 100)), histogramOf(seconds.slice(100)), {}]);
  const exact = seconds.toSorted((left, right) => left - right)[Math.ceil(q * seconds.length) - 1] ?? 0;
  expect(Math.abs((quantileSeconds(merged, q) ?? 0) / exact - 1)).toBeLessThan(0.1);
});

test('of nothing there is no quantile', () => {
  expect(quantileSeconds({}, 0.5)).toBeNull();
});
