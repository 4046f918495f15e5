/** Sends the one OTP of a bulk transfer, bound to what it will confirm. An earlier code of the account ends. */
import type { z } from 'zod';
import { accountPhone } from '#src/accounts/account-phone.ts';
import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { formatNaira, nairaNumber } from '#src/lib/money.ts';
import { makeOtp, storeIssues } from '#src/otp/issue.ts';
import { otpLifeSeconds } from '#src/otp/judge.ts';
import { checkBudget, drawOtp } from '#src/otp/request-otp.ts';
import { onItsDay } from '#src/transfers/schedule.ts';
import { type Batch, bindingOf, type Content, contentOf } from './batch.ts';
import { holdBatch, requireReady } from './find-batch.ts';
import { selectItemsOf } from './item-store.ts';
import { lockSource } from './source.ts';
import type { batchParams } from './wire.ts';

export async function sendBatchOtp(ctx: Context, request: RouteRequest<unknown, z.output<typeof batchParams>>): Promise<Answer> {
  const { batchId } = request.params;
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const draw = drawOtp(ctx);
  const answer = await ctx.requests.once(request, {}, async (tx) => {
    const batch = await holdBatch(tx, batchId);
    requireReady(batch, tx.now);
    const account = await lockSource(tx, batch);
    await checkBudget(ctx, tx, request.caller.environment, account);
    const content = contentOf(batch, await selectItemsOf(tx, batchId));
    const issue = makeOtp(keys, draw, {
      accountNumber: account.accountNumber,
      purpose: 'bulk',
      transactionId: null,
      binding: bindingOf(batchId, content),
      phone: await accountPhone(tx, keys, account),
      about: aboutOf(batch, content),
    }, tx.now);
    await storeIssues(tx, keys, [issue]);
    return success({ batchId, otpReferneceId: draw.otpReferenceId, otpReferenceId: draw.otpReferenceId, expTime: String(otpLifeSeconds), ...boundData(content) }, { message: 'OTP sent' });
  });
  ctx.wake('message');
  return answer;
}

/** What both answers about a code show of the content it is bound to. */
export function boundData({ hash, payments, paymentKobo, chargeKobo }: Content): { hash: string; payments: number; total: number; charges: number } {
  return { hash: hash.toString('hex'), payments, total: nairaNumber(paymentKobo), charges: nairaNumber(chargeKobo) };
}

function aboutOf(batch: Batch, { payments, paymentKobo, chargeKobo }: Content): string {
  const count = payments === 1 ? '1 payment' : `${payments} payments`;
  return `confirms ${count}, ${formatNaira(paymentKobo)} in all and ${formatNaira(chargeKobo)} charges, from account ${batch.sourceAccountNumber}${onItsDay(batch.scheduledFor)}.`;
}
