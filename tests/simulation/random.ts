/** Seeded randomness: the same seed draws the same numbers on every machine. */

export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  /** Uniform integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** Log-uniform integer: short ones as often as long ones, which is how outages and pauses come. */
  spread(low: number, high: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
};

/** The sfc32 generator, its state filled from the seed by a multiplicative hash. */
export function seededRandom(seed: number): Random {
  let a = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0;
  let b = Math.imul(seed + 0x7f4a7c15, 0xc2b2ae35) | 0;
  let c = (seed >>> 3) ^ 0x27d4eb2f;
  let counter = 1;

  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }
  // Seeds that are neighbours start alike; a few rounds part them.
  for (let round = 0; round < 12; round += 1) next();

  return {
    next,
    chance: (probability) => next() < probability,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    spread: (low, high) => Math.floor(low * (high / low) ** next()),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
