/** Token buckets in this process's memory: they slow down a noisy caller, and decide nothing about money. */

export type Bucket = { perSecond: number; burst: number };

/** What is left after a look at a bucket; whole numbers, seconds rounded up, as the RateLimit headers want them. */
export type Allowance = { allowed: boolean; limit: number; remaining: number; resetSeconds: number; retryAfterSeconds: number };

export type RateLimiter = {
  /** Takes one token when there is one. */
  take(key: string, bucket: Bucket): Allowance;
  /** Tells whether a token is there, and leaves it. */
  peek(key: string, bucket: Bucket): Allowance;
  /** Puts back one that was taken for what turned out not to count. */
  giveBack(key: string, bucket: Bucket): void;
};

type Level = { tokens: number; atMs: number };

/**
 * `nowMs` is monotonic. At most `maxKeys` buckets are kept; then the one unused for longest is forgotten, which can only
 * be in a caller's favour. Each node counts for itself: n nodes allow up to n times the rate.
 */
export function createRateLimiter(options: { nowMs(): number; maxKeys?: number }): RateLimiter {
  const maxKeys = options.maxKeys ?? 50_000;
  const levels = new Map<string, Level>();

  function refilled(key: string, bucket: Bucket): Level {
    const nowMs = options.nowMs();
    const level = levels.get(key) ?? { tokens: bucket.burst, atMs: nowMs };
    const gained = (Math.max(0, nowMs - level.atMs) / 1_000) * bucket.perSecond;
    level.tokens = Math.min(bucket.burst, level.tokens + gained);
    level.atMs = nowMs;
    return level;
  }

  return {
    take(key, bucket) {
      const level = refilled(key, bucket);
      const allowed = level.tokens >= 1;
      if (allowed) level.tokens -= 1;
      // Set anew, the key is the youngest of the map; the oldest comes first when it is iterated.
      levels.delete(key);
      levels.set(key, level);
      if (levels.size > maxKeys) forgetOldest(levels);
      return allowance(level, bucket, allowed);
    },
    peek(key, bucket) {
      const level = refilled(key, bucket);
      return allowance(level, bucket, level.tokens >= 1);
    },
    giveBack(key, bucket) {
      const level = refilled(key, bucket);
      level.tokens = Math.min(bucket.burst, level.tokens + 1);
    },
  };
}

function forgetOldest(levels: Map<string, Level>): void {
  for (const key of levels.keys()) {
    levels.delete(key);
    return;
  }
}

function allowance(level: Level, bucket: Bucket, allowed: boolean): Allowance {
  return {
    allowed,
    limit: bucket.burst,
    remaining: Math.floor(level.tokens),
    resetSeconds: Math.ceil((bucket.burst - level.tokens) / bucket.perSecond),
    retryAfterSeconds: Math.max(1, Math.ceil((1 - level.tokens) / bucket.perSecond)),
  };
}
