/** What people see of one account beyond the API's own answer: the liens on it, and its own limits. */
import { z } from 'zod';
import { findOpenLiens } from '#src/accounts/lien-store.ts';
import { selectAccounts } from '#src/accounts/store.ts';
import { accountParams } from '#src/accounts/wire.ts';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis } from '#src/lib/time.ts';
import { lastOwnLimits } from '#src/limits/own-limits.ts';
import { environmentRoute } from './in-environment.ts';

const lienData = z.object({ lienId: z.string(), amount: z.number(), reason: z.string(), actor: z.string().describe('Credential or member.'), at: z.string() });
const ownLimitsData = z.object({ perTransfer: z.number().nullable(), perDay: z.number().nullable(), perDayTransfers: z.int().nullable(), reason: z.string(), actor: z.string(), at: z.string() });
const keepingData = z.object({
  liens: z.array(lienData).describe('Those in force, the newest first, at most 100.'),
  limits: ownLimitsData.nullable().describe('Own limits of the account, in naira; null: none were ever set.'),
});

/** Naira of a limit that may be missing. */
const naira = (kobo: bigint | null): number | null => (kobo === null ? null : nairaNumber(kobo));

export function accountRoutes({ ids, db }: Pick<Context, 'ids' | 'db'>): SessionRoute[] {
  return [
    environmentRoute(ids, {
      method: 'GET', path: '/account/{accountNumber}/keeping', operationId: 'readAccountKeeping', tag: 'Accounts', scope: 'account:read',
      summary: 'Read an account\'s liens and own limits',
      description: 'The liens in force and the limits that were set for this account alone, each with its reason and who set it.',
      params: accountParams, data: keepingData,
      responseExample: {
        summary: 'A lien, and a limit',
        value: {
          liens: [{ lienId: 'lin_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', amount: 2500, reason: 'Loan 4471, March', actor: 'mem_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', at: '2026-11-21T09:30:00.123Z' }],
          limits: { perTransfer: 20_000, perDay: null, perDayTransfers: null, reason: 'Asked for by the customer', actor: 'crd_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', at: '2026-11-20T09:30:00.123Z' },
        },
      },
      errors: ['account_not_found'],
      handle: async ({ caller, params: { accountNumber } }) => db.read(caller.tenantId, async (tx) => {
        if (!(await selectAccounts(tx, [accountNumber])).has(accountNumber)) throw fail('account_not_found');
        const [liens, limits] = await Promise.all([findOpenLiens(tx, accountNumber), lastOwnLimits(tx, `account:${accountNumber}`)]);
        return success({
          liens: liens.map(({ lienId, amountKobo, reason, actor, at }) => ({ lienId, amount: nairaNumber(amountKobo), reason, actor, at: isoMillis(at) })),
          limits: limits === null ? null : {
            perTransfer: naira(limits.perTransferKobo), perDay: naira(limits.perDayKobo), perDayTransfers: limits.perDayTransfers, reason: limits.reason, actor: limits.actor, at: isoMillis(limits.at),
          },
        });
      }),
    }),
  ];
}
