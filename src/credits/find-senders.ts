import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type Sender = { senderName: string; /** The number the money was sent to: a virtual account settles to another. */ accountNumber: string };

/** Who sent these inbound credits of this tenant, by session id; unknown ones are left out. */
export async function findSenders(tx: ReadTx, sessionIds: readonly string[]): Promise<Map<string, Sender>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await tx.rows<Sender & { sessionId: string }>(sql`
    select session_id as "sessionId", sender_name as "senderName", account_number as "accountNumber" from inbound_credit
    where tenant_id = ${tx.tenantId} and session_id = any(${[...sessionIds]}::text[])`);
  return new Map(rows.map(({ sessionId, ...sender }) => [sessionId, sender]));
}
