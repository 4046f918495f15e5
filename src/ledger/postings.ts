/**
 * Two-phase double entry. A `hold` reserves, and is resolved once: `post` moves the money, `release` lets it go.
 * A `move` does both at once. Every entry debits one account and credits another by the same amount.
 *
 * Stored balances (deposits) change in the same statement order everywhere: accounts in id order, locked by `lockBalances`.
 */
import type { Asker, Tx } from '#src/db/database.ts';
import { idsOf, joinable, readById, sql, tenantFor } from '#src/db/sql.ts';

export type EntryCode = 'transfer' | 'fee' | 'vat' | 'duty' | 'credit' | 'return' | 'correction';

export type Posting = {
  kind: 'single' | 'pending' | 'post' | 'void';
  /** The id of this entry; for `pending` it is what `post` and `void` name later. */
  entryId: string;
  pendingId: string | null;
  debitAccount: string;
  creditAccount: string;
  amountKobo: bigint;
  code: EntryCode;
  /** transactionId or session id. */
  reference: string;
  narration: string;
};

/** Kobo. `available` is what may be spent: ledger less held and less liens. Below zero where liens exceed the money. */
export type Balance = { ledger: bigint; available: bigint; held: bigint };

/** A tenant's contra accounts: everybody's counterparty, without a stored balance (a hot row otherwise). */
export const contraAccounts = {
  railClearing: 'rail_clearing',
  feeIncome: 'fee_income',
  vatPayable: 'vat_payable',
  dutyPayable: 'duty_payable',
  sandboxFunding: 'sandbox_funding',
  railExceptions: 'rail_exceptions',
  unclaimedReturns: 'unclaimed_returns',
} as const;

/** What people are told is available: a lien above the balance leaves nothing, not less than nothing. */
export function spendable(available: bigint): bigint {
  return available > 0n ? available : 0n;
}

const contraIds: ReadonlySet<string> = new Set(Object.values(contraAccounts));

/** Opens a customer's or the caller's money account, at zero. */
export async function openDepositAccount(tx: Tx, accountNumber: string): Promise<void> {
  await tx.execute(sql`
    insert into ledger_account (tenant_id, ledger_account_id, kind, stores_balance, created_at)
    values (${tx.tenantId}, ${accountNumber}, 'deposit', true, ${tx.now})`);
}

/** Opens the contra accounts of a tenant that are not there yet. */
export async function openContraAccounts(tx: Tx): Promise<void> {
  const ids = Object.values(contraAccounts);
  await tx.execute(sql`
    insert into ledger_account (tenant_id, ledger_account_id, kind, stores_balance, created_at)
    select ${tx.tenantId}, id, id, false, ${tx.now}::timestamptz from unnest(${ids}::text[]) as c (id) on conflict do nothing`);
}

type BalanceRow = { id: string; posted_debit: bigint; posted_credit: bigint; pending_debit: bigint; lien_kobo: bigint };

/** Reads balances of deposit accounts; unknown ids are left out. */
export async function readBalances(tx: Asker, accountNumbers: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await tx.rows<BalanceRow>(readById(tx, accountNumbers, 'id', (asked) => joinable(sql`
    select ledger_account_id as id, posted_debit, posted_credit, pending_debit, lien_kobo, tenant_id as "tenantId"
    from ledger_account join ${asked} on tenant_id = of_tenant and ledger_account_id = of_id where stores_balance`)));
  return new Map(rows.map((row) => [row.id, toBalance(row)]));
}

/** The same, and holds the rows until the transaction ends, locked in id order so that no two transactions wait for each other. */
export async function lockBalances(tx: Tx, accountNumbers: readonly string[]): Promise<Map<string, Balance>> {
  const rows = await tx.rows<BalanceRow>(joinable(sql`
    select ledger_account_id as id, posted_debit, posted_credit, pending_debit, lien_kobo, tenant_id as "tenantId"
    from ledger_account join ${idsOf(tx, accountNumbers)} on tenant_id = of_tenant and ledger_account_id = of_id where stores_balance
    order by tenant_id, ledger_account_id for no key update of ledger_account`));
  return new Map(rows.map((row) => [row.id, toBalance(row)]));
}

function toBalance(row: BalanceRow): Balance {
  const ledger = row.posted_credit - row.posted_debit;
  return { ledger, held: row.pending_debit, available: ledger - row.pending_debit - row.lien_kobo };
}

/** Keeps more (or, below zero, less) of a deposit account from being spent. What is held already is not touched. */
export async function changeLien(tx: Tx, accountNumber: string, byKobo: bigint): Promise<void> {
  const changed = await tx.execute(sql`
    update ledger_account set lien_kobo = lien_kobo + ${byKobo} where tenant_id = ${tx.tenantId} and ledger_account_id = ${accountNumber} and kind = 'deposit'`);
  if (changed !== 1) throw new Error('A lien needs a deposit account.');
}

