/** Asks the beneficiary's bank again who owns the account: what was enquired for the confirmation is too old to pay by. Outside any transaction. */
import type { Context, Environment } from '#src/context.ts';
import { withDeadline } from '#src/lib/deadline.ts';
import { nipSessionId } from '#src/lib/time.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { enquiryTimeoutMs } from './name-enquiry.ts';
import { railFor } from './rail-for.ts';
import type { AskedAnew } from './start.ts';
import type { Transfer } from './transfer.ts';

/** Nothing moves in an enquiry: a worker that dies here leaves a transfer whose start asks once more. */
export async function askAnew(ctx: Context, { tenantId, environment }: { tenantId: string; environment: Environment }, transfer: Transfer): Promise<AskedAnew> {
  const sessionId = nipSessionId(ctx.config.operator.nipCode, ctx.clock.now(), ctx.ids.uniqueDigits(12));
  crashPoint('start.before_enquiry');
  const rail = railFor(ctx, environment, transfer.beneficiaryBankCode);
  const answer = await withDeadline(enquiryTimeoutMs, (signal) => rail.enquire({
    sessionId,
    accountNumber: transfer.beneficiaryAccountNumber,
    bankCode: transfer.beneficiaryBankCode,
    ...(transfer.scenario === null ? {} : { scenario: transfer.scenario }),
  }, signal));
  ctx.bankAnswers.enquired(tenantId, transfer.beneficiaryBankCode, answer.outcome);
  crashPoint('start.enquired');
  return answer.outcome === 'found' ? { outcome: 'found', sessionId, railSessionId: answer.sessionId, accountName: answer.accountName } : { outcome: answer.outcome };
}
