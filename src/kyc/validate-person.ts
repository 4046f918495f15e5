import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { assertNever } from '#src/lib/assert.ts';
import { keyedInput, questionOf } from './ask-provider.ts';
import { checkRegistry } from './check-registry.ts';
import { identityOf } from './identity-of.ts';
import { expectNamedCustomer } from './named-customer.ts';
import type { Claims } from './providers/identity-provider.ts';
import { claimsIndexOf, recordCheck } from './record-check.ts';
import type { RetriedCheck } from './retry-check.ts';
import { failureOf, judgeBoth, keptVerdict, type RegistryPart, type Verdict } from './verdict.ts';

export type PersonCheck = { claims: Claims; birthDateField: string; /** Whom the caller named. */ customerId: string | null } & (
  | { kind: 'bvn'; bvn: string }
  | { kind: 'nin'; nin: string }
  | { kind: 'bvn_nin'; bvn: string; nin: string }
);

type ValidateRequest = RouteRequest<unknown, unknown, { include?: 'match' | undefined }>;

/**
 * Holds a person's claims against the record behind the BVN, the NIN or both. Keeps the check whatever its outcome. Of a check that is tried again with the very
 * same claims, a registry that had nothing against them is not asked again.
 * Refuses as the verdict says, and with customer_not_found or customer_disabled where such a customer was named; `provider_unavailable` is not kept as an answer.
 */
export async function validatePerson(ctx: Context, request: ValidateRequest, check: PersonCheck, retried?: RetriedCheck): Promise<Answer> {
  const provider = identityOf(ctx, request);
  const question = questionOf(provider, request);
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const { claims, kind, birthDateField, customerId } = check;
  const { include } = request.query;
  const subject = subjectOf(check);
  const kept = retried !== undefined && retried.claimsIndex?.equals(claimsIndexOf(keys, claims)) === true ? retried.passedParts : [];

  const asked = { claims, birthDateField };
  const ask = async (): Promise<Verdict> => {
    await expectNamedCustomer(ctx, request.caller.tenantId, customerId);
    if (check.kind === 'bvn') return checkRegistry(provider, question, { registry: 'bvn', number: check.bvn, ...asked });
    if (check.kind === 'nin') return checkRegistry(provider, question, { registry: 'nin', number: check.nin, ...asked });
    const unlessKept = async (part: RegistryPart, about: { number: string; linkedNin?: string }): Promise<Verdict> =>
      (retried !== undefined && kept.includes(part) ? keptVerdict(part, retried.fields) : checkRegistry(provider, question, { registry: part, ...about, ...asked }));
    return judgeBoth(...await Promise.all([unlessKept('bvn', { number: check.bvn, linkedNin: check.nin }), unlessKept('nin', { number: check.nin })]));
  };
  const input = { kind, subject, claims, ...(customerId === null ? {} : { customerId }), ...(include === undefined ? {} : { include }) };
  const answer = await ctx.requests.around(request, keyedInput(keys, input), ask, async (tx, verdict) => {
    await recordCheck(ctx, tx, request, { kind, subject, customerId, named: customerId !== null, provider: provider.name, verdict, claims, retryOf: retried?.checkId });
    const match = include === undefined ? {} : { match: verdict.fields };
    return failureOf(verdict, match) ?? success(match, { message: 'Validation successful' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** What the record of a check is about. */
export function subjectOf(check: PersonCheck): string {
  switch (check.kind) {
    case 'bvn':
      return check.bvn;
    case 'nin':
      return check.nin;
    case 'bvn_nin':
      return `${check.bvn} ${check.nin}`;
    default:
      return assertNever(check);
  }
}