/**
 * Writes the entries and brings the stored balances up to date: two statements for any number of postings.
 * The database refuses an overdraft, a second resolution of a hold, the resolution of what is no hold, and an entry of nothing.
 * @throws when an entry names an account that was never opened. It stands for two foreign keys, which locked every account that is named once
 * for each entry, the contra accounts in all transactions at once (docs/performance.md).
 */
export async function post(tx: Tx, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const column = <Value>(pick: (posting: Posting) => Value): Value[] => postings.map(pick);
  const changes = balanceChanges(postings);
  const changed = depositsOf(changes);
  const of = (pick: (change: Change) => bigint): bigint[] => changed.map((id) => pick(changes.get(id) ?? noChange));
  const entries = tx.execute(joinable(sql`
    insert into ledger_entry (tenant_id, ledger_entry_id, kind, pending_id, debit_account, credit_account, amount_kobo, code, reference, narration, created_at)
    select e.tenant_id, e.id, e.kind,
      case when e.pending_id is not null then (select p.ledger_entry_id from ledger_entry p where p.tenant_id = e.tenant_id and p.ledger_entry_id = e.pending_id and p.kind = 'pending') end,
      e.debit_account, e.credit_account, e.amount_kobo, e.code, e.reference, e.narration, ${tx.now}::timestamptz
    from unnest(
      ${tenantFor(tx, postings)}::text[], ${column((p) => p.entryId)}::text[], ${column((p) => p.kind)}::text[], ${column((p) => p.pendingId)}::text[], ${column((p) => p.debitAccount)}::text[],
      ${column((p) => p.creditAccount)}::text[], ${column((p) => p.amountKobo)}::bigint[], ${column((p) => p.code)}::text[], ${column((p) => p.reference)}::text[], ${column((p) => p.narration)}::text[]
    ) as e (tenant_id, id, kind, pending_id, debit_account, credit_account, amount_kobo, code, reference, narration)`));
  const balances = tx.execute(joinable(sql`
    with changed as (
      update ledger_account a set
        posted_debit = a.posted_debit + c.posted_debit, posted_credit = a.posted_credit + c.posted_credit, pending_debit = a.pending_debit + c.pending_debit
      from unnest(${tenantFor(tx, changed)}::text[], ${changed}::text[], ${of((c) => c.postedDebit)}::bigint[], ${of((c) => c.postedCredit)}::bigint[], ${of((c) => c.pendingDebit)}::bigint[])
        as c (tenant_id, id, posted_debit, posted_credit, pending_debit)
      where a.tenant_id = c.tenant_id and a.ledger_account_id = c.id and a.stores_balance returning a.tenant_id
    )
    select changed.tenant_id as "tenantId" from (select count(*) as found from changed) as counted left join changed on true
    where case when found = cardinality(${changed}::text[]) then changed.tenant_id is not null else refuse('An entry names an account that was never opened.') end`));
  await Promise.all([entries, balances]);
}

/** The deposit accounts that entries name, in the order in which they are locked. */
export function depositsIn(postings: readonly Posting[]): string[] {
  return depositsOf(balanceChanges(postings));
}

function depositsOf(changes: ReadonlyMap<string, Change>): string[] {
  return [...changes.keys()].filter((id) => !contraIds.has(id)).sort();
}

type Change = { postedDebit: bigint; postedCredit: bigint; pendingDebit: bigint };
const noChange: Change = { postedDebit: 0n, postedCredit: 0n, pendingDebit: 0n };

/** What each account's totals change by, if by anything. Pending credits are not counted: money on its way in cannot be spent. */
export function balanceChanges(postings: readonly Posting[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  const add = (account: string, change: Partial<Change>): void => {
    const before = changes.get(account) ?? noChange;
    changes.set(account, {
      postedDebit: before.postedDebit + (change.postedDebit ?? 0n),
      postedCredit: before.postedCredit + (change.postedCredit ?? 0n),
      pendingDebit: before.pendingDebit + (change.pendingDebit ?? 0n),
    });
  };
  for (const { kind, debitAccount, creditAccount, amountKobo } of postings) {
    if (kind === 'pending') {
      add(debitAccount, { pendingDebit: amountKobo });
      add(creditAccount, {});
    }
    if (kind === 'void') add(debitAccount, { pendingDebit: -amountKobo });
    if (kind === 'post') add(debitAccount, { pendingDebit: -amountKobo, postedDebit: amountKobo });
    if (kind === 'single') add(debitAccount, { postedDebit: amountKobo });
    if (kind === 'post' || kind === 'single') add(creditAccount, { postedCredit: amountKobo });
  }
  return changes;
}
