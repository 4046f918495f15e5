/** The audit log: who changed what, written in the transaction of the change, append-only by grant. */
import type { ReadTx, Tx } from '#src/db/database.ts';
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

export function recordAudit(tx: Tx, ids: Ids, entry: AuditEntry): Promise<void> {
  return recordAudits(tx, ids, [entry]);
}

/** One statement for any number of entries. */
export async function recordAudits(tx: Tx, ids: Ids, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const column = (pick: (entry: AuditEntry) => string): string[] => entries.map(pick);
  await tx.execute(sql`
    insert into audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at)
    select ${tx.tenantId}, a.id, a.actor, a.action, a.subject, a.details::jsonb, ${tx.now}::timestamptz
    from unnest(${column(() => ids.newId('aud'))}::text[], ${column((entry) => entry.actor)}::text[], ${column((entry) => entry.action)}::text[], ${column((entry) => entry.subject)}::text[], ${column((entry) => JSON.stringify(entry.details))}::text[])
      as a (id, actor, action, subject, details)`);
}

export type AuditRow = { auditId: string; at: Date; actor: string; action: string; details: unknown };

/** What was done to one subject, newest first, of the given actions alone. */
export async function listAudit(tx: ReadTx, of: { subject: string; actions: readonly string[] }, page: { limit: number; offset: number }): Promise<{ total: number; entries: AuditRow[] }> {
  const where = sql`tenant_id = ${tx.tenantId} and subject = ${of.subject} and action = any(${[...of.actions]}::text[])`;
  const [count] = await tx.rows<{ total: bigint }>(sql`select count(*) as total from audit_entry where ${where}`);
  const entries = await tx.rows<AuditRow>(sql`
    select audit_id as "auditId", created_at as at, actor, action, details from audit_entry where ${where} order by audit_id desc limit ${page.limit} offset ${page.offset}`);
  return { total: Number(count?.total ?? 0n), entries };
}
