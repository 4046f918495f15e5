/**
 * Likenesses that were opened, in the memory of this process: opening 10,000 of them for each document took 170 ms of CPU, comparing them takes a few. It decides nothing: what is compared
 * is what stands in the database at that moment, so one that was erased is not compared again, and goes from here with the next look-up, or when nobody has looked for ten minutes.
 */
import type { TenantKeys } from '#src/organizations/keyring.ts';
import type { Likeness } from './document-reader.ts';

/** Nearer than what passes as one person (0.50): an alarm asks thousands of times where a check asks once. */
const sameFaceAt = 0.4;
/** Bits of 64 in which two perceptual hashes of one picture may differ. */
const samePictureBits = 3;

/** About 1 KB for each likeness, so 10 MB for a tenant with as many as an alarm looks at. */
const mostTenants = 4;
const forgetAfterMs = 10 * 60_000;

/** A likeness as it is compared: the hash as two numbers. */
export type Comparable = { face: Float32Array | null; high: number; low: number };
/** By `checkId/picture`. */
export type LikenessMemory = Map<string, Comparable>;

/** Tenants by their keys, the last used last. */
const memories = new Map<TenantKeys, { memory: LikenessMemory; forget: NodeJS.Timeout }>();

/** What is open of the tenant whose keys these are. */
export function likenessMemory(keys: TenantKeys): LikenessMemory {
  const known = memories.get(keys);
  clearTimeout(known?.forget);
  const memory: LikenessMemory = known?.memory ?? new Map();
  memories.delete(keys);
  memories.set(keys, { memory, forget: setTimeout(() => void memories.delete(keys), forgetAfterMs).unref() });
  const [oldest] = memories.keys();
  if (memories.size > mostTenants && oldest !== undefined) forgetLikenesses(oldest);
  return memory;
}

/** Everything of the tenant; an erasure does this in its own process. */
export function forgetLikenesses(keys: TenantKeys): void {
  clearTimeout(memories.get(keys)?.forget);
  memories.delete(keys);
}

/** Lets go of what is not among these names any more. */
export function keepOnly(memory: LikenessMemory, names: readonly string[]): void {
  if (memory.size <= names.length) return;
  const kept = new Set(names);
  for (const name of memory.keys()) if (!kept.has(name)) memory.delete(name);
}

export function comparable({ face, pictureHash }: Likeness): Comparable {
  return { face, high: Number.parseInt(pictureHash.slice(0, 8), 16), low: Number.parseInt(pictureHash.slice(8), 16) };
}

/** One face, or one picture. Pure. */
export function looksLike(one: Comparable, other: Comparable): boolean {
  return bits(one.high ^ other.high) + bits(one.low ^ other.low) <= samePictureBits || (one.face !== null && other.face !== null && isNear(one.face, other.face));
}

function bits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** By Euclidean distance; stops where it cannot come out any more. */
function isNear(one: Float32Array, other: Float32Array): boolean {
  let sum = 0;
  for (let at = 0; at < one.length && sum <= sameFaceAt ** 2; at += 1) {
    const apart = (one[at] ?? 0) - (other[at] ?? 0);
    sum += apart * apart;
  }
  return sum <= sameFaceAt ** 2;
}
