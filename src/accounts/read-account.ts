/** Reads accounts with their balances. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readBalances } from '#src/ledger/postings.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { listAccounts, selectAccounts } from './store.ts';
import { type accountParams, type listAccountsQuery, toAccountData } from './wire.ts';

export async function getAccount(ctx: Context, request: RouteRequest<unknown, z.output<typeof accountParams>>): Promise<Answer> {
  const { accountNumber } = request.params;
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const account = (await selectAccounts(tx, [accountNumber])).get(accountNumber);
    if (account === undefined) throw fail('account_not_found');
    const balance = (await readBalances(tx, [accountNumber])).get(accountNumber);
    return success(toAccountData(account, balance, ctx.config.operator));
  });
}

export async function getAccounts(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof listAccountsQuery>>): Promise<Answer> {
  const page = Number(request.query.page);
  const pageSize = Number(request.query.pageSize);
  const filter = { customerId: request.query.customerId ?? null, type: request.query.type ?? null };
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const { total, accounts } = await listAccounts(tx, filter, { limit: pageSize, offset: (page - 1) * pageSize });
    const balances = await readBalances(tx, accounts.map((account) => account.accountNumber));
    const data = accounts.map((account) => toAccountData(account, balances.get(account.accountNumber), ctx.config.operator));
    return success(data, { extra: pagingFields({ page, pageSize }, total) });
  });
}
