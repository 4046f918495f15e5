/** The audit log of one environment: by page, or the whole of what is asked for as CSV. */
import type { z } from 'zod';
import { success } from '#src/http/envelope.ts';
import { preferredMedia } from '#src/http/preferred-media.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { csvLine } from '#src/lib/csv.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { isoMillis } from '#src/lib/time.ts';
import { openList } from '#src/lists/marks.ts';
import { type AuditListRow, type AuditPlace, listAuditAfter, listAuditLog } from '#src/organizations/audit-list.ts';
import { readAuditQuery } from '#src/organizations/audit-query.ts';
import type { DashboardContext } from './dashboard-context.ts';
import type { auditQuery } from './wire.ts';

export const auditMedia = ['text/csv'] as const;
/** Rows read at once: what one export holds in memory, however long the log is. */
const rowsAtOnce = 500;

export async function readAudit(ctx: DashboardContext, { session, query, headers }: SessionRequest<unknown, unknown, z.output<typeof auditQuery>>): Promise<Answer> {
  const tenant = session.tenants[query.environment === 'live' ? 'live' : 'sandbox'];
  const { filter, of } = readAuditQuery(query);
  if (preferredMedia(headers['accept'], auditMedia) === 'text/csv') return exported((after) => ctx.db.read(tenant, (tx) => listAuditAfter(tx, filter, of, after, rowsAtOnce)), query.environment);
  const page = readPage(query);
  const { total, entries } = await openList(ctx.db, tenant, (opening) => listAuditLog(opening, filter, of, page));
  return success(entries.map(({ at, ...rest }) => ({ ...rest, at: isoMillis(at) })), { extra: pagingFields(page, total) });
}

type Read = (after: AuditPlace | null) => Promise<AuditListRow[]>;

/** Each page is a read of its own, so that a caller who reads slowly holds no transaction open. */
async function exported(read: Read, environment: string): Promise<Answer> {
  // The first page is read before the answer begins: what fails there is still told as a refusal.
  const first = await read(null);
  return { httpStatus: 200, body: '', contentType: 'text/csv; charset=utf-8', headers: { 'content-disposition': `attachment; filename="audit-${environment}.csv"` }, stream: lines(first, read) };
}

async function* lines(first: AuditListRow[], read: Read): AsyncIterable<string> {
  yield csvLine(['at', 'actor', 'action', 'subject', 'details', 'auditId']);
  for (let page = first; ; ) {
    yield page.map(({ at, actor, action, subject, details, auditId }) => csvLine([isoMillis(at), actor, action, subject, JSON.stringify(details), auditId])).join('');
    const last = page.at(-1);
    if (last === undefined || page.length < rowsAtOnce) return;
    page = await read(last);
  }
}
