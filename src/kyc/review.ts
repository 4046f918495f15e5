/** Checks that are too close to call: what is kept of them until people have decided, and how their pictures are seen and go. */
import type { Context } from '#src/context.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { isRecord } from '#src/lib/assert.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import type { Place, TenantKeys } from '#src/organizations/keyring.ts';
import { createTenantWalk, type TenantWalk } from '#src/work/tenant-walk.ts';
import { dropLikenesses } from './likeness.ts';
import { dropPictures, findPictures, insertReview, listPendingChecks, listWaitingChecks, type PendingCheck, tenantOfReview, type WaitingCheck } from './review-store.ts';

/** Pictures by the name they are shown under: document, selfie, livePicture, registryPhoto. */
export type ReviewPictures = Readonly<Record<string, Uint8Array>>;

/** After the decision. */
export const picturesAfterHours = 24;
/** Without one: a review that nobody looks at for so long is decided without pictures, or not at all. */
const picturesAtMostDays = 7;
const atOnce = 200;

const picturesPlace = (checkId: string): Place => ({ table: 'kyc_review', column: 'pictures_sealed', row: checkId });

/** Puts a check before people, in the transaction that keeps it. */
export async function putInReview(tx: Tx, keys: TenantKeys, checkId: string, pictures: ReviewPictures): Promise<void> {
  const text = JSON.stringify(Object.fromEntries(Object.entries(pictures).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')])));
  await insertReview(tx, {
    checkId,
    picturesSealed: Object.keys(pictures).length === 0 ? null : keys.seal(picturesPlace(checkId), text),
    picturesUntil: new Date(tx.now.getTime() + picturesAtMostDays * 86_400_000),
  });
}

/** What waits for people in all tenants, the oldest first. */
export function checksForPeople(ctx: Pick<Context, 'db'>, limit: number): Promise<PendingCheck[]> {
  return ctx.db.across('audit', (tx) => listPendingChecks(tx, limit));
}

/** What waits for people in one tenant, the oldest first. */
export function waitingChecksOf(tx: ReadTx, memberId: string, limit: number): Promise<WaitingCheck[]> {
  return listWaitingChecks(tx, memberId, limit);
}

/** The tenant of a member's organization that has the check in review. @throws Failure record_not_found */
export async function findReviewTenant(ctx: Pick<Context, 'db'>, organizationId: string, checkId: string): Promise<string> {
  const tenantId = await ctx.db.across('audit', (tx) => tenantOfReview(tx, organizationId, checkId));
  if (tenantId === null) throw fail('record_not_found', { message: 'No such check is in review.', fix: 'List them: npm run review -- list' });
  return tenantId;
}

/** The pictures of a check, for a member who is about to decide; the look is in the audit log. @throws Failure record_not_found, also when they are gone */
export async function seePictures(ctx: Pick<Context, 'db' | 'ids' | 'keyring'>, { organizationId, memberId, checkId }: { organizationId: string; memberId: string; checkId: string }): Promise<Record<string, Buffer>> {
  const tenantId = await findReviewTenant(ctx, organizationId, checkId);
  const keys = await ctx.keyring.of(tenantId);
  const sealed = await ctx.db.write(tenantId, async (tx) => {
    const found = await findPictures(tx, checkId);
    if (found === null) throw fail('record_not_found', { message: 'The pictures of this check are gone.', fix: 'Ask for a new check.' });
    await recordAudit(tx, ctx.ids, { actor: memberId, action: 'kyc.pictures_read', subject: checkId, details: {} });
    return found;
  });
  const pictures: unknown = JSON.parse(keys.open(picturesPlace(checkId), sealed));
  if (!isRecord(pictures)) throw new Error('Stored pictures are not what was stored.');
  return Object.fromEntries(Object.entries(pictures).map(([name, text]) => [name, Buffer.from(String(text), 'base64')]));
}

/** Removes pictures and likenesses whose time is over, tenant after tenant, each by its own clock. */
export function createPicturePurge(ctx: Pick<Context, 'db'>): TenantWalk {
  return createTenantWalk(ctx.db, async (tenantId) => {
    const [pictures, likenesses] = await ctx.db.write(tenantId, async (tx) => [await dropPictures(tx, atOnce), await dropLikenesses(tx, atOnce)]);
    return Math.max(pictures ?? 0, likenesses ?? 0) < atOnce ? 'done' : 'more';
  });
}
