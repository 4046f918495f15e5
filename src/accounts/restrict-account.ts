/** Sets or lifts a restriction, with its reason in the audit log. An account whose customer was erased stays shut. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { findErased } from '#src/customers/find-customer.ts';
import { fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { lockAccounts, updateRestriction } from './store.ts';
import type { accountParams, restrictBody } from './wire.ts';

/** @throws Failure account_not_found, account_closed */
export async function restrictAccount(ctx: Context, request: RouteRequest<z.output<typeof restrictBody>, z.output<typeof accountParams>>): Promise<Answer> {
  const { accountNumber } = request.params;
  const { restriction, reason } = request.body;
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const account = (await lockAccounts(tx, [accountNumber])).get(accountNumber);
    if (account === undefined) throw fail('account_not_found');
    if (account.restriction !== restriction) {
      // Read under the account's lock, which an erasure takes first.
      if (account.customerId !== null && (await findErased(tx, [account.customerId])).size > 0) throw fail('account_closed');
      if (!(await updateRestriction(tx, account, restriction, reason))) throw new Error('The account changed under its lock.');
      await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'account.restricted', subject: accountNumber, details: { from: account.restriction, to: restriction, reason } });
      await emit(tx, ctx.ids, [{ kind: 'account.status_changed', subject: accountNumber, sequence: account.version + 1, data: { accountNumber, restriction, reason } }]);
    }
    return success({}, { message: restriction === 'none' ? 'Restriction lifted' : 'Account restricted' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
