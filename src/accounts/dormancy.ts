/**
 * Dormancy, by policy: a customer's account from which nobody has sent money for twelve months takes no debits until
 * somebody reactivates it (PATCH with a restriction of `none`). Only a transfer out that was booked counts as activity:
 * money coming in and what the bank does itself prove nothing about the customer. Opening and reactivation start the
 * twelve months anew.
 */
import type { Context } from '#src/context.ts';
import { emit } from '#src/events/emit.ts';
import { findActive } from '#src/ledger/entries.ts';
import { readBalances } from '#src/ledger/postings.ts';
import { lagosDay } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { nextTenant } from '#src/work/tenant-walk.ts';
import { lockAccounts, markDormant, selectQuiet } from './store.ts';

export const dormantAfterDays = 365;

/** At most so many accounts are looked at in one transaction, and so many tenants in one pass. */
const accountsAtOnce = 200;
const tenantsAtOnce = 50;

export type DormancyWatch = {
  /** Looks at the next accounts of the next tenants; after the last one it begins anew. Harmless to repeat. */
  pass(): Promise<void>;
};

export function createDormancyWatch(ctx: Pick<Context, 'db' | 'ids' | 'wake'>): DormancyWatch {
  // Where the walk stands is memory alone: a restart begins anew, and loses nothing but time.
  let tenant = '';
  let account = '';
  return {
    async pass() {
      for (let time = 0; time < tenantsAtOnce; time += 1) {
        if (account === '') tenant = await nextTenant(ctx.db, tenant);
        if (tenant === '') return;
        account = await lookAt(ctx, tenant, account);
      }
    },
  };
}

/** Answers the account to go on after; '' when the tenant has no more. */
async function lookAt(ctx: Pick<Context, 'db' | 'ids' | 'wake'>, tenantId: string, after: string): Promise<string> {
  const { last, marked } = await ctx.db.write(tenantId, async (tx) => {
    if (tx.retired) return { last: '', marked: 0 };
    const since = new Date(tx.now.getTime() - dormantAfterDays * 86_400_000);
    const quiet = await selectQuiet(tx, { since, after, limit: accountsAtOnce });
    const active = await findActive(tx, quiet, since);
    const candidates = quiet.filter((accountNumber) => !active.has(accountNumber));
    // Whoever confirms a transfer holds the account first: after this, what is not held will not be sent.
    const locked = await lockAccounts(tx, candidates);
    const balances = await readBalances(tx, candidates);
    const dormant = [...locked.values()].filter((account) => account.restriction === 'none' && balances.get(account.accountNumber)?.held === 0n);
    const reason = `Dormant: no transfer since ${lagosDay(since)}`;
    for (const account of dormant) {
      await markDormant(tx, account, reason);
      await recordAudit(tx, ctx.ids, { actor: 'worker', action: 'account.dormant', subject: account.accountNumber, details: { from: 'none', to: 'no_debit', reason } });
      await emit(tx, ctx.ids, [{ kind: 'account.status_changed', subject: account.accountNumber, sequence: account.version + 1, data: { accountNumber: account.accountNumber, restriction: 'no_debit', reason } }]);
    }
    return { last: quiet.length < accountsAtOnce ? '' : (quiet.at(-1) ?? ''), marked: dormant.length };
  });
  if (marked > 0) ctx.wake('webhook_delivery');
  return last;
}
