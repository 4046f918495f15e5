/** Identity checks that people decide: what waits, its pictures, and a member's verdict. The same verbs as `npm run review -- check`. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { voteOnCheck } from '#src/customers/decide-check.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Caller } from '#src/http/route.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { findReviewTenant, seePictures, waitingChecksOf } from '#src/kyc/review.ts';
import { checkParams } from '#src/kyc/wire.ts';
import { readImageHeader } from '#src/lib/image-header.ts';
import { isoMillis } from '#src/lib/time.ts';
import { environmentRoute } from './in-environment.ts';

const tag = 'KYC';
const most = 200;
const checkId = 'chk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const at = '2026-11-21T09:30:00.123Z';

const waitingData = z.strictObject({
  needed: z.int().describe('So many members must say the same.'),
  checks: z.array(z.strictObject({
    checkId: z.string(), kind: z.string(), customerId: z.string().nullable(), score: z.number().nullable().describe('0 to 100.'), threshold: z.number().nullable(),
    hasPictures: z.boolean(), createdAt: z.string().describe('UTC, ISO 8601.'), forPass: z.int(), forFail: z.int(), mine: z.enum(['pass', 'fail']).nullable().describe('How this member voted.'),
  })).describe('The oldest first, at most 200.'),
});
const picturesData = z.strictObject({
  pictures: z.array(z.strictObject({ name: z.string().describe('document, selfie, livePicture or registryPhoto.'), mediaType: z.string(), base64: z.string() })),
});
const decisionBody = z.strictObject({ verdict: z.enum(['pass', 'fail']), reason: z.string().trim().min(3).max(500).describe('Why; kept with the vote and in the audit log.') });
const decisionData = z.strictObject({ outcome: z.enum(['waiting', 'decided']).describe('`waiting`: another member must say the same.'), state: z.enum(['pending', 'passed', 'failed']) });

export function reviewRoutes(ctx: Context): SessionRoute[] {
  return [
    environmentRoute(ctx.ids, {
      method: 'GET', path: '/kyc/reviews', operationId: 'listKycReviews', tag, scope: 'kyc:read',
      summary: 'List the identity checks that wait for people',
      description: 'Checks that were too close to call, the oldest first.',
      data: waitingData,
      responseExample: { summary: 'One face', value: { needed: 1, checks: [{ checkId, kind: 'document_face', customerId: null, score: 61, threshold: 70, hasPictures: true, createdAt: at, forPass: 0, forFail: 0, mine: null }] } },
      errors: [],
      handle: async ({ caller }) => {
        const checks = await ctx.db.read(caller.tenantId, (tx) => waitingChecksOf(tx, caller.credentialId, most));
        return success({ needed: ctx.config.kycReviewers, checks: checks.map(({ createdAt, ...check }) => ({ ...check, createdAt: isoMillis(createdAt) })) });
      },
    }),
    environmentRoute(ctx.ids, {
      method: 'GET', path: '/kyc/reviews/{checkId}/pictures', operationId: 'readReviewPictures', tag, scope: 'kyc:run', stepUp: 'live',
      summary: 'See the pictures of a check in review',
      description: 'Each look is written into the audit log before it is answered. They are gone a day after the decision, and a week after the check at the latest.',
      params: checkParams, data: picturesData,
      responseExample: { summary: 'A document and a selfie', value: { pictures: [{ name: 'document', mediaType: 'image/jpeg', base64: '/9j/4AAQSkZJRg==' }, { name: 'selfie', mediaType: 'image/jpeg', base64: '/9j/4AAQSkZJRg==' }] } },
      errors: [],
      handle: async ({ caller, params }) => {
        await mustBeHere(ctx, caller, params.checkId);
        const pictures = await seePictures(ctx, { organizationId: caller.organizationId, memberId: caller.credentialId, checkId: params.checkId });
        return success({ pictures: Object.entries(pictures).map(([name, bytes]) => ({ name, mediaType: mediaTypeOf(bytes), base64: bytes.toString('base64') })) });
      },
    }),
    environmentRoute(ctx.ids, {
      method: 'POST', path: '/kyc/reviews/{checkId}/decision', operationId: 'decideKycReview', tag, scope: 'kyc:run', stepUp: 'live',
      summary: 'Say whether a check in review passes',
      description: 'As many members as the operator asks for (KYC_REVIEWERS) must say the same; each says it once. The decision completes the check: its event is sent, and a customer\'s face that passed raises the tier.',
      params: checkParams, body: decisionBody, data: decisionData,
      requestExample: { summary: 'It is the same person', value: { verdict: 'pass', reason: 'Same person, older picture' } },
      responseExample: { summary: 'Decided', value: { outcome: 'decided', state: 'passed' } },
      errors: ['check_not_retryable'],
      handle: async ({ caller, params, body }) => {
        await mustBeHere(ctx, caller, params.checkId);
        const { outcome, state } = await voteOnCheck(ctx, { organizationId: caller.organizationId, memberId: caller.credentialId, checkId: params.checkId, ...body });
        return success({ outcome, state });
      },
    }),
  ];
}

/** Verbs of members find a check in either environment of their organization; a page is in one. */
async function mustBeHere(ctx: Context, { organizationId, tenantId }: Caller, id: string): Promise<void> {
  if ((await findReviewTenant(ctx, organizationId, id)) !== tenantId) throw fail('record_not_found');
}

/** Pictures were read by their headers when they came. */
function mediaTypeOf(bytes: Buffer): string {
  const header = readImageHeader(bytes);
  return header.ok ? `image/${header.kind}` : 'application/octet-stream';
}
