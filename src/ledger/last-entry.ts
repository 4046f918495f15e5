import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** When money moved last on any of these accounts; null: never. */
export async function lastEntryAt(tx: ReadTx, accountNumbers: readonly string[]): Promise<Date | null> {
  const [row] = await tx.rows<{ at: Date | null }>(sql`
    select max(at) as at from unnest(${[...accountNumbers]}::text[]) as n (id)
    cross join lateral (
      (select created_at as at from ledger_entry where tenant_id = ${tx.tenantId} and debit_account = n.id and kind in ('single', 'post') order by created_at desc limit 1)
      union all
      (select created_at as at from ledger_entry where tenant_id = ${tx.tenantId} and credit_account = n.id and kind in ('single', 'post') order by created_at desc limit 1)
    ) as newest`);
  return row?.at ?? null;
}
