/** From the wire into the lanes: reads the request, draws what is random, and waits for the answer. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { drawOtp } from '#src/otp/request-otp.ts';
import { requestKey } from '#src/work/requests.ts';
import type { Initiate } from './initiate.ts';
import type { Lanes } from './lanes.ts';
import { readScenario } from './scenario-header.ts';
import { type initiateCollectionBody, type initiateCustomerBody, readAmount, readOtp, type validateBody } from './wire.ts';

type Source = Pick<Initiate, 'customerId' | 'sourceAccountName'>;

export function initiateFromCustomer(ctx: Context, lanes: Lanes, request: RouteRequest<z.output<typeof initiateCustomerBody>>): Promise<Answer> {
  const { customerId, sourceAccountName } = request.body;
  return initiate(ctx, lanes, request, { customerId, sourceAccountName });
}

export function initiateFromCollection(ctx: Context, lanes: Lanes, request: RouteRequest<z.output<typeof initiateCollectionBody>>): Promise<Answer> {
  return initiate(ctx, lanes, request, { customerId: null, sourceAccountName: null });
}

async function initiate(ctx: Context, lanes: Lanes, request: RouteRequest<z.output<typeof initiateCollectionBody>>, source: Source): Promise<Answer> {
  const { body, caller } = request;
  const bank = ctx.banks.of(caller.environment).resolveBank(body.beneficiaryBankCode);
  if (bank === undefined || bank.nipCode === null) throw fail('bank_not_found', { field: '/beneficiaryBankCode' });
  const details = {
    ...source,
    nameEnquirySessionId: body.nameEnquirySessionId,
    sourceAccountNumber: body.sourceAccountNumber,
    beneficiaryAccountNumber: body.beneficiaryAccountNumber,
    beneficiaryAccountName: body.beneficiaryAccountName,
    beneficiaryBankCode: bank.nipCode,
    amountKobo: readAmount(body.amount),
    narration: body.narration ?? '',
    scenario: readScenario(ctx, request),
  };
  const key = requestKey(await ctx.keyring.of(caller.tenantId), request, { ...details, scheduledFor: body.scheduledFor });
  return ctx.requests.exclusively(key, () => lanes.initiate.run(caller.tenantId, {
    key,
    environment: caller.environment,
    transactionId: ctx.ids.newId('txn'),
    draw: drawOtp(ctx),
    beneficiaryBankCodeSent: body.beneficiaryBankCode,
    beneficiaryBankName: bank.name,
    scheduledFor: body.scheduledFor === undefined ? null : new Date(body.scheduledFor),
    ...details,
  }));
}

export async function confirm(ctx: Context, lanes: Lanes, request: RouteRequest<z.output<typeof validateBody>>): Promise<Answer> {
  const { transactionId } = request.body;
  const { otpReferenceId, code } = readOtp(request.body);
  const { tenantId, environment } = request.caller;
  const key = requestKey(await ctx.keyring.of(tenantId), request, { transactionId, otpReferenceId, code });
  return ctx.requests.exclusively(key, () => lanes.confirm.run(tenantId, { key, environment, transactionId, otpReferenceId, code }));
}
