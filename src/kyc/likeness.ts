/**
 * The duplicate alarm: does somebody else's document in this tenant show the same face, or the very same picture? What is compared is biometric: it is stored sealed, never logged, never answered,
 * and goes after half a year.
 */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import type { Place, TenantKeys } from '#src/organizations/keyring.ts';
import type { Likeness } from './document-reader.ts';

export type Likenesses = { document: Likeness; selfie: Likeness | null };

/** Nearer than what passes as one person (0.50): an alarm asks thousands of times where a check asks once. */
const sameFaceAt = 0.4;
/** Bits of 64 in which two perceptual hashes of one picture may differ. */
const samePictureBits = 3;
/** How far back an alarm looks: sealed values have no index, so each one is opened. */
const mostCompared = 10_000;
const comparedAtOnce = 500;
const mostNamed = 10;
export const likenessDays = 180;

type Stored = { checkId: string; picture: string; content: Buffer };

/** The checks of others, the newest first, that show one of these faces or pictures; at most ten. `subject` is the document's number: a document is no duplicate of itself. */
export async function findDuplicates(tx: Tx, keys: TenantKeys, subject: string, { document, selfie }: Likenesses): Promise<string[]> {
  const owner = ownerIndex(keys, subject);
  const mine = [document, ...(selfie === null ? [] : [selfie])];
  const alike = new Set<string>();
  // Page by page: opening all in one go would keep everybody else of this process waiting.
  for (let offset = 0; offset < mostCompared && alike.size < mostNamed; offset += comparedAtOnce) {
    const rows = await tx.rows<Stored>(sql`
      select check_id as "checkId", picture, content_sealed as content from kyc_likeness
      where tenant_id = ${tx.tenantId} and subject_index <> ${owner} order by created_at desc, check_id, picture limit ${comparedAtOnce} offset ${offset}`);
    for (const row of rows) {
      const theirs = opened(keys, row);
      if (mine.some((each) => looksLike(each, theirs))) alike.add(row.checkId);
    }
    if (rows.length < comparedAtOnce) break;
  }
  return [...alike].slice(0, mostNamed);
}

/** Keeps what later checks are compared with. */
export async function storeLikenesses(tx: Tx, keys: TenantKeys, checkId: string, subject: string, { document, selfie }: Likenesses): Promise<void> {
  for (const [picture, likeness] of Object.entries({ document, selfie })) {
    if (likeness === null) continue;
    const content = keys.seal(likenessPlace(checkId, picture), JSON.stringify({ hash: likeness.pictureHash, face: likeness.face === null ? null : Buffer.from(likeness.face.buffer, likeness.face.byteOffset, likeness.face.byteLength).toString('base64') }));
    await tx.execute(sql`
      insert into kyc_likeness (tenant_id, check_id, picture, subject_index, content_sealed, created_at)
      values (${tx.tenantId}, ${checkId}, ${picture}, ${ownerIndex(keys, subject)}, ${content}, ${tx.now})`);
  }
}

/** Removes what is too old to compare with, at most so many of one tenant. Answers how many. */
export function dropLikenesses(tx: Tx, limit: number): Promise<number> {
  return tx.execute(sql`
    delete from kyc_likeness where tenant_id = ${tx.tenantId} and (check_id, picture) in (
      select check_id, picture from kyc_likeness where tenant_id = ${tx.tenantId} and created_at < ${new Date(tx.now.getTime() - likenessDays * 86_400_000)} order by created_at limit ${limit})`);
}

/** One face, or one picture. Pure. */
export function looksLike(one: Likeness, other: Likeness): boolean {
  return differingBits(one.pictureHash, other.pictureHash) <= samePictureBits || (one.face !== null && other.face !== null && distance(one.face, other.face) <= sameFaceAt);
}

function differingBits(one: string, other: string): number {
  let bits = 0;
  for (const at of [0, 8]) {
    for (let rest = Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16); rest !== 0; rest &= rest - 1) bits += 1;
  }
  return bits;
}

function distance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (const [at, value] of one.entries()) sum += (value - (other[at] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

function opened(keys: TenantKeys, { checkId, picture, content }: Stored): Likeness {
  const kept: unknown = JSON.parse(keys.open(likenessPlace(checkId, picture), content));
  if (!isRecord(kept) || typeof kept['hash'] !== 'string') throw new Error('A stored likeness is not one.');
  const bytes = typeof kept['face'] === 'string' ? Buffer.from(kept['face'], 'base64') : null;
  return { pictureHash: kept['hash'], face: bytes === null ? null : new Float32Array(new Uint8Array(bytes).buffer) };
}

function likenessPlace(checkId: string, picture: string): Place {
  return { table: 'kyc_likeness', column: 'content_sealed', row: `${checkId}/${picture}` };
}

function ownerIndex(keys: TenantKeys, subject: string): Buffer {
  return keys.index('kyc_likeness.subject', subject);
}
