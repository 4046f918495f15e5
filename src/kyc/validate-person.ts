import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { keyedInput, questionOf } from './ask-provider.ts';
import { checkRegistry } from './check-registry.ts';
import { identityOf } from './identity-of.ts';
import type { Claims } from './providers/identity-provider.ts';
import { recordCheck } from './record-check.ts';
import { failureOf, judgeBoth, type Verdict } from './verdict.ts';

export type PersonCheck = { claims: Claims; birthDateField: string } & (
  | { kind: 'bvn'; bvn: string }
  | { kind: 'nin'; nin: string }
  | { kind: 'bvn_nin'; bvn: string; nin: string }
);

/**
 * Holds a person's claims against the record behind the BVN, the NIN or both. Keeps the check whatever its outcome.
 * Refuses as the verdict says; `provider_unavailable` is not kept as an answer.
 */
export async function validatePerson(ctx: Context, request: RouteRequest, check: PersonCheck): Promise<Answer> {
  const provider = identityOf(ctx, request);
  const question = questionOf(provider, request);
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const subject = check.kind === 'bvn' ? check.bvn : check.kind === 'nin' ? check.nin : `${check.bvn} ${check.nin}`;

  const { claims, kind, birthDateField } = check;
  const asked = { claims, birthDateField };
  const ask = async (): Promise<Verdict> => {
    if (check.kind === 'bvn') return checkRegistry(provider, question, { registry: 'bvn', number: check.bvn, ...asked });
    if (check.kind === 'nin') return checkRegistry(provider, question, { registry: 'nin', number: check.nin, ...asked });
    return judgeBoth(...await Promise.all([
      checkRegistry(provider, question, { registry: 'bvn', number: check.bvn, linkedNin: check.nin, ...asked }),
      checkRegistry(provider, question, { registry: 'nin', number: check.nin, ...asked }),
    ]));
  };
  const answer = await ctx.requests.around(request, keyedInput(keys, { kind, subject, claims }), ask, async (tx, verdict) => {
    await recordCheck(ctx, tx, request, { kind, subject, customerId: null, provider: provider.name, verdict });
    return failureOf(verdict) ?? success({}, { message: 'Validation successful' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
