/** Reads accounts with their balances. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import type { Asker } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readBalanceAt } from '#src/ledger/entries.ts';
import { type Balance, readBalances } from '#src/ledger/postings.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { readLists } from '#src/lists/marks.ts';
import { readKeptAt } from './kept-store.ts';
import { type Account, listAccounts, selectAccounts } from './store.ts';
import { type accountParams, type getAccountQuery, type listAccountsQuery, readMoment, toAccountData } from './wire.ts';

export async function getAccount(ctx: Context, request: RouteRequest<unknown, z.output<typeof accountParams>, z.output<typeof getAccountQuery>>): Promise<Answer> {
  const { tenantId } = request.caller;
  const { accountNumber } = request.params;
  const at = request.query.asOf === undefined ? null : readMoment(request.query.asOf, '/query/asOf');
  if (at === null) {
    const read = await ctx.db.readShared(tenantId, (opening) => {
      opening.lastly();
      return look(opening, accountNumber);
    });
    const { account, balance } = found(read);
    return success(toAccountData(account, balance, ctx.config.operator, null));
  }
  // One snapshot: what is reckoned back from today must be today's of one moment.
  return readLists(ctx.db, tenantId, 'snapshot', async (tx) => {
    const { account, balance } = found(await look(tx, accountNumber));
    if (at > tx.now) throw fail('invalid_field', { field: '/query/asOf', message: 'asOf has not come yet.' });
    const asOf = { at, ledger: (await readBalanceAt(tx, accountNumber, at)) ?? 0n, ...(await readKeptAt(tx, accountNumber, at)) };
    return success(toAccountData(account, balance, ctx.config.operator, asOf));
  });
}

type Looked = { account: Account | undefined; balance: Balance | undefined };

async function look(asker: Asker, accountNumber: string): Promise<Looked> {
  const [accounts, balances] = await Promise.all([selectAccounts(asker, [accountNumber]), readBalances(asker, [accountNumber])]);
  return { account: accounts.get(accountNumber), balance: balances.get(accountNumber) };
}

/** @throws Failure account_not_found */
function found({ account, balance }: Looked): { account: Account; balance: Balance | undefined } {
  if (account === undefined) throw fail('account_not_found');
  return { account, balance };
}

export async function getAccounts(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof listAccountsQuery>>): Promise<Answer> {
  const page = readPage(request.query);
  const filter = { customerId: request.query.customerId ?? null, type: request.query.type ?? null };
  return readLists(ctx.db, request.caller.tenantId, 'read', async (tx) => {
    const { total, accounts } = await listAccounts(tx, filter, page);
    const balances = await readBalances(tx, accounts.map((account) => account.accountNumber));
    const data = accounts.map((account) => toAccountData(account, balances.get(account.accountNumber), ctx.config.operator));
    return success(data, { extra: pagingFields(page, total) });
  });
}
