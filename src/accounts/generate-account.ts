/** Generates accounts for callers: one for a customer, or a collection account of their own. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { findCustomers } from '#src/customers/find-customer.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { type NewAccount, openAccount } from './open-account.ts';
import type { createCollectionBody, createPersonalBody } from './wire.ts';

/** The tier a current account needs (contract §6). */
const currentAccountTier = 2;

export async function createPersonalAccount(ctx: Context, request: RouteRequest<z.output<typeof createPersonalBody>>): Promise<Answer> {
  const { customerId, type } = request.body;
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const customer = (await findCustomers(tx, [customerId])).get(customerId);
    if (customer === undefined) throw fail('customer_not_found', { field: '/customerId' });
    if (customer.status !== 'Active') throw fail('customer_disabled');
    if (type === 'current' && customer.kycTier < currentAccountTier) throw fail('tier_too_low', { details: { kycTier: String(customer.kycTier), needed: String(currentAccountTier) } });
    const account: NewAccount = { type, customerId, name: customer.fullName, phone: null };
    return created(ctx, account, await openAccount(ctx, tx, account));
  });
  ctx.wake('webhook_delivery');
  return answer;
}

export async function createCollectionAccount(ctx: Context, request: RouteRequest<z.output<typeof createCollectionBody>>): Promise<Answer> {
  const phone = parseNigerianPhone(request.body.phone);
  if (phone === null) throw fail('invalid_field', { field: '/phone', message: 'phone must be a Nigerian phone number, such as 08031234567.' });
  const account: NewAccount = { type: 'collection', customerId: null, name: request.body.name, phone };
  const answer = await ctx.requests.once(request, account, async (tx) => created(ctx, account, await openAccount(ctx, tx, account)));
  ctx.wake('webhook_delivery');
  return answer;
}

function created(ctx: Context, account: NewAccount, accountNumber: string): Answer {
  const { operator } = ctx.config;
  return success(
    { accountNumber, accountName: account.name, type: account.type, bankCode: operator.nipCode, bankName: operator.name },
    { message: 'Account generated' },
  );
}
