import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** Is any bulk transfer from these accounts not over? */
export async function hasOpenBatches(tx: ReadTx, accountNumbers: readonly string[]): Promise<boolean> {
  const [row] = await tx.rows<{ open: boolean }>(sql`
    select exists (select 1 from transfer_batch where tenant_id = ${tx.tenantId} and source_account_number = any(${[...accountNumbers]}::text[]) and next_at is not null) as open`);
  return row?.open === true;
}
