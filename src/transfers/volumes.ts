/** How much each of some tenants sent lately. Reads in the scope `audit`, along the index of age. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type Volume = { tenantId: string; transfers: number; completed: number; completedKobo: bigint };

/** Of the last 30 days; a tenant that sent nothing is left out. */
export function volumesOf(tx: ReadTx, tenantIds: readonly string[]): Promise<Volume[]> {
  return tx.rows<Volume>(sql`
    select tenant_id as "tenantId", count(*)::int as transfers, count(*) filter (where state = 'COMPLETED')::int as completed, coalesce(sum(amount_kobo) filter (where state = 'COMPLETED'), 0)::bigint as "completedKobo"
    from transfer where tenant_id = any(${[...tenantIds]}::text[]) and initiated_at >= now() - interval '30 days' group by tenant_id`);
}
