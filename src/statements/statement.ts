/**
 * A statement: what an account held before a period, everything booked in it, and what it held after. Opening plus
 * entries is closing, because all of it is read in one snapshot.
 */
import { selectAccounts } from '#src/accounts/store.ts';
import type { Context } from '#src/context.ts';
import type { ReadTx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { type AccountEntry, type Period, type PeriodTotals, readEntriesAfter, readPeriodTotals } from '#src/ledger/entries.ts';
import { type ListTx, readLists } from '#src/lists/marks.ts';
import { assert } from '#src/lib/assert.ts';
import { describeEntries, type Line } from './lines.ts';

export type Statement = {
  accountNumber: string;
  accountName: string;
  accountType: string;
  /** Lagos days, YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  period: Period;
  totals: PeriodTotals;
  /** When it was made, by the tenant's clock. */
  madeAt: Date;
  isSandbox: boolean;
};

export type StatementRequest = { accountNumber: string; startDate: string; endDate: string; period: Period };

/** Everything but the lines. @throws Failure account_not_found */
export async function openStatement(tx: ListTx, { accountNumber, startDate, endDate, period }: StatementRequest): Promise<Statement> {
  const account = (await selectAccounts(tx, [accountNumber])).get(accountNumber);
  const totals = account === undefined ? null : await readPeriodTotals(tx, accountNumber, period);
  if (account === undefined || totals === null) throw fail('account_not_found', { field: '/accountNumber' });
  return { accountNumber, accountName: account.name, accountType: account.type, startDate, endDate, period, totals, madeAt: tx.now, isSandbox: tx.environment !== 'live' };
}

const step = 1_000;

/** Every line of the period in order, a thousand at a time. @throws when they do not lead to the closing balance: that is our bug. */
async function* readLines(tx: ReadTx, { accountNumber, period, totals }: Statement): AsyncIterable<Line[]> {
  let balanceKobo = totals.openingKobo;
  let last: AccountEntry | null = null;
  for (;;) {
    const entries: AccountEntry[] = await readEntriesAfter(tx, accountNumber, period, last, step);
    const summed = entries.map((entry) => {
      balanceKobo += entry.isCredit ? entry.amountKobo : -entry.amountKobo;
      return { ...entry, balanceKobo };
    });
    if (summed.length > 0) yield describeEntries(tx, accountNumber, summed);
    last = entries.at(-1) ?? last;
    if (entries.length < step) break;
  }
  assert(balanceKobo === totals.closingKobo, 'opening plus entries is closing');
}

/** Writes a whole statement by `document`, from one snapshot. */
export async function writeStatement(
  ctx: Pick<Context, 'db'>,
  tenantId: string,
  request: StatementRequest,
  document: (statement: Statement, lines: AsyncIterable<Line[]>) => Promise<void>,
): Promise<void> {
  await readLists(ctx.db, tenantId, 'snapshot', async (tx) => {
    const statement = await openStatement(tx, request);
    await document(statement, readLines(tx, statement));
  });
}
