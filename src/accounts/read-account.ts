/** Reads accounts with their balances. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readBalanceAt } from '#src/ledger/entries.ts';
import { readBalances } from '#src/ledger/postings.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { readLists } from '#src/lists/marks.ts';
import { readKeptAt } from './kept-store.ts';
import { listAccounts, selectAccounts } from './store.ts';
import { type accountParams, type getAccountQuery, type listAccountsQuery, readMoment, toAccountData } from './wire.ts';

export async function getAccount(ctx: Context, request: RouteRequest<unknown, z.output<typeof accountParams>, z.output<typeof getAccountQuery>>): Promise<Answer> {
  const { accountNumber } = request.params;
  const at = request.query.asOf === undefined ? null : readMoment(request.query.asOf, '/query/asOf');
  // One snapshot: what is reckoned back from today must be today's of one moment.
  return readLists(ctx.db, request.caller.tenantId, 'snapshot', async (tx) => {
    const account = (await selectAccounts(tx, [accountNumber])).get(accountNumber);
    if (account === undefined) throw fail('account_not_found');
    if (at !== null && at > tx.now) throw fail('invalid_field', { field: '/query/asOf', message: 'asOf has not come yet.' });
    const balance = (await readBalances(tx, [accountNumber])).get(accountNumber);
    const asOf = at === null ? null : { at, ledger: (await readBalanceAt(tx, accountNumber, at)) ?? 0n, ...(await readKeptAt(tx, accountNumber, at)) };
    return success(toAccountData(account, balance, ctx.config.operator, asOf));
  });
}

export async function getAccounts(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof listAccountsQuery>>): Promise<Answer> {
  const { page, pageSize } = readPage(request.query);
  const filter = { customerId: request.query.customerId ?? null, type: request.query.type ?? null };
  return readLists(ctx.db, request.caller.tenantId, 'read', async (tx) => {
    const { total, accounts } = await listAccounts(tx, filter, { limit: pageSize, offset: (page - 1) * pageSize });
    const balances = await readBalances(tx, accounts.map((account) => account.accountNumber));
    const data = accounts.map((account) => toAccountData(account, balances.get(account.accountNumber), ctx.config.operator));
    return success(data, { extra: pagingFields({ page, pageSize }, total) });
  });
}
