/** Comparisons with a shadow provider go after their days (IDENTITY_SHADOW_DAYS), also those that an earlier configuration left. */
import type { Database } from '#src/db/database.ts';
import { createTenantWalk, type TenantWalk } from '#src/work/tenant-walk.ts';
import { dropComparisons } from './shadow-store.ts';

/** At most so many go in one transaction. */
const comparisonsAtOnce = 1000;

export function createComparisonPruning(db: Database, days: number): TenantWalk {
  return createTenantWalk(db, async (tenantId) => ((await db.write(tenantId, (tx) => dropComparisons(tx, days, comparisonsAtOnce))) < comparisonsAtOnce ? 'done' : 'more'));
}
