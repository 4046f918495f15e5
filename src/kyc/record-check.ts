import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import type { RouteRequest } from '#src/http/route.ts';
import type { KeptReading } from './judge-reading.ts';
import { canonicalJson } from '#src/lib/canonical.ts';
import { consentOf } from './ask-provider.ts';
import { numbersIn, storeNumbers, subjectIndexOf } from './check-numbers.ts';
import { findDuplicates, type Likenesses, storeLikenesses } from './likeness.ts';
import { holdNamedCustomer } from './named-customer.ts';
import type { Claims } from './providers/identity-provider.ts';
import { putInReview, type ReviewPictures } from './review.ts';
import { type CheckKind, insertCheck } from './store.ts';
import type { Verdict } from './verdict.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';

export type NewCheck = {
  kind: CheckKind;
  /** The number that was checked; only its keyed index is kept. */
  subject: string;
  customerId: string | null;
  /** The caller named the customer: the check is none of the customer's own routes, and adds no tier. */
  named?: boolean;
  /** The provider that was asked; kept is the one that answered, where that is known. */
  provider: string;
  verdict: Verdict;
  /** How a document check went. */
  reading?: KeptReading | null;
  /** What was held against the record; only its keyed index is kept. */
  claims?: Claims;
  /** Compared with those of other subjects, and kept sealed for later ones. */
  likeness?: Likenesses;
  /** Kept for a while, sealed, where people must decide; nowhere else. */
  pictures?: ReviewPictures;
  /** The check that this one tries again. */
  retryOf?: string | undefined;
};

/**
 * Keeps a check, passed or not, and announces it; one that is too close to call is put before people, with its pictures. A check that a provider's trouble left undecided is kept as an attempt
 * and announced to nobody. Answers the checkId.
 * @throws Failure customer_not_found, customer_disabled where the caller named a customer who is so by now
 */
export async function recordCheck(ctx: Context, tx: Tx, request: RouteRequest, check: NewCheck): Promise<string> {
  const { kind, subject, customerId, named = false, verdict, reading = null, likeness } = check;
  const provider = verdict.answeredBy ?? check.provider;
  const keys = await ctx.keyring.of(tx.tenantId);
  if (named && customerId !== null) await holdNamedCustomer(tx, customerId);
  const checkId = ctx.ids.newId('chk');
  const { outcome, fields, score, threshold, providerReference } = verdict;
  const duplicateOf = likeness === undefined ? [] : await findDuplicates(tx, keys, subject, likeness);
  await insertCheck(tx, {
    checkId, customerId, kind, provider, providerReference, outcome, fields, score, threshold,
    consent: consentOf(request),
    reading,
    duplicateOf,
    retryOf: check.retryOf ?? null,
    credentialId: request.caller.credentialId,
    requestId: request.requestId,
  }, { subjectIndex: subjectIndexOf(keys, kind, subject), claimsIndex: check.claims === undefined ? null : claimsIndexOf(keys, check.claims), passedParts: verdict.passedParts ?? [], named });
  await storeNumbers(tx, keys, checkId, numbersIn(kind, subject));
  if (likeness !== undefined) await storeLikenesses(tx, keys, checkId, subject, likeness);
  if (duplicateOf.length > 0) await emit(tx, ctx.ids, [{ kind: 'kyc.duplicate_suspected', subject: checkId, sequence: 1, data: { checkId, duplicateOf } }]);
  // What people must decide is complete, and told, when they have.
  if (outcome === 'review') await putInReview(tx, keys, checkId, check.pictures ?? {});
  else if (outcome !== 'provider_unavailable') {
    await emit(tx, ctx.ids, [{ kind: 'kyc.check.completed', subject: checkId, sequence: 1, data: { checkId, kind, outcome, customerId } }]);
  }
  return checkId;
}

/** By which the very same claims are known again. */
export function claimsIndexOf(keys: TenantKeys, claims: Claims): Buffer {
  return keys.index('kyc_check.claims', canonicalJson(claims));
}
