import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import type { RouteRequest } from '#src/http/route.ts';
import type { KeptReading } from './judge-reading.ts';
import { type CheckKind, insertCheck } from './store.ts';
import type { Verdict } from './verdict.ts';

export type NewCheck = {
  kind: CheckKind;
  /** The number that was checked; only its keyed index is kept. */
  subject: string;
  customerId: string | null;
  /** The provider that was asked; kept is the one that answered, where that is known. */
  provider: string;
  verdict: Verdict;
  /** How a document check went. */
  reading?: KeptReading | null;
};

/**
 * Keeps a check, passed or not, and announces it. A check that a provider's trouble left undecided is kept as an attempt
 * and announced to nobody. Answers the checkId.
 */
export async function recordCheck(ctx: Context, tx: Tx, request: RouteRequest, check: NewCheck): Promise<string> {
  const { kind, subject, customerId, verdict, reading = null } = check;
  const provider = verdict.answeredBy ?? check.provider;
  const keys = await ctx.keyring.of(tx.tenantId);
  const checkId = ctx.ids.newId('chk');
  const { outcome, fields, score, threshold, providerReference } = verdict;
  await insertCheck(tx, {
    checkId, customerId, kind, provider, providerReference, outcome, fields, score, threshold,
    consent: null,
    reading,
    credentialId: request.caller.credentialId,
    requestId: request.requestId,
  }, keys.index(`kyc_check.${kind}`, subject));
  if (outcome !== 'provider_unavailable') {
    await emit(tx, ctx.ids, [{ kind: 'kyc.check.completed', subject: checkId, sequence: 1, data: { checkId, kind, outcome, customerId } }]);
  }
  return checkId;
}
