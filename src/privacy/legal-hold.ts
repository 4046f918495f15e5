/** Legal holds: while one is in force, its customer is not erased. What goes by itself after its time still goes. */
import type { Context } from '#src/context.ts';
import { lockCustomer } from '#src/customers/store.ts';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { endHold, type Hold, holdsInForce, holdsOn, insertHold } from './hold-store.ts';

const mostListed = 500;

/** `by`: a memberId, or `operator`. */
type Placing = { tenantId: string; by: string; reason: string };

/** Answers the holdId. @throws Failure customer_not_found, for an erased one too */
export function placeHold({ db, ids }: Pick<Context, 'db' | 'ids'>, { tenantId, customerId, by, reason }: Placing & { customerId: string }): Promise<string> {
  return db.write(tenantId, async (tx) => {
    // Locked: an erasure comes before the hold, or finds it.
    const customer = await lockCustomer(tx, customerId);
    if (customer === undefined || customer.erasedAt !== null) throw fail('customer_not_found');
    const holdId = ids.newId('hld');
    await insertHold(tx, { holdId, customerId, reason, placedBy: by });
    await recordAudit(tx, ids, { actor: by, action: 'customer.hold_placed', subject: customerId, details: { holdId, reason } });
    return holdId;
  });
}

/** Answers the customerId, and how many holds are left on the customer. @throws Failure record_not_found, for one that was lifted before too */
export function liftHold({ db, ids }: Pick<Context, 'db' | 'ids'>, { tenantId, holdId, by, reason }: Placing & { holdId: string }): Promise<{ customerId: string; left: number }> {
  return db.write(tenantId, async (tx) => {
    const customerId = await endHold(tx, { holdId, reason, liftedBy: by });
    if (customerId === undefined) throw fail('record_not_found', { message: 'No such hold is in force.', fix: 'List them: npm run privacy -- holds' });
    await recordAudit(tx, ids, { actor: by, action: 'customer.hold_lifted', subject: customerId, details: { holdId, reason } });
    return { customerId, left: (await holdsOn(tx, customerId, mostListed)).length };
  });
}

/** The tenant's, the oldest first; at most 500. */
export function listHolds({ db }: Pick<Context, 'db'>, tenantId: string): Promise<Hold[]> {
  return db.read(tenantId, (tx) => holdsInForce(tx, mostListed));
}

/** Of a locked customer. @throws Failure erasure_held */
export async function refuseWhileHeld(tx: Tx, customerId: string): Promise<void> {
  const holds = await holdsOn(tx, customerId, mostListed);
  // Why is a matter of whoever placed it, and stands in the audit log.
  if (holds.length > 0) throw fail('erasure_held', { details: { holds: holds.map(({ holdId, placedAt }) => ({ holdId, placedAt: isoMillis(placedAt) })) } });
}
