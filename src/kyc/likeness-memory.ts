/**
 * Likenesses that were opened, in the memory of this process: opening 10,000 of them for each document took 170 ms of CPU, comparing them takes a few. It decides nothing: what is compared
 * is what stands in the database at that moment, so one that was erased is not compared again, and goes from here with the next look-up, or when nobody has looked for ten minutes.
 */
import type { TenantKeys } from '#src/organizations/keyring.ts';
import type { Likeness } from './document-reader.ts';

/** Nearer than what passes as one person (0.50): an alarm asks thousands of times where a check asks once. */
const sameFaceAt = 0.4;
/** Further apart than this, a check calls them two people: no picture is one then, however alike two pages of one layout are. */
const otherFaceAt = 0.6;
/** Bits of 1,280 in which two perceptual hashes of one picture may differ: `npm run bench -- pictures` has the distances of strangers' documents. */
export const samePictureBits = 128;

/** About 1.2 KB for each likeness, so 12 MB for a tenant with as many as an alarm looks at. */
const mostTenants = 4;
const forgetAfterMs = 10 * 60_000;

/** A likeness as it is compared: the hash with its kind, in numbers of 32 bits. Null for hashes of version 1, which said too little to be compared, and for whatever else this version does not make. */
export type Comparable = { face: Float32Array | null; picture: { kind: string; bits: Uint32Array } | null };
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
  const [, kind, digits] = /^([ps]2):([0-9a-f]{320})$/.exec(pictureHash) ?? [];
  if (kind === undefined || digits === undefined) return { face, picture: null };
  return { face, picture: { kind, bits: Uint32Array.from(digits.match(/.{8}/g) ?? [], (word) => Number.parseInt(word, 16)) } };
}

/** One face; or one picture, unless the faces on it are two people's. Pure. */
export function looksLike(one: Comparable, other: Comparable): boolean {
  const apart = one.face === null || other.face === null ? null : squaredDistance(one.face, other.face);
  if (apart !== null && apart <= sameFaceAt ** 2) return true;
  if (apart !== null && apart > otherFaceAt ** 2) return false;
  return (bitsApart(one, other) ?? Infinity) <= samePictureBits;
}

/** In how many bits two hashes differ; null where they are not of one kind. */
export function bitsApart({ picture: one }: Pick<Comparable, 'picture'>, { picture: other }: Pick<Comparable, 'picture'>): number | null {
  if (one === null || other === null || one.kind !== other.kind) return null;
  return one.bits.reduce((sum, word, at) => sum + bits(word ^ (other.bits[at] ?? 0)), 0);
}

function bits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Euclidean; stops where it is too far to matter. */
function squaredDistance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length && sum <= otherFaceAt ** 2; at += 1) {
    const apart = (one[at] ?? 0) - (other[at] ?? 0);
    sum += apart * apart;
  }
  return sum;
}
