/** The audit log: who changed what, written in the transaction of the change, append-only by grant. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Ids } from '#src/lib/ids.ts';

export type AuditEntry = {
  /** Credential or member id, or the name of a worker. */
  actor: string;
  action: string;
  subject: string;
  /** No personal numbers, no secrets. */
  details: Readonly<Record<string, unknown>>;
};

export async function recordAudit(tx: Tx, ids: Ids, entry: AuditEntry): Promise<void> {
  await tx.execute(sql`
    insert into audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at)
    values (${tx.tenantId}, ${ids.newId('aud')}, ${entry.actor}, ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.details)}::jsonb, ${tx.now})`);
}
