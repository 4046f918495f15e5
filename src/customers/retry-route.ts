/** POST /kyc/checks/{checkId}/retry: here and not with the checks, because a customer's check that passes raises the tier. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { type Route, route } from '#src/http/route.ts';
import type { Answer } from '#src/http/route.ts';
import { checkHeaders } from '#src/kyc/ask-provider.ts';
import { findRetriable, retryCheck, type RetryRequest } from '#src/kyc/retry-check.ts';
import { checkParams, retryBody } from '#src/kyc/wire.ts';
import { raiseTier } from './raise-tier.ts';
import { tierChecks } from './requirements.ts';

export function retryRoute(ctx: Context): Route {
  return route({
    method: 'POST',
    path: '/kyc/checks/{checkId}/retry',
    operationId: 'retryKycCheck',
    tag: 'KYC',
    kyc: true,
    largeBody: true,
    scope: 'kyc:run',
    headers: checkHeaders(ctx),
    summary: 'Try an identity check again',
    description:
      'For a check that did not pass, or was left undecided by a provider\'s trouble. Numbers, names and pictures are not kept, so send the fields of the check\'s own route again, corrected where that is needed; the ' +
      'number must be the same. The new check names the old one in `retryOf`. Of a BVN against NIN check, a registry that had nothing against the very same claims is not asked again. For a customer\'s NIN or face check send nin or ' +
      'livePicture; it needs the scope customer:write too, and raises the tier when it passes.',
    params: checkParams,
    body: retryBody,
    data: z.strictObject({
      customerId: z.string().optional().describe('Of a customer\'s check.'),
      kycTier: z.string().optional().describe('Of a customer\'s check: the tier now.'),
    }).describe('Empty for checks that belong to no customer.'),
    requestExample: { summary: 'A BVN check with the name corrected', value: { bvn: '22200000001', firstName: 'Tunde', lastName: 'Adeyemi', dob: '1990-01-15' } },
    responseExample: { summary: 'It passed now', value: {} },
    errors: [
      'check_not_retryable', 'kyc_input_conflict', 'kyc_input_missing', 'customer_disabled', 'nin_already_set', 'name_mismatch', 'name_partial_match', 'dob_mismatch', 'bvn_nin_mismatch', 'blocked',
      'document_unreadable', 'document_mismatch', 'no_face_detected', 'face_mismatch', 'provider_unavailable', 'customer_not_found',
    ],
    handle: (request) => retry(ctx, request),
  });
}

async function retry(ctx: Context, request: RetryRequest): Promise<Answer> {
  const check = await findRetriable(ctx, request);
  const { customerId, kind, checkId } = check;
  if (customerId === null || check.named) return retryCheck(ctx, request, check);
  // What was asked about a company's people belongs to the request that listed them.
  if (!tierChecks.some((known) => known === kind)) throw fail('check_not_retryable', { fix: 'Repeat the request that the check was made for.', details: { outcome: check.outcome } });
  if (!request.caller.scopes.includes('customer:write')) throw fail('scope_missing', { details: { scope: 'customer:write' } });
  const { nin, livePicture, ...others } = request.body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw fail('invalid_field', { field: `/${unknown}`, message: `${unknown} is no part of a customer's check.`, fix: 'Send nin or livePicture alone.' });
  if (kind === 'nin' && livePicture !== undefined) throw fail('invalid_field', { field: '/livePicture', message: 'The check was one of a NIN.', fix: 'Send nin.' });
  if (kind === 'face' && nin !== undefined && livePicture === undefined) throw fail('invalid_field', { field: '/nin', message: 'The check was one of a face.', fix: 'Send livePicture.' });
  return raiseTier(ctx, { ...request, params: { ...request.params, customerId }, body: { nin, livePicture } }, checkId);
}
