/** Where in the book a payment stands, at 16 to 32 bytes for each: a bank's sandbox runs for years, and each payment as an object took 300. */
export type OffsetIndex = {
  add(railRef: string, offset: number): void;
  /** Where it may stand: another payment's place is among them once in billions, so what is read there is to be looked at. */
  offsetsOf(railRef: string): number[];
};

const startSlots = 1 << 10;

/** Open addressing with linear probing; a slot holds a hash, which is 0 where the slot is free, and an offset. */
export function createOffsetIndex(): OffsetIndex {
  let hashes = new Uint32Array(startSlots);
  let offsets = new Float64Array(startSlots);
  let count = 0;

  const put = (hash: number, offset: number): void => {
    const mask = hashes.length - 1;
    let slot = hash & mask;
    while (hashes[slot] !== 0) slot = (slot + 1) & mask;
    hashes[slot] = hash;
    offsets[slot] = offset;
  };

  const grow = (): void => {
    const [oldHashes, oldOffsets] = [hashes, offsets];
    hashes = new Uint32Array(oldHashes.length * 2);
    offsets = new Float64Array(oldHashes.length * 2);
    oldHashes.forEach((hash, slot) => {
      if (hash !== 0) put(hash, oldOffsets[slot] ?? 0);
    });
  };

  return {
    add(railRef, offset) {
      if ((count + 1) * 4 > hashes.length * 3) grow();
      put(hashOf(railRef), offset);
      count += 1;
    },
    offsetsOf(railRef) {
      const found: number[] = [];
      const hash = hashOf(railRef);
      const mask = hashes.length - 1;
      for (let slot = hash & mask; hashes[slot] !== 0; slot = (slot + 1) & mask) {
        if (hashes[slot] === hash) found.push(offsets[slot] ?? 0);
      }
      return found;
    },
  };
}

/** FNV-1a, mixed once more so that references that differ in their last digits alone lie apart. Never 0. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return hash === 0 ? 1 : hash >>> 0;
}
