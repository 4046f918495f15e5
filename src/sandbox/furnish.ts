/** What an organization finds in its sandbox: a collection account, and money on it. Both are looked for first, so that whoever was stopped half-way goes on. */
import { openAccount } from '#src/accounts/open-account.ts';
import { firstCollection } from '#src/accounts/store.ts';
import type { App } from '#src/app.ts';
import { crashPoint } from '#src/work/crash-points.ts';

/** ₦5,000,000. */
const fundingKobo = 500_000_000n;
const phone = '+2348000000001';
/** One in each tenant, so that an account is funded once however often this runs. */
const sessionId = '999999260101000000000000000001';

/** Answers the account's number. `tenantId` is a sandbox. */
export async function furnishSandbox({ ctx, lanes }: Pick<App, 'ctx' | 'lanes'>, tenantId: string, accountName: string): Promise<string> {
  const accountNumber = await ctx.db.write(tenantId, async (tx) => (await firstCollection(tx)) ?? (await openAccount(ctx, tx, { type: 'collection', customerId: null, name: accountName, phone })));
  crashPoint('seed.account_opened');
  await lanes.credit.run(tenantId, { sessionId, accountNumber, amountKobo: fundingKobo, senderName: 'SANDBOX FUNDING', narration: 'Opening balance', from: 'sandbox_funding' });
  return accountNumber;
}
