import type { z } from 'zod';
import { eraseAccounts, lockAccountsOf } from '#src/accounts/erase-accounts.ts';
import { hasOpenBatches } from '#src/bulk/open-batches.ts';
import type { Context } from '#src/context.ts';
import { checkNumbersOf } from '#src/customers/check-numbers-of.ts';
import { eraseCustomer } from '#src/customers/erase-customer.ts';
import { type CustomerRow, lockCustomer } from '#src/customers/store.ts';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { eraseNames } from '#src/events/erase-names.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { eraseTraces } from '#src/kyc/erase-traces.ts';
import { lastEntryAt } from '#src/ledger/last-entry.ts';
import { lockBalances } from '#src/ledger/postings.ts';
import { isoMillis } from '#src/lib/time.ts';
import { lastAudit, recordAudit } from '#src/organizations/audit.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { eraseMessages } from '#src/otp/erase-messages.ts';
import { deleteBeneficiariesOf } from '#src/transfers/beneficiary-store.ts';
import { hasOpenTransfers } from '#src/transfers/open-transfers.ts';
import { answerDays } from '#src/work/prune-answers.ts';
import { refuseWhileHeld } from './legal-hold.ts';
import type { eraseBody } from './wire.ts';

/** Why a customer cannot be erased now. */
export const erasureObstacles = ['customer_active', 'account_holds_money', 'transfers_pending', 'retention'] as const;
type Obstacle = (typeof erasureObstacles)[number];

/**
 * Takes the person out of the customer, once: the key, the names, the numbers, whom the customer paid, the pictures. What the law keeps stays under the customerId: ledger,
 * transfers, and what came out of checks. Erased already is a success.
 * @throws Failure customer_not_found, erasure_held while a legal hold is in force, erasure_refused while the customer is active, accounts hold money, payments are on their way, or the law's years are not over
 */
export async function eraseSubject(ctx: Context, request: RouteRequest<z.output<typeof eraseBody>, { customerId: string }>): Promise<Answer> {
  const { customerId } = request.params;
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    // Accounts before the customer: who opens or pays holds an account first.
    const accounts = await lockAccountsOf(tx, customerId);
    const accountNumbers = accounts.map(({ accountNumber }) => accountNumber);
    const customer = await lockCustomer(tx, customerId);
    if (customer === undefined) throw fail('customer_not_found');
    if (customer.erasedAt === null) {
      await refuseWhileHeld(tx, customerId);
      await refuseWhileNeeded(ctx, tx, customer, accountNumbers);
      const checks = await takeOut(tx, keys, customer, accountNumbers);
      await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'customer.erased', subject: customerId, details: { reason: request.body.reason, checks, accounts: accountNumbers.length } });
      await emit(tx, ctx.ids, [{ kind: 'customer.erased', subject: customerId, sequence: customer.version + 1, data: { customerId } }]);
    }
    const erasedAt = customer.erasedAt ?? tx.now;
    return success({ customerId, erasedAt: isoMillis(erasedAt), answersGoneBy: isoMillis(new Date(erasedAt.getTime() + (answerDays + 1) * 86_400_000)) }, { message: 'Customer erased' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** Whatever tells who the locked customer is. Answers how many checks there were about them. */
export async function takeOut(tx: Tx, keys: TenantKeys, customer: CustomerRow, accountNumbers: readonly string[]): Promise<number> {
  const { customerId } = customer;
  const checks = await eraseTraces(tx, keys, customerId, await checkNumbersOf(tx, keys, customer));
  await eraseCustomer(tx, keys, customer);
  await eraseAccounts(tx, accountNumbers);
  await eraseMessages(tx, keys, accountNumbers);
  await deleteBeneficiariesOf(tx, customerId);
  await eraseNames(tx, [customerId, ...accountNumbers]);
  return checks;
}

async function refuseWhileNeeded(ctx: Context, tx: Tx, customer: CustomerRow, accountNumbers: readonly string[]): Promise<void> {
  const [transfers, batches] = await Promise.all([hasOpenTransfers(tx, accountNumbers), hasOpenBatches(tx, accountNumbers)]);
  const balances = [...(await lockBalances(tx, accountNumbers)).values()];
  const until = await keptUntil(ctx, tx, customer, accountNumbers);
  const obstacles: Record<Obstacle, boolean> = {
    customer_active: customer.status === 'Active',
    account_holds_money: balances.some(({ ledger, held }) => ledger !== 0n || held !== 0n),
    transfers_pending: transfers || batches,
    retention: until > tx.now,
  };
  const reasons = erasureObstacles.filter((obstacle) => obstacles[obstacle]);
  if (reasons.length > 0) throw fail('erasure_refused', { details: { reasons, ...(obstacles.retention ? { keptUntil: isoMillis(until) } : {}) } });
}

/**
 * Until when the law wants the records: so many years after the end of the relationship, which is the last move of money or the day the profile was disabled, whichever is
 * later. A sandbox keeps nobody: its people do not exist.
 */
async function keptUntil({ config }: Context, tx: Tx, customer: CustomerRow, accountNumbers: readonly string[]): Promise<Date> {
  if (tx.environment === 'sandbox') return tx.now;
  const disabled = await lastAudit(tx, { subject: customer.customerId, actions: ['customer.status_changed'] });
  const moved = await lastEntryAt(tx, accountNumbers);
  const ended = new Date(Math.max(...[customer.createdAt, disabled?.at, moved].flatMap((at) => at?.getTime() ?? [])));
  ended.setUTCFullYear(ended.getUTCFullYear() + config.retentionYears);
  return ended;
}
