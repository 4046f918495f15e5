import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { openList } from '#src/lists/marks.ts';
import { listAuditLog } from '#src/organizations/audit-list.ts';
import { readAuditQuery } from '#src/organizations/audit-query.ts';
import { type auditQuery, toAuditRecord } from './wire.ts';

/** One page of the audit log, newest first. */
export async function readAudit(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof auditQuery>>): Promise<Answer> {
  const page = readPage(request.query);
  const { filter, of } = readAuditQuery(request.query);
  const { entries, total } = await openList(ctx.db, request.caller.tenantId, (opening) => listAuditLog(opening, filter, of, page));
  return success(entries.map(toAuditRecord), { extra: pagingFields(page, total) });
}
