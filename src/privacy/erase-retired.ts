/**
 * The people of a retired sandbox are erased, all of them, when its transfers have come to their end: nobody is left who could ask for it, or lift a hold. Entries stay, as after every erasure.
 */
import { lockAccountsOf } from '#src/accounts/erase-accounts.ts';
import type { Context } from '#src/context.ts';
import { findUnerased, lockCustomer } from '#src/customers/store.ts';
import type { Tx } from '#src/db/database.ts';
import { eraseAllTraces } from '#src/kyc/erase-traces.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { retiredFor } from '#src/organizations/replace-tenant.ts';
import { carriedDays } from '#src/work/due.ts';
import { createTenantWalk, type TenantWalk } from '#src/work/tenant-walk.ts';
import { takeOut } from './erase-subject.ts';

/** At most so many customers are erased in one transaction. */
const customersAtOnce = 10;

export function createRetiredErasure(ctx: Pick<Context, 'db' | 'ids' | 'keyring'>): TenantWalk {
  return createTenantWalk(ctx.db, async (tenantId) => {
    if (!(await ctx.db.read(tenantId, (tx) => retiredFor(tx, carriedDays)))) return 'done';
    const keys = await ctx.keyring.of(tenantId);
    return (await ctx.db.write(tenantId, (tx) => eraseSome(ctx, tx, keys))) < customersAtOnce ? 'done' : 'more';
  });
}

/** Answers how many. */
async function eraseSome(ctx: Pick<Context, 'ids'>, tx: Tx, keys: TenantKeys): Promise<number> {
  const customerIds = await findUnerased(tx, customersAtOnce);
  for (const customerId of customerIds) {
    const accounts = await lockAccountsOf(tx, customerId);
    const customer = await lockCustomer(tx, customerId);
    if (customer === undefined || customer.erasedAt !== null) continue;
    const checks = await takeOut(tx, keys, customer, accounts.map(({ accountNumber }) => accountNumber));
    await recordAudit(tx, ctx.ids, { actor: 'worker', action: 'customer.erased', subject: customerId, details: { reason: 'The sandbox was reset', checks, accounts: accounts.length } });
  }
  if (customerIds.length < customersAtOnce) await eraseAllTraces(tx, keys);
  return customerIds.length;
}
