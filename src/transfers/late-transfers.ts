/** Transfers that were confirmed and are not over, one by one, for whoever runs the service. How many there are is src/transfers/watch-deadlines.ts. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { TransferState } from './transfer.ts';

export type PendingTransfer = { tenantId: string; transactionId: string; state: TransferState; amountKobo: bigint; authorisedAt: Date; /** On the tenant's own clock. */ ageSeconds: number; onUs: boolean };

/** The oldest first, of all tenants but retired ones. Reads in the scope `audit`. */
export function listPending(tx: ReadTx, olderThanSeconds: number, limit: number): Promise<PendingTransfer[]> {
  return tx.rows<PendingTransfer>(sql`
    select * from (
      select t.tenant_id as "tenantId", t.transaction_id as "transactionId", t.state, t.amount_kobo as "amountKobo", t.authorised_at as "authorisedAt", t.on_us as "onUs",
        extract(epoch from now() + make_interval(secs => n.clock_offset_seconds) - t.authorised_at)::float8 as "ageSeconds"
      from tenant n join transfer t on t.tenant_id = n.tenant_id
      where n.retired_at is null
        and (t.state in ('UNKNOWN', 'REVIEW') or (t.state in ('AUTHORISED', 'SENDING') and t.next_at <= now() + make_interval(secs => n.clock_offset_seconds + 60)))) pending
    where "ageSeconds" >= ${olderThanSeconds} order by "ageSeconds" desc, "transactionId" limit ${limit}`);
}
