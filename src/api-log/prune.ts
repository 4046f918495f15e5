/** Calls go after API_LOG_DAYS. */
import type { Context } from '#src/context.ts';
import { firstIdAt } from '#src/lib/ids.ts';
import { createTenantWalk, type TenantWalk } from '#src/work/tenant-walk.ts';
import { deleteCalls } from './calls.ts';

/** At most so many calls go in one transaction. */
const callsAtOnce = 1_000;

/** By the world's clock, which the ids were made by: a sandbox's own clock would forget calls of today. */
export function createApiLogPruning({ config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>): TenantWalk {
  return createTenantWalk(db, async (tenantId) => {
    const before = firstIdAt('call', clock.now().getTime() - config.apiLogDays * 86_400_000);
    return (await db.write(tenantId, (tx) => deleteCalls(tx, before, callsAtOnce))) < callsAtOnce ? 'done' : 'more';
  });
}
