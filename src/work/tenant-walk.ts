/** Goes from tenant to tenant, for quiet work that looks at all of them in turn. */
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** The tenant after this one; '' after the last. Begin with ''. */
export async function nextTenant(db: Database, after: string): Promise<string> {
  const [row] = await db.across('worker', (tx) => tx.rows<{ id: string }>(sql`select tenant_id as id from tenant where tenant_id > ${after} order by tenant_id limit 1`));
  return row?.id ?? '';
}
