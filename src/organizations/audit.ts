/** The audit log: who changed what, written in the transaction of the change, append-only by grant. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import type { Ids } from '#src/lib/ids.ts';
import { type Bounds, type LongList, type Page, wholeOf } from '#src/lists/long-list.ts';
import { type ListTx, type PageSpan, readPage } from '#src/lists/marks.ts';

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

export type AuditFilter = { subject: string; actions: readonly string[] };
export type AuditRow = { auditId: string; at: Date; actor: string; action: string; details: unknown };

/** What was done to one subject, newest first, of the given actions alone. */
export async function listAudit(tx: ListTx, of: AuditFilter, page: Page): Promise<{ total: number; entries: AuditRow[] }> {
  const list = entriesOf(of);
  const { total, rows } = await readPage(tx, list, wholeOf(list), page, (at) => readEntries(tx, of, at));
  return { total, entries: rows };
}

/** The newest of such a list; undefined where there is none. */
export async function lastAudit(tx: ReadTx, of: AuditFilter): Promise<AuditRow | undefined> {
  const [last] = await readEntries(tx, of, { span: wholeOf(entriesOf(of)), limit: 1, skip: 0 });
  return last;
}

function readEntries(tx: ReadTx, of: AuditFilter, { span, limit, skip }: PageSpan): Promise<AuditRow[]> {
  // The ids first: what is skipped is then read from the index alone.
  return tx.rows<AuditRow>(sql`
    select audit_id as "auditId", created_at as at, actor, action, details from audit_entry where tenant_id = ${tx.tenantId} and audit_id = any(array(
      select audit_id from audit_entry where ${entriesIn(tx, of, span)} order by subject desc, audit_id desc limit ${limit} offset ${skip}))
    order by audit_id desc`);
}

function entriesOf(of: AuditFilter): LongList {
  return {
    name: `audit_history/subject=${of.subject}/actions=${of.actions.toSorted().join('+')}`,
    idPrefix: 'aud',
    rowsOf: (tx, span) => sql`select audit_id as place, 0::bigint as kobo from audit_entry where ${entriesIn(tx, of, span)}`,
  };
}

/**
 * The span is said of subject and id together, so that no planner takes it for a reason to walk the key of all entries; and of the subject alone nothing is said, since a search
 * would then begin at the subject's newest entry and go to the span from there.
 */
function entriesIn(tx: Asker, { subject, actions }: AuditFilter, { from, to }: Bounds): Sql {
  return sql`tenant_id = ${tx.tenantId} and (subject, audit_id) >= (${subject}, ${from}::text) and (subject, audit_id) < (${subject}, ${to}::text) and action = any(${[...actions]}::text[])`;
}
