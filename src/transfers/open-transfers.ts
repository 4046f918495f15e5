import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** Does any payment from these accounts wait for its code, its time, its bank or for people? */
export async function hasOpenTransfers(tx: ReadTx, accountNumbers: readonly string[]): Promise<boolean> {
  const [row] = await tx.rows<{ open: boolean }>(sql`
    select exists (
      select 1 from transfer where tenant_id = ${tx.tenantId} and source_account_number = any(${[...accountNumbers]}::text[])
      and state in ('AWAITING_OTP', 'SCHEDULED', 'AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW')
    ) as open`);
  return row?.open === true;
}
