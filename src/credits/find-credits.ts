import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** Amounts in kobo of the credits that were applied, by session id; unknown ones are left out. Over all tenants of the environment. */
export async function findCredits(db: Database, environment: 'sandbox' | 'live', sessionIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await db.across('audit', (tx) => tx.rows<{ sessionId: string; amountKobo: bigint }>(sql`
    select c.session_id as "sessionId", c.amount_kobo as "amountKobo" from inbound_credit c
    join tenant n on n.tenant_id = c.tenant_id and n.environment = ${environment}
    where c.session_id = any(${[...sessionIds]}::text[])`));
  return new Map(rows.map((row) => [row.sessionId, row.amountKobo]));
}
