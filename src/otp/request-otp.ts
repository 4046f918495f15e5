/** OTP utilities: a code for an account on request, and its validation. */
import type { z } from 'zod';
import { accountPhone } from '#src/accounts/account-phone.ts';
import { type Account, lockAccounts, updateOtpGuards } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import type { ReadTx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { isoMillis } from '#src/lib/time.ts';
import { makeOtp, type OtpDraw, storeIssues } from './issue.ts';
import { budgetWaitSeconds, judgeTry, otpLifeSeconds } from './judge.ts';
import { codeMatches } from './match-code.ts';
import { accountOfOtp, lockOtps, recentSends, updateOtps } from './store.ts';
import type { otpRequestBody, otpValidationBody } from './wire.ts';

export function drawOtp(ctx: Pick<Context, 'ids'>): OtpDraw {
  return { otpReferenceId: ctx.ids.newId('otp'), messageId: ctx.ids.newId('msg'), code: ctx.ids.otpCode() };
}

/** May another code be sent to this account now? @throws Failure otp_rate_limited, otp_attempts_exceeded */
export async function checkBudget(ctx: Context, tx: ReadTx, environment: Environment, account: Account): Promise<void> {
  if (account.otpLockedUntil !== null && account.otpLockedUntil > tx.now) {
    throw fail('otp_attempts_exceeded', { details: { attemptsRemaining: 0, lockedUntil: isoMillis(account.otpLockedUntil) } });
  }
  const budgets = ctx.otpPolicy[environment].budgets;
  if (budgets === null) return;
  const sent = await recentSends(tx, account.accountNumber, new Date(tx.now.getTime() - 24 * 3600_000));
  const wait = budgetWaitSeconds(budgets[account.type === 'collection' ? 'collection' : 'customer'], sent, tx.now);
  if (wait > 0) throw fail('otp_rate_limited', { retryAfterSeconds: wait });
}

export async function requestOtp(ctx: Context, request: RouteRequest<z.output<typeof otpRequestBody>>): Promise<Answer> {
  const { accountNumber } = request.body;
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const draw = drawOtp(ctx);
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const account = (await lockAccounts(tx, [accountNumber])).get(accountNumber);
    if (account === undefined) throw fail('account_not_found', { field: '/accountNumber' });
    if (account.type === 'virtual') throw fail('source_account_not_allowed', { field: '/accountNumber', message: 'A virtual account sends no money and has no phone.', fix: 'Name a customer\'s or a collection account.' });
    await checkBudget(ctx, tx, request.caller.environment, account);
    const phone = await accountPhone(tx, keys, account);
    await storeIssues(tx, keys, [makeOtp(keys, draw, { accountNumber, purpose: 'utility', transactionId: null, phone, about: `is your code for account ${accountNumber}.` }, tx.now)]);
    return success({ accountNumber, otpReferenceId: draw.otpReferenceId, expTime: String(otpLifeSeconds) }, { message: 'OTP sent' });
  });
  ctx.wake('message');
  return answer;
}

export async function validateOtp(ctx: Context, request: RouteRequest<z.output<typeof otpValidationBody>>): Promise<Answer> {
  const { otpReferenceId, code } = readUtilityOtp(request.body);
  const { tenantId, environment } = request.caller;
  const keys = await ctx.keyring.of(tenantId);
  return ctx.requests.once(request, { otpReferenceId, code }, async (tx) => {
    const accountNumber = await accountOfOtp(tx, otpReferenceId);
    if (accountNumber === null) throw fail('otp_reference_not_found', { field: '/otpReferenceId' });
    // The account before the code: the order every command keeps.
    const account = expectPresent((await lockAccounts(tx, [accountNumber])).get(accountNumber), 'account of the OTP');
    const otp = expectPresent((await lockOtps(tx, [otpReferenceId])).get(otpReferenceId), 'OTP');
    const guard = { accountNumber: account.accountNumber, failures: account.otpFailures, locks: account.otpLocks, lockedUntil: account.otpLockedUntil };
    const judged = judgeTry(otp, guard, {
      purpose: 'utility',
      transactionId: null,
      field: '/OTP',
      matches: (active) => codeMatches(keys, active, code, ctx.otpPolicy[environment].fixedCode),
    }, tx.now);
    if (judged.otp === otp) throw expectPresent(judged.refusal, 'refusal');
    await updateOtps(tx, [judged.otp]);
    await updateOtpGuards(tx, [judged.guard]);
    // Returned, not thrown: a wrong code is a try that counts.
    return judged.refusal ?? success({}, { message: 'OTP is valid' });
  });
}

function readUtilityOtp(body: z.output<typeof otpValidationBody>): { otpReferenceId: string; code: string } {
  const otpReferenceId = body.otpReferenceId ?? body.otpReferneceId;
  const code = body.OTP ?? body.otp;
  if (otpReferenceId === undefined) throw fail('missing_field', { field: '/otpReferenceId', message: 'otpReferenceId is required.' });
  if (code === undefined) throw fail('missing_field', { field: '/OTP', message: 'OTP is required.' });
  return { otpReferenceId, code };
}
