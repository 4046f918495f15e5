/** Goes from tenant to tenant, for quiet work that looks at all of them in turn. */
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** The tenant after this one; '' after the last. Begin with ''. */
export async function nextTenant(db: Database, after: string): Promise<string> {
  const [row] = await db.across('worker', (tx) => tx.rows<{ id: string }>(sql`select tenant_id as id from tenant where tenant_id > ${after} order by tenant_id limit 1`));
  return row?.id ?? '';
}

/** Quiet work that is done a piece at a time. `pass` does the next pieces of the next tenants; after the last one it begins anew. Harmless to repeat. */
export type TenantWalk = { pass(): Promise<void> };

/** `piece` is one short transaction of a tenant and answers whether there is more of it; a pass makes at most `most` of them. */
export function createTenantWalk(db: Database, piece: (tenantId: string) => Promise<'more' | 'done'>, most = 50): TenantWalk {
  // Where the walk stands is memory alone: a restart begins anew, and loses nothing but time.
  let tenant = '';
  let whole = true;
  return {
    async pass() {
      for (let time = 0; time < most; time += 1) {
        if (whole) tenant = await nextTenant(db, tenant);
        if (tenant === '') return;
        whole = (await piece(tenant)) === 'done';
      }
    },
  };
}
