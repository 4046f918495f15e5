import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import type { Former, StoredPeople } from './business-wire.ts';
import { lockCompany, personIdOf, savePeople } from './company-people.ts';

/** Kept with their particulars; of those before them the audit log knows who, when and why. */
const mostFormer = 200;

/** Takes a person out of a company's list, and keeps them among its former people. Disabled companies can be corrected too. @throws Failure customer_not_found, record_not_found, invalid_field for the last director */
export async function removePerson(ctx: Context, request: RouteRequest<unknown, { customerId: string; personId: string }, { reason: string }>): Promise<Answer> {
  const { customerId, personId } = request.params;
  const { reason } = request.query;
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const answer = await ctx.requests.once(request, { reason }, async (tx) => {
    const company = await lockCompany(tx, keys, customerId);
    const removed = without(keys, customerId, personId, company.people, { removedAt: isoMillis(tx.now), reason });
    if (removed === null) throw fail('record_not_found', { message: 'The company has no such person.' });
    if (removed.people.directors.length === 0) throw fail('invalid_field', { message: 'The last director cannot be removed.', fix: 'Add the new director first.' });
    const kycTier = await savePeople(ctx, tx, keys, company, removed.people);
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'customer.person_removed', subject: customerId, details: { personId, role: removed.role, reason } });
    return success({ personId, role: removed.role, kycTier: String(kycTier) }, { message: 'Person removed' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** Null: nobody in either list has this id. */
function without(keys: TenantKeys, customerId: string, personId: string, people: StoredPeople, why: Pick<Former, 'removedAt' | 'reason'>): { role: Former['role']; people: StoredPeople } | null {
  const { directors, shareholders } = people;
  const director = directors.find((person) => personIdOf(keys, customerId, 'director', person) === personId);
  const shareholder = shareholders.find((person) => personIdOf(keys, customerId, 'shareholder', person) === personId);
  const former = (gone: Former): Former[] => [gone, ...people.former].slice(0, mostFormer);
  if (director !== undefined) {
    return { role: 'director', people: { ...people, directors: directors.filter((each) => each !== director), former: former({ role: 'director', ...director, percentShareholder: null, ...why }) } };
  }
  if (shareholder !== undefined) {
    return { role: 'shareholder', people: { ...people, shareholders: shareholders.filter((each) => each !== shareholder), former: former({ role: 'shareholder', ...shareholder, ...why }) } };
  }
  return null;
}
