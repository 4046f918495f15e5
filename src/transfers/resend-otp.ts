/** A new code for a transfer that still waits for one. The earlier code of the account ends. */
import type { z } from 'zod';
import { accountPhone } from '#src/accounts/account-phone.ts';
import { lockAccounts } from '#src/accounts/store.ts';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { formatNaira } from '#src/lib/money.ts';
import { checkBudget, drawOtp } from '#src/otp/request-otp.ts';
import { makeOtp, storeIssues } from '#src/otp/issue.ts';
import { otpLifeSeconds } from '#src/otp/judge.ts';
import { onItsDay } from './schedule.ts';
import { lockTransfers } from './store.ts';
import type { resendBody } from './wire.ts';

export async function resendOtp(ctx: Context, request: RouteRequest<z.output<typeof resendBody>>): Promise<Answer> {
  const { transactionId } = request.body;
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const draw = drawOtp(ctx);
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const transfer = (await lockTransfers(tx, [transactionId])).get(transactionId);
    if (transfer === undefined) throw fail('transaction_not_found', { field: '/transactionId' });
    if (transfer.state !== 'AWAITING_OTP' || transfer.expiresAt <= tx.now) throw fail('transfer_state_invalid');
    const account = expectPresent((await lockAccounts(tx, [transfer.sourceAccountNumber])).get(transfer.sourceAccountNumber), 'source account');
    await checkBudget(ctx, tx, request.caller.environment, account);
    const issue = makeOtp(keys, draw, {
      accountNumber: account.accountNumber,
      purpose: 'transfer',
      transactionId,
      phone: await accountPhone(tx, keys, account),
      about: `confirms ${formatNaira(transfer.amountKobo)} to ${transfer.beneficiaryAccountName}, ${transfer.beneficiaryAccountNumber}${onItsDay(transfer.scheduledFor)}.`,
    }, tx.now);
    await storeIssues(tx, keys, [issue]);
    return success({ transactionId, otpReferneceId: draw.otpReferenceId, otpReferenceId: draw.otpReferenceId, expTime: String(otpLifeSeconds) }, { message: 'A new OTP was sent' });
  });
  ctx.wake('message');
  return answer;
}
