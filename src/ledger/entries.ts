/**
 * Reads what happened on an account: booked entries in order, and balances at any moment. Holds are not entries yet.
 *
 * Entries of one instant show credits first: what was never overdrawn must not look so. All of a reading belongs in one
 * snapshot (`readLists`), so that balances and entries are of one moment.
 */
import type { Asker, ReadTx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { between, type Bounds, type LongList, timeIn } from '#src/lists/long-list.ts';
import { type ListTx, markUpTo, rankOf } from '#src/lists/marks.ts';
import type { EntryCode } from './postings.ts';

/** From the first instant to before the second. */
export type Period = { from: Date; to: Date };

export type AccountEntry = {
  entryId: string;
  at: Date;
  isCredit: boolean;
  amountKobo: bigint;
  code: EntryCode;
  reference: string;
  narration: string;
  /** The account on the other side. */
  counterAccount: string;
};

export type PeriodTotals = { openingKobo: bigint; closingKobo: bigint; creditsKobo: bigint; debitsKobo: bigint; entries: number };

/** Opening and closing balance of a period and what lies between them. Null: no such deposit account. */
export async function readPeriodTotals(tx: ListTx, accountNumber: string, { from, to }: Period): Promise<PeriodTotals | null> {
  if (!(await isDeposit(tx, accountNumber))) return null;
  const span = between(from, to);
  const [all, credits] = [entriesOf(accountNumber), creditsOf(accountNumber)];
  const [start, end, creditsBefore, creditsUpTo] = await Promise.all([rankOf(tx, all, span.from), rankOf(tx, all, span.to), rankOf(tx, credits, span.from), rankOf(tx, credits, span.to)]);
  const creditsKobo = creditsUpTo.kobo - creditsBefore.kobo;
  return { openingKobo: start.kobo, closingKobo: end.kobo, creditsKobo, debitsKobo: creditsKobo - (end.kobo - start.kobo), entries: end.rows - start.rows };
}

/** The booked balance just before a moment, in kobo; null: no such deposit account. */
export async function readBalanceAt(tx: ListTx, accountNumber: string, moment: Date): Promise<bigint | null> {
  if (!(await isDeposit(tx, accountNumber))) return null;
  return (await rankOf(tx, entriesOf(accountNumber), between(moment, null).from)).kobo;
}

async function isDeposit(tx: ReadTx, accountNumber: string): Promise<boolean> {
  const rows = await tx.rows(sql`select 1 from ledger_account where tenant_id = ${tx.tenantId} and ledger_account_id = ${accountNumber} and stores_balance`);
  return rows.length === 1;
}

/** What was booked on an account, credits counting up and debits down: before a moment it sums to the balance. */
function entriesOf(accountNumber: string): LongList {
  return {
    name: `entry/account=${accountNumber}`,
    idPrefix: null,
    rowsOf: (tx, span) => sql`${creditsIn(tx, accountNumber, span)} union all
      select created_at as place, -amount_kobo as kobo from ledger_entry where tenant_id = ${tx.tenantId} and debit_account = ${accountNumber} and kind in ('single', 'post') and ${timeIn(sql`created_at`, span)}`,
  };
}

function creditsOf(accountNumber: string): LongList {
  return { name: `entry/credited=${accountNumber}`, idPrefix: null, rowsOf: (tx, span) => creditsIn(tx, accountNumber, span) };
}

function creditsIn(tx: Asker, accountNumber: string, span: Bounds): Sql {
  return sql`select created_at as place, amount_kobo as kobo from ledger_entry where tenant_id = ${tx.tenantId} and credit_account = ${accountNumber} and kind in ('single', 'post') and ${timeIn(sql`created_at`, span)}`;
}

const columns: Sql = sql`ledger_entry_id as "entryId", created_at as at, amount_kobo as "amountKobo", code, reference, narration`;

/** One page of a period, oldest first, each entry with the sum of the period up to and with it: credits less debits. */
export async function readEntryPage(
  tx: ListTx,
  accountNumber: string,
  period: Period,
  page: { limit: number; offset: number },
): Promise<(AccountEntry & { sumKobo: bigint })[]> {
  const start = await rankOf(tx, entriesOf(accountNumber), between(period.from, null).from);
  const mark = await markUpTo(tx, entriesOf(accountNumber), start.rows + page.offset);
  // From the period's start, or from a mark behind it.
  const near = mark === null || mark.rows < start.rows ? { from: period.from, skip: page.offset, sumKobo: 0n } : { from: new Date(mark.place), skip: start.rows + page.offset - mark.rows, sumKobo: mark.kobo - start.kobo };
  const upTo = near.skip + page.limit;
  return tx.rows<AccountEntry & { sumKobo: bigint }>(sql`
    with first as (
      (select ${columns}, true as "isCredit", debit_account as "counterAccount" from ledger_entry
        where tenant_id = ${tx.tenantId} and credit_account = ${accountNumber} and kind in ('single', 'post') and created_at >= ${near.from} and created_at < ${period.to}
        order by created_at, ledger_entry_id limit ${upTo})
      union all
      (select ${columns}, false, credit_account from ledger_entry
        where tenant_id = ${tx.tenantId} and debit_account = ${accountNumber} and kind in ('single', 'post') and created_at >= ${near.from} and created_at < ${period.to}
        order by created_at, ledger_entry_id limit ${upTo})
    )
    select *, (${near.sumKobo}::bigint + sum(case when "isCredit" then "amountKobo" else -"amountKobo" end) over (order by at, "isCredit" desc, "entryId" rows unbounded preceding))::bigint as "sumKobo"
    from first order by at, "isCredit" desc, "entryId" limit ${page.limit} offset ${near.skip}`);
}

/** The next entries of a period after one of it (null: from its start), at most `limit`. For reading a whole period in steps. */
export async function readEntriesAfter(
  tx: ReadTx,
  accountNumber: string,
  { from, to }: Period,
  after: Pick<AccountEntry, 'at' | 'isCredit' | 'entryId'> | null,
  limit: number,
): Promise<AccountEntry[]> {
  const { credit, debit } = startsAfter(from, after);
  return tx.rows<AccountEntry>(sql`
    select * from (
      (select ${columns}, true as "isCredit", debit_account as "counterAccount" from ledger_entry
        where tenant_id = ${tx.tenantId} and credit_account = ${accountNumber} and kind in ('single', 'post') and (created_at, ledger_entry_id) > (${credit.at}, ${credit.id}) and created_at < ${to}
        order by created_at, ledger_entry_id limit ${limit})
      union all
      (select ${columns}, false, credit_account from ledger_entry
        where tenant_id = ${tx.tenantId} and debit_account = ${accountNumber} and kind in ('single', 'post') and (created_at, ledger_entry_id) > (${debit.at}, ${debit.id}) and created_at < ${to}
        order by created_at, ledger_entry_id limit ${limit})
    ) as sides order by at, "isCredit" desc, "entryId" limit ${limit}`);
}

/** Those of the accounts from which a transfer was booked since the moment. */
export async function findActive(tx: ReadTx, accountNumbers: readonly string[], since: Date): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select n.id from unnest(${[...accountNumbers]}::text[]) as n (id)
    where exists (select 1 from ledger_entry where tenant_id = ${tx.tenantId} and debit_account = n.id and kind in ('single', 'post') and created_at >= ${since} and code = 'transfer')`);
  return new Set(rows.map((row) => row.id));
}

type Start = { at: Date; id: string };

/** Where each side goes on: at an instant all credits come before the first debit. Times have milliseconds. */
function startsAfter(from: Date, after: Pick<AccountEntry, 'at' | 'isCredit' | 'entryId'> | null): { credit: Start; debit: Start } {
  if (after === null) return { credit: { at: from, id: '' }, debit: { at: from, id: '' } };
  if (after.isCredit) return { credit: { at: after.at, id: after.entryId }, debit: { at: after.at, id: '' } };
  return { credit: { at: new Date(after.at.getTime() + 1), id: '' }, debit: { at: after.at, id: after.entryId } };
}
