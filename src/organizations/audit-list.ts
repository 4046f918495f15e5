/** SQL of the audit log as a list. */
import type { ReadTx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { between, type LongList, type Page, timeIn } from '#src/lists/long-list.ts';
import { type ListAsker, readPage } from '#src/lists/marks.ts';
import type { AuditRow } from './audit.ts';

export type AuditFilter = { subject?: string; action?: string; actor?: string };
export type AuditListRow = AuditRow & { subject: string };

/** One page of a span of time, newest first, and how many there are in all. */
export async function listAuditLog(tx: ListAsker, filter: AuditFilter, of: { from: Date | null; to: Date | null }, page: Page): Promise<{ total: number; entries: AuditListRow[] }> {
  const { total, rows } = await readPage(tx, entriesOf(filter), between(of.from, of.to), page, ({ span, limit, skip }) => tx.rows<AuditListRow>(sql`
    select audit_id as "auditId", created_at as at, actor, action, subject, details from audit_entry
    where tenant_id = ${tx.tenantId} ${conditionsOf(filter)} and ${timeIn(sql`created_at`, span)}
    order by created_at desc, audit_id desc limit ${limit} offset ${skip}`));
  return { total, entries: rows };
}

export type AuditPlace = Pick<AuditListRow, 'auditId' | 'at'>;

/** The next of such a list after one of its entries, newest first: for reading it whole. */
export function listAuditAfter(tx: ReadTx, filter: AuditFilter, of: { from: Date | null; to: Date | null }, after: AuditPlace | null, limit: number): Promise<AuditListRow[]> {
  const further = after === null ? sql`` : sql`and (created_at, audit_id) < (${after.at}::timestamptz, ${after.auditId})`;
  return tx.rows<AuditListRow>(sql`
    select audit_id as "auditId", created_at as at, actor, action, subject, details from audit_entry
    where tenant_id = ${tx.tenantId} ${conditionsOf(filter)} and ${timeIn(sql`created_at`, between(of.from, of.to))} ${further}
    order by created_at desc, audit_id desc limit ${limit}`);
}

/** An entry is written once. */
function entriesOf(filter: AuditFilter): LongList {
  return {
    // Whatever is asked for must not read as another filter.
    name: ['audit_entry', ...Object.entries(filter).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).toSorted()].join('/'),
    idPrefix: null,
    rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from audit_entry where tenant_id = ${tx.tenantId} ${conditionsOf(filter)} and ${timeIn(sql`created_at`, span)}`,
  };
}

/** For a `where` of audit_entry that has begun. */
export function conditionsOf({ subject, action, actor }: AuditFilter): Sql {
  const about = subject === undefined ? sql`` : sql`and subject = ${subject}`;
  const done = action === undefined ? sql`` : sql`and action = ${action}`;
  return sql`${about} ${done} ${actor === undefined ? sql`` : sql`and actor = ${actor}`}`;
}
