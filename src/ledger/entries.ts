/**
 * Reads what happened on an account: booked entries in order, and balances at any moment. Holds are not entries yet.
 *
 * Entries of one instant show credits first: what was never overdrawn must not look so. All of a reading belongs in one
 * `db.snapshot`, so that balances and entries are of one moment.
 */
import type { ReadTx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
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

type Sums = { credits: bigint; debits: bigint; entries: bigint; later: bigint; ledger: bigint };

/**
 * Opening and closing balance of a period and what lies between them. Reckoned back from the stored balance, so that the
 * cost is that of the entries since `from`. Null: no such deposit account.
 */
export async function readPeriodTotals(tx: ReadTx, accountNumber: string, { from, to }: Period): Promise<PeriodTotals | null> {
  const [row] = await tx.rows<Sums>(sql`
    select a.posted_credit - a.posted_debit as ledger, c.sum as credits, d.sum as debits, c.count + d.count as entries, c.later - d.later as later
    from ledger_account a
    cross join lateral (
      select coalesce(sum(amount_kobo) filter (where created_at < ${to}::timestamptz), 0)::bigint as sum, count(*) filter (where created_at < ${to}::timestamptz) as count,
        coalesce(sum(amount_kobo) filter (where created_at >= ${to}::timestamptz), 0)::bigint as later
      from ledger_entry where tenant_id = ${tx.tenantId} and credit_account = ${accountNumber} and kind in ('single', 'post') and created_at >= ${from}::timestamptz
    ) as c
    cross join lateral (
      select coalesce(sum(amount_kobo) filter (where created_at < ${to}::timestamptz), 0)::bigint as sum, count(*) filter (where created_at < ${to}::timestamptz) as count,
        coalesce(sum(amount_kobo) filter (where created_at >= ${to}::timestamptz), 0)::bigint as later
      from ledger_entry where tenant_id = ${tx.tenantId} and debit_account = ${accountNumber} and kind in ('single', 'post') and created_at >= ${from}::timestamptz
    ) as d
    where a.tenant_id = ${tx.tenantId} and a.ledger_account_id = ${accountNumber} and a.stores_balance`);
  if (row === undefined) return null;
  const closingKobo = row.ledger - row.later;
  return { openingKobo: closingKobo - row.credits + row.debits, closingKobo, creditsKobo: row.credits, debitsKobo: row.debits, entries: Number(row.entries) };
}

/** The booked balance just before a moment, in kobo; null: no such deposit account. */
export async function readBalanceAt(tx: ReadTx, accountNumber: string, moment: Date): Promise<bigint | null> {
  return (await readPeriodTotals(tx, accountNumber, { from: moment, to: moment }))?.openingKobo ?? null;
}

const columns: Sql = sql`ledger_entry_id as "entryId", created_at as at, amount_kobo as "amountKobo", code, reference, narration`;

/** One page of a period, each entry with the sum of the period up to and with it: credits less debits. */
export async function readEntryPage(
  tx: ReadTx,
  accountNumber: string,
  { from, to }: Period,
  page: { limit: number; offset: number },
): Promise<(AccountEntry & { sumKobo: bigint })[]> {
  const upTo = page.offset + page.limit;
  return tx.rows<AccountEntry & { sumKobo: bigint }>(sql`
    with first as (
      (select ${columns}, true as "isCredit", debit_account as "counterAccount" from ledger_entry
        where tenant_id = ${tx.tenantId} and credit_account = ${accountNumber} and kind in ('single', 'post') and created_at >= ${from} and created_at < ${to}
        order by created_at, ledger_entry_id limit ${upTo})
      union all
      (select ${columns}, false, credit_account from ledger_entry
        where tenant_id = ${tx.tenantId} and debit_account = ${accountNumber} and kind in ('single', 'post') and created_at >= ${from} and created_at < ${to}
        order by created_at, ledger_entry_id limit ${upTo})
    )
    select *, (sum(case when "isCredit" then "amountKobo" else -"amountKobo" end) over (order by at, "isCredit" desc, "entryId" rows unbounded preceding))::bigint as "sumKobo"
    from first order by at, "isCredit" desc, "entryId" limit ${page.limit} offset ${page.offset}`);
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
