import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { readSpan } from '#src/http/moment-query.ts';
import { readPage } from '#src/http/page-query.ts';
import { openList } from '#src/lists/marks.ts';
import { findCheck, listChecks } from './store.ts';
import { type checkListQuery, toCheckRecord } from './wire.ts';

/** One page of the tenant's checks, newest first. */
export async function listKycChecks(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof checkListQuery>>): Promise<Answer> {
  const page = readPage(request.query);
  const { customerId, kind, outcome, from, to } = request.query;
  const filter = {
    ...(customerId === undefined ? {} : { customerId }),
    ...(kind === undefined ? {} : { kind }),
    ...(outcome === undefined ? {} : { outcome }),
    ...readSpan(from, to),
  };
  const { checks, total } = await openList(ctx.db, request.caller.tenantId, (opening) => listChecks(opening, filter, page));
  return success(checks.map(toCheckRecord), { extra: pagingFields(page, total) });
}

/** One check. @throws Failure record_not_found, for other tenants' checks too */
export async function readKycCheck(ctx: Context, request: RouteRequest<unknown, { checkId: string }>): Promise<Answer> {
  const check = await ctx.db.read(request.caller.tenantId, (tx) => findCheck(tx, request.params.checkId));
  if (check === undefined) throw fail('record_not_found', { message: 'No such check.', fix: 'Check the checkId; it comes from GET /kyc/checks.' });
  return success(toCheckRecord(check));
}
