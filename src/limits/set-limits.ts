/** Own limits of a customer or an account: set with a reason, never above what the policy allows. */
import type { z } from 'zod';
import { selectAccounts } from '#src/accounts/store.ts';
import type { Context } from '#src/context.ts';
import { findCustomers } from '#src/customers/find-customer.ts';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { parseNaira } from '#src/lib/money.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { explain, explainMaxBalance } from './explain.ts';
import { insertOwnLimits } from './own-limits.ts';
import { customerSubject, readLimits, transferStandings } from './transfer-limits.ts';
import type { accountLimitsParams, limitsParams, ownLimitsBody } from './wire.ts';

type Body = z.output<typeof ownLimitsBody>;

export function setCustomerLimits(ctx: Context, request: RouteRequest<Body, z.output<typeof limitsParams>>): Promise<Answer> {
  const { customerId } = request.params;
  return setLimits(ctx, request, customerSubject(customerId), async (tx) => {
    if (!(await findCustomers(tx, [customerId])).has(customerId)) throw fail('customer_not_found');
  });
}

export function setAccountLimits(ctx: Context, request: RouteRequest<Body, z.output<typeof accountLimitsParams>>): Promise<Answer> {
  const { accountNumber } = request.params;
  return setLimits(ctx, request, `account:${accountNumber}`, async (tx) => {
    if (!(await selectAccounts(tx, [accountNumber])).has(accountNumber)) throw fail('account_not_found');
  });
}

async function setLimits(ctx: Context, request: RouteRequest<Body>, subject: string, mustExist: (tx: Tx) => Promise<void>): Promise<Answer> {
  const own = {
    perTransferKobo: readLimit(request.body.perTransfer, '/perTransfer'),
    perDayKobo: readLimit(request.body.perDay, '/perDay'),
    perDayTransfers: request.body.perDayTransfers,
  };
  return ctx.requests.once(request, { ...own, reason: request.body.reason }, async (tx) => {
    await mustExist(tx);
    await insertOwnLimits(tx, { ...own, limitId: ctx.ids.newId('lim'), subject, reason: request.body.reason, actor: request.caller.credentialId });
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'limits.set', subject, details: { ...request.body } });
    return success({}, { message: 'Limits set' });
  });
}

function readLimit(amount: number | string | null, field: string): bigint | null {
  if (amount === null) return null;
  const read = parseNaira(amount);
  if (!read.ok) throw fail('invalid_field', { field, message: `${field.slice(1)} must be naira greater than 0 with at most 2 decimals, or null.` });
  return read.kobo;
}

/** What a customer may still send today, limit by limit. */
export async function getLimits(ctx: Context, request: RouteRequest<unknown, z.output<typeof limitsParams>>): Promise<Answer> {
  const { customerId } = request.params;
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const customer = (await findCustomers(tx, [customerId])).get(customerId);
    if (customer === undefined) throw fail('customer_not_found');
    // The customer's own subject alone: an account's own limits are asked through preflight.
    // A cap on payments to somebody new is shown too, where the policy has one.
    const source = { accountNumber: '', customerId, kycTier: customer.kycTier, newBeneficiary: true };
    const facts = await readLimits(ctx, tx, tx, [source]);
    const subject = { policy: facts.policy, kycTier: customer.kycTier, own: facts.own.get(customerSubject(customerId)) };
    const balance = explainMaxBalance(subject);
    return success({
      customerId,
      kycTier: String(customer.kycTier),
      policy: facts.policy.version,
      policySince: facts.policy.from,
      maxBalance: balance?.limit ?? null,
      balance,
      limits: transferStandings(facts, source, true).map((standing) => explain(standing, subject)),
    });
  });
}
