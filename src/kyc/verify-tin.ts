import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { askProvider, keyedInput, questionOf } from './ask-provider.ts';
import { identityOf } from './identity-of.ts';
import { expectNamedCustomer } from './named-customer.ts';
import { recordCheck } from './record-check.ts';
import { failureOf, judgeTax } from './verdict.ts';
import { readTaxNumber } from './wire.ts';

/** Asks whether a taxpayer stands behind a tax, company or phone number. */
export async function verifyTin(ctx: Context, request: RouteRequest<{ number: string; channel: string; customerId?: string | undefined }>, retryOf?: string): Promise<Answer> {
  const { channel, number } = readTaxNumber(request.body);
  const { customerId = null } = request.body;
  const provider = identityOf(ctx, request);
  const question = questionOf(provider, request);
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const ask = async () => {
    await expectNamedCustomer(ctx, request.caller.tenantId, customerId);
    return judgeTax(await askProvider((signal) => provider.lookUpTax({ channel, number, ...question }, signal)));
  };
  const answer = await ctx.requests.around(request, keyedInput(keys, { channel, number, ...(customerId === null ? {} : { customerId }) }), ask, async (tx, verdict) => {
    await recordCheck(ctx, tx, request, { kind: 'tin', subject: `${channel} ${number}`, customerId, named: customerId !== null, provider: provider.name, verdict, retryOf });
    return failureOf(verdict) ?? success({}, { message: 'TIN verified' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
