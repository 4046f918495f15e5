/** What was done to a customer, newest first, from the audit log; without who looked at it. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { pageQuery, readPage } from '#src/http/page-query.ts';
import type { Answer, Caller } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { isoMillis } from '#src/lib/time.ts';
import { readLists } from '#src/lists/marks.ts';
import { listAudit } from '#src/organizations/audit.ts';
import { nameMembers } from '#src/organizations/members.ts';
import { findCustomer } from './store.ts';

const actions = [
  'customer.status_changed', 'customer.updated', 'customer.person_added', 'customer.person_removed', 'limits.set', 'customer.hold_placed', 'customer.hold_lifted', 'customer.erased',
] as const;

export const historyQuery = z.strictObject(pageQuery);
export const historyData = z.array(z.strictObject({
  id: z.string(),
  at: z.string().describe('UTC, ISO 8601.'),
  action: z.enum(actions),
  actor: z.string().describe('Member, credential, or `operator`.'),
  actorName: z.string().nullable().describe('Of a member: name, or e-mail address without one.'),
  status: z.enum(['Active', 'Inactive']).nullable().describe('Of `customer.status_changed`: the status from then on.'),
  reason: z.string().nullable(),
  fields: z.array(z.string()).describe('Of `customer.updated`: what was changed.'),
}));

/** What those who wrote the entries put in them. */
const details = z.object({ status: z.enum(['Active', 'Inactive']).optional(), reason: z.string().optional(), fields: z.array(z.string()).optional() });

/** @throws Failure customer_not_found */
export async function readHistory(
  ctx: Pick<Context, 'db'>,
  { caller, params, query }: { caller: Caller; params: { customerId: string }; query: z.output<typeof historyQuery> },
): Promise<Answer> {
  const page = readPage(query);
  const { total, entries } = await readLists(ctx.db, caller.tenantId, 'read', async (tx) => {
    if ((await findCustomer(tx, params.customerId)) === undefined) throw fail('customer_not_found');
    return listAudit(tx, { subject: params.customerId, actions }, page);
  });
  const names = await nameMembers(ctx.db, caller.organizationId, [...new Set(entries.map(({ actor }) => actor))]);
  const shown = entries.map(({ auditId, at, actor, action, details: written }) => {
    const { status = null, reason = null, fields = [] } = details.parse(written);
    return { id: auditId, at: isoMillis(at), action, actor, actorName: names.get(actor) ?? null, status, reason, fields };
  });
  return success(shown, { extra: pagingFields(page, total) });
}
