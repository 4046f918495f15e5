/**
 * Durations counted in buckets, each a quarter of a doubling wide: histograms of days add up to those of months, and a quantile is at most a tenth off.
 */

/** How many durations fell into each bucket, by its number. */
export type LogHistogram = Readonly<Record<string, number>>;

export const bucketsPerDoubling = 4;

/** The two added up. */
export function mergeHistograms(histograms: readonly LogHistogram[]): LogHistogram {
  const sum: Record<string, number> = {};
  for (const [bucket, times] of histograms.flatMap((each) => Object.entries(each))) sum[bucket] = (sum[bucket] ?? 0) + times;
  return sum;
}

/** The duration, in seconds, that the share `q` (0 to 1) of them do not exceed: the middle of its bucket. Null of none. */
export function quantileSeconds(histogram: LogHistogram, q: number): number | null {
  const buckets = Object.entries(histogram).map(([bucket, times]) => ({ bucket: Number(bucket), times })).toSorted((left, right) => left.bucket - right.bucket);
  const total = buckets.reduce((sum, { times }) => sum + times, 0);
  if (total === 0) return null;
  let left = Math.max(1, Math.ceil(q * total));
  for (const { bucket, times } of buckets) {
    left -= times;
    if (left <= 0) return 2 ** ((bucket + 0.5) / bucketsPerDoubling);
  }
  return null;
}
