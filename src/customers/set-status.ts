import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { customerEvents } from './customer-events.ts';
import { lockCustomer, setStatus } from './store.ts';

/** Enables or disables a profile. The status it has already changes nothing and announces nothing. @throws Failure customer_not_found */
export async function setCustomerStatus(ctx: Context, request: RouteRequest<{ status: boolean; reason: string }, { customerId: string }>): Promise<Answer> {
  const { status: enable, reason } = request.body;
  const status = enable ? 'Active' : 'Inactive';
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const customer = await lockCustomer(tx, request.params.customerId);
    if (customer === undefined || customer.erasedAt !== null) throw fail('customer_not_found');
    const { customerId } = customer;
    if (customer.status !== status) {
      await setStatus(tx, customer, status);
      await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'customer.status_changed', subject: customerId, details: { status, reason } });
      await emit(tx, ctx.ids, customerEvents(customer.classType, { kind: 'customer.status_changed', subject: customerId, sequence: customer.version + 1, data: { customerId, status, reason } }));
    }
    return success({}, { message: enable ? 'Customer profile activated' : 'Customer profile deactivated' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
