/**
 * The books check: recomputes what can be recomputed and compares three records of the same money, our entries, our
 * transfers and the rail's own book. Answers one line for each difference; none means that every kobo is accounted for.
 */
import type { Database, ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { RailCredit } from '#src/sandbox/rail-simulator/book.ts';

/** The other side's record: every payment the rail credited. */
export type RailCredits = { credits(): Iterable<RailCredit> };

const shown = 100;

export async function checkBooks(db: Database, rail: RailCredits | null): Promise<string[]> {
  const inside = await db.across('audit', async (tx) => [
    ...(await balances(tx)),
    ...(await holds(tx)),
    ...(await outcomes(tx)),
    ...(await events(tx)),
  ]);
  const outside = rail === null ? [] : await railBook(db, rail);
  return [...inside, ...outside];
}

/** Stored balances equal the entries; nothing is overdrawn; every resolved entry repeats what it resolves. */
async function balances(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; id: string; what: string; stored: bigint; computed: bigint }>(sql`
    with moves as (
      select tenant_id, debit_account as id, 0::numeric as credit,
        case when kind in ('single', 'post') then amount_kobo else 0 end as debit,
        case kind when 'pending' then amount_kobo when 'post' then -amount_kobo when 'void' then -amount_kobo else 0 end as pending
      from ledger_entry
      union all
      select tenant_id, credit_account, case when kind in ('single', 'post') then amount_kobo else 0 end, 0, 0 from ledger_entry
    ), sums as (
      select tenant_id, id, sum(credit)::bigint as credit, sum(debit)::bigint as debit, sum(pending)::bigint as pending from moves group by tenant_id, id
    ), compared as (
      select a.tenant_id, a.ledger_account_id as id, v.what, v.stored, v.computed
      from ledger_account a left join sums s on s.tenant_id = a.tenant_id and s.id = a.ledger_account_id
      cross join lateral (values
        ('posted credits', a.posted_credit, coalesce(s.credit, 0)),
        ('posted debits', a.posted_debit, coalesce(s.debit, 0)),
        ('held', a.pending_debit, coalesce(s.pending, 0))
      ) as v (what, stored, computed)
      where a.stores_balance
    )
    select * from compared where stored <> computed limit ${shown}`);
  const resolved = await tx.rows<{ tenant_id: string; ledger_entry_id: string }>(sql`
    select e.tenant_id, e.ledger_entry_id from ledger_entry e
    join ledger_entry p on p.tenant_id = e.tenant_id and p.ledger_entry_id = e.pending_id
    where p.kind <> 'pending' or p.amount_kobo <> e.amount_kobo or p.debit_account <> e.debit_account or p.credit_account <> e.credit_account
    limit ${shown}`);
  return [
    ...rows.map((row) => `${row.tenant_id}: account ${row.id}: ${row.what} stored ${row.stored} kobo, entries say ${row.computed}`),
    ...resolved.map((row) => `${row.tenant_id}: entry ${row.ledger_entry_id} does not repeat the hold it resolves`),
  ];
}

/** A hold stands exactly for the transfers that are confirmed and not over, with the amount of the transfer. */
async function holds(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; reference: string; state: string | null; held: bigint; due: bigint }>(sql`
    with held as (
      select p.tenant_id, p.reference, sum(p.amount_kobo)::bigint as held from ledger_entry p
      where p.kind = 'pending' and not exists (select 1 from ledger_entry r where r.tenant_id = p.tenant_id and r.pending_id = p.ledger_entry_id)
      group by p.tenant_id, p.reference
    ), due as (
      select tenant_id, transaction_id, state, amount_kobo + fee_kobo + vat_kobo + duty_kobo as due from transfer
      where state in ('AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW')
    )
    select coalesce(h.tenant_id, d.tenant_id) as tenant_id, coalesce(h.reference, d.transaction_id) as reference, d.state, coalesce(h.held, 0) as held, coalesce(d.due, 0) as due
    from held h full join due d on d.tenant_id = h.tenant_id and d.transaction_id = h.reference
    where coalesce(h.held, 0) <> coalesce(d.due, 0) limit ${shown}`);
  return rows.map((row) => `${row.tenant_id}: transfer ${row.reference} (${row.state ?? 'over or unknown'}): ${row.held} kobo held, ${row.due} should be`);
}

