/** Everything that was done to what an account may do: restrictions, liens, dormancy; newest first, from the audit log. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { isoMillis } from '#src/lib/time.ts';
import { readLists } from '#src/lists/marks.ts';
import { type AuditRow, listAudit } from '#src/organizations/audit.ts';
import { selectAccounts } from './store.ts';
import type { accountParams, historyData, historyQuery } from './wire.ts';

const kinds = {
  'account.restricted': 'RESTRICTION', 'account.lien_placed': 'LIEN_PLACED', 'account.lien_released': 'LIEN_RELEASED', 'account.dormant': 'DORMANT',
} as const;

/** What those who wrote the entries put in them. */
const details = z.object({
  from: z.string().optional(), to: z.string().optional(), reason: z.string().optional(), lienId: z.string().optional(), amount: z.number().optional(),
});

export async function getRestrictions(ctx: Context, request: RouteRequest<unknown, z.output<typeof accountParams>, z.output<typeof historyQuery>>): Promise<Answer> {
  const { accountNumber } = request.params;
  const page = readPage(request.query);
  return readLists(ctx.db, request.caller.tenantId, 'read', async (tx) => {
    if (!(await selectAccounts(tx, [accountNumber])).has(accountNumber)) throw fail('account_not_found');
    const { total, entries } = await listAudit(tx, { subject: accountNumber, actions: Object.keys(kinds) }, page);
    return success(entries.flatMap(toHistory), { extra: pagingFields(page, total) });
  });
}

function toHistory(entry: AuditRow): z.output<typeof historyData>[] {
  const kind = Object.entries(kinds).find(([action]) => action === entry.action)?.[1];
  if (kind === undefined) return [];
  const told = details.parse(entry.details);
  return [{
    id: entry.auditId, at: isoMillis(entry.at), kind, actor: entry.actor, reason: told.reason ?? null, restriction: told.to ?? null, previousRestriction: told.from ?? null,
    lienId: told.lienId ?? null, amount: told.amount ?? null,
  }];
}
