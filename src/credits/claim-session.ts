/** Which tenant a session id of the rail was for, once and for ever. */
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** The tenant that owns the session id: the given one when nobody did before. */
export async function claimSession(db: Database, environment: 'sandbox' | 'live', sessionId: string, tenantId: string): Promise<string> {
  return db.across('directory', async (tx) => {
    await tx.execute(sql`
      insert into inbound_session (environment, session_id, owner_tenant) values (${environment}, ${sessionId}, ${tenantId}) on conflict do nothing`);
    const [row] = await tx.rows<{ owner: string }>(sql`
      select owner_tenant as owner from inbound_session where environment = ${environment} and session_id = ${sessionId}`);
    return row?.owner ?? tenantId;
  });
}
