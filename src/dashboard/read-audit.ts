import type { z } from 'zod';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { isoMillis } from '#src/lib/time.ts';
import { readLists } from '#src/lists/marks.ts';
import { listAuditLog } from '#src/organizations/audit-list.ts';
import type { DashboardContext } from './dashboard-context.ts';
import type { auditQuery } from './wire.ts';

export async function readAudit(ctx: DashboardContext, { session, query }: SessionRequest<unknown, unknown, z.output<typeof auditQuery>>): Promise<Answer> {
  const page = readPage(query);
  const tenant = session.tenants[query.environment === 'live' ? 'live' : 'sandbox'];
  const { total, entries } = await readLists(ctx.db, tenant, 'read', (tx) => listAuditLog(tx, {}, { from: null, to: null }, page));
  return success(entries.map(({ at, ...rest }) => ({ ...rest, at: isoMillis(at) })), { extra: pagingFields(page, total) });
}
