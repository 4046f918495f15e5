/**
 * The duplicate alarm: does somebody else's document in this tenant show the same face, or the very same picture? What is compared is biometric: it is stored sealed, never logged, never answered,
 * and goes after half a year. Opened ones stay in memory for a while: see likeness-memory.ts.
 */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import type { Place, TenantKeys } from '#src/organizations/keyring.ts';
import type { Likeness } from './document-reader.ts';
import { type Comparable, comparable, keepOnly, likenessMemory, looksLike } from './likeness-memory.ts';

export type Likenesses = { document: Likeness; selfie: Likeness | null };

/** How far back an alarm looks: sealed values have no index, so each one is compared. */
export const mostCompared = 10_000;
const comparedAtOnce = 500;
const mostNamed = 10;
export const likenessDays = 180;

type Stored = { checkId: string; picture: string; content: Buffer };

/** The checks of others, the newest first, that show one of these faces or pictures; at most ten. `subject` is the document's number: a document is no duplicate of itself. */
export async function findDuplicates(tx: Tx, keys: TenantKeys, subject: string, { document, selfie }: Likenesses): Promise<string[]> {
  const mine = [document, ...(selfie === null ? [] : [selfie])].map(comparable);
  const names = await namesOfOthers(tx, ownerIndex(keys, subject));
  const memory = likenessMemory(keys);
  const alike = new Set<string>();
  // Page by page: opening all in one go would keep everybody else of this process waiting.
  for (let from = 0; from < names.length && alike.size < mostNamed; from += comparedAtOnce) {
    const page = names.slice(from, from + comparedAtOnce);
    // Held here: another look-up may let go of some meanwhile.
    const held = page.map((name) => memory.get(name));
    const fresh = await openThese(tx, keys, page.filter((_, at) => held[at] === undefined));
    for (const [name, theirs] of fresh) memory.set(name, theirs);
    for (const [at, name] of page.entries()) {
      const theirs = held[at] ?? fresh.get(name);
      if (theirs !== undefined && mine.some((each) => looksLike(each, theirs))) alike.add(checkIdOf(name));
    }
  }
  keepOnly(memory, names);
  return [...alike].slice(0, mostNamed);
}

/** The newest likenesses under another subject, as `checkId/picture`. In one text: as rows of their own they cost this process more than comparing them. */
async function namesOfOthers(tx: Tx, owner: Buffer): Promise<string[]> {
  const [row] = await tx.rows<{ names: string | null }>(sql`
    select string_agg(name, ' ' order by created_at desc, name) as names from (
      select check_id || '/' || picture as name, created_at from kyc_likeness
      where tenant_id = ${tx.tenantId} and subject_index <> ${owner} order by created_at desc, check_id, picture limit ${mostCompared}) as newest`);
  return row?.names?.split(' ') ?? [];
}

/** These by name, opened; what went meanwhile is not among them. */
async function openThese(tx: Tx, keys: TenantKeys, names: readonly string[]): Promise<Map<string, Comparable>> {
  if (names.length === 0) return new Map();
  const rows = await tx.rows<Stored>(sql`
    select check_id as "checkId", picture, content_sealed as content from kyc_likeness where tenant_id = ${tx.tenantId} and check_id = any(${names.map(checkIdOf)}::text[])`);
  return new Map(rows.map((row) => [`${row.checkId}/${row.picture}`, comparable(opened(keys, row))]));
}

const checkIdOf = (name: string): string => name.slice(0, name.indexOf('/'));

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