/** What each transfer's entries add up to is what its state says happened; inbound credits have one entry each. */
async function outcomes(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; transaction_id: string; state: string; moved: bigint; returned: bigint; due: bigint }>(sql`
    with moved as (
      select tenant_id, reference, sum(amount_kobo) filter (where kind in ('post', 'single') and code not in ('return', 'correction'))::bigint as moved,
        sum(amount_kobo) filter (where code = 'return')::bigint as returned
      from ledger_entry where kind in ('post', 'single') group by tenant_id, reference
    )
    select t.tenant_id, t.transaction_id, t.state, coalesce(m.moved, 0) as moved, coalesce(m.returned, 0) as returned,
      t.amount_kobo + t.fee_kobo + t.vat_kobo + t.duty_kobo as due
    from transfer t left join moved m on m.tenant_id = t.tenant_id and m.reference = t.transaction_id
    where coalesce(m.moved, 0) <> case when t.state in ('COMPLETED', 'RETURNED') then t.amount_kobo + t.fee_kobo + t.vat_kobo + t.duty_kobo else 0 end
      or coalesce(m.returned, 0) <> case when t.state = 'RETURNED' then t.amount_kobo + t.fee_kobo + t.vat_kobo + t.duty_kobo else 0 end
    limit ${shown}`);
  const credits = await tx.rows<{ tenant_id: string; session_id: string }>(sql`
    select c.tenant_id, c.session_id from inbound_credit c
    left join ledger_entry e on e.tenant_id = c.tenant_id and e.reference = c.session_id and e.code = 'credit' and e.credit_account = c.account_number and e.amount_kobo = c.amount_kobo
    where e.ledger_entry_id is null limit ${shown}`);
  return [
    ...rows.map((row) => `${row.tenant_id}: transfer ${row.transaction_id} is ${row.state}: ${row.moved} kobo moved and ${row.returned} came back of ${row.due}`),
    ...credits.map((row) => `${row.tenant_id}: inbound credit ${row.session_id} has no entry`),
  ];
}

/** Every final transfer told its story once. */
async function events(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; transaction_id: string; state: string }>(sql`
    select t.tenant_id, t.transaction_id, t.state from transfer t
    where t.state in ('COMPLETED', 'FAILED', 'EXPIRED', 'RETURNED') and not exists (
      select 1 from event e where e.tenant_id = t.tenant_id and e.subject = t.transaction_id
        and e.kind = case t.state when 'COMPLETED' then 'payment.success' when 'RETURNED' then 'payment.reversed' else 'payment.failed' end)
    limit ${shown}`);
  return rows.map((row) => `${row.tenant_id}: transfer ${row.transaction_id} is ${row.state}, but its event is missing`);
}

type Sent = { tenant_id: string; transaction_id: string; rail_ref: string; state: string; amount_kobo: bigint; exception: string | null };

/** Credits in the rail's book are exactly the transfers we call successful, each once and with its amount. */
async function railBook(db: Database, rail: RailCredits): Promise<string[]> {
  // Transfers move while we look: an intent is committed before its credit, a credit is written before its success. So the
  // credits found before our rows must have one, and the rows that succeeded must be among the credits found after.
  const before = [...rail.credits()];
  const sent = await db.across('audit', (tx) => tx.rows<Sent>(sql`
    select a.tenant_id, a.transaction_id, a.rail_ref, t.state, t.amount_kobo, x.kind as exception from rail_attempt a
    join transfer t on t.tenant_id = a.tenant_id and t.transaction_id = a.transaction_id
    left join rail_exception x on x.tenant_id = a.tenant_id and x.transaction_id = a.transaction_id
    where a.rail = 'simulator'`));
  const byRef = new Map(sent.map((row) => [row.rail_ref, row]));
  const differences: string[] = [];
  const credited = new Set<string>();
  for (const credit of before) {
    const transfer = byRef.get(credit.railRef);
    if (transfer === undefined) differences.push(`rail: credit ${credit.railRef} of ${credit.amountKobo} kobo belongs to no transfer`);
    else if (transfer.amount_kobo !== credit.amountKobo) differences.push(`rail: credit ${credit.railRef} is ${credit.amountKobo} kobo, transfer ${transfer.transaction_id} is ${transfer.amount_kobo}`);
    else if (transfer.state === 'FAILED' && transfer.exception !== 'success_after_failure') differences.push(`rail: transfer ${transfer.transaction_id} is FAILED here and credited there`);
    if (credited.has(credit.railRef)) differences.push(`rail: ${credit.railRef} was credited twice`);
    credited.add(credit.railRef);
  }
  for (const credit of rail.credits()) credited.add(credit.railRef);
  for (const transfer of sent) {
    const final = transfer.state === 'COMPLETED' || transfer.state === 'RETURNED';
    if (final && !credited.has(transfer.rail_ref) && transfer.exception !== 'failure_after_success') differences.push(`rail: transfer ${transfer.transaction_id} is ${transfer.state} here and was never credited there`);
  }
  return differences.slice(0, shown);
}
