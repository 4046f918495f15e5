/**
 * The books check: recomputes what can be recomputed and compares three records of the same money, our entries, our
 * transfers and the rail's own book. Answers one line for each difference; none means that every kobo is accounted for.
 */
import type { Database, ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { RailCredit } from '#src/sandbox/rail-simulator/book.ts';
import { batches } from './batch-books.ts';
import { marks } from './mark-books.ts';
import { tallies } from './tally-books.ts';

/** The other side's record: every payment the rail credited. */
export type RailCredits = { credits(): Iterable<RailCredit> };

const shown = 100;

export async function checkBooks(db: Database, rail: RailCredits | null): Promise<string[]> {
  const inside = await db.across('audit', async (tx) => {
    // Row-level security hides from the planner that these are whole tables: it expects few rows and sorts and loops over
    // millions on the disk. Hashing them in memory is three times as fast (measured on a million transfers).
    await tx.execute(sql`set local work_mem = '128MB'`);
    await tx.execute(sql`set local enable_sort = off`);
    await tx.execute(sql`set local enable_nestloop = off`);
    return [...(await sandboxes(tx)), ...(await balances(tx)), ...(await entries(tx)), ...(await events(tx)), ...(await usage(tx)), ...(await batches(tx)), ...(await marks(tx)), ...(await tallies(tx))];
  });
  const outside = rail === null ? [] : await railBook(db, rail);
  return [...inside, ...outside];
}

/** A reset leaves an organization with one sandbox that is not retired, and no index says so. */
async function sandboxes(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ id: string; inUse: number }>(sql`
    select organization_id as id, count(*) filter (where retired_at is null)::int as "inUse" from tenant where environment = 'sandbox'
    group by organization_id having count(*) filter (where retired_at is null) <> 1 order by 1 limit ${shown}`);
  return rows.map(({ id, inUse }) => `organization ${id} has ${inUse} sandboxes in use instead of one`);
}

/** Stored balances equal the entries, stored liens the liens, and entries name accounts that were opened. That nothing is overdrawn is the table's own rule. */
async function balances(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; id: string; what: string; stored: bigint; computed: bigint }>(sql`
    with pairs as materialized (
      -- One pass over the entries; what follows is as small as there are pairs of accounts.
      select tenant_id, debit_account, credit_account, coalesce(sum(amount_kobo) filter (where kind in ('single', 'post')), 0) as moved,
        sum(case kind when 'pending' then amount_kobo when 'single' then 0 else -amount_kobo end) as pending
      from ledger_entry group by tenant_id, debit_account, credit_account
    ), sums as (
      select tenant_id, id, sum(credit)::bigint as credit, sum(debit)::bigint as debit, sum(pending)::bigint as pending from (
        select tenant_id, debit_account as id, 0 as credit, moved as debit, pending from pairs
        union all
        select tenant_id, credit_account, moved, 0, 0 from pairs
      ) as sides group by tenant_id, id
    ), compared as (
      select a.tenant_id, a.ledger_account_id as id, v.what, v.stored, v.computed
      from ledger_account a left join sums s on s.tenant_id = a.tenant_id and s.id = a.ledger_account_id
      left join (select tenant_id, account_number, sum(amount_kobo) as kobo from lien where released_at is null group by tenant_id, account_number) l
        on l.tenant_id = a.tenant_id and l.account_number = a.ledger_account_id
      cross join lateral (values
        ('posted credits', a.posted_credit, coalesce(s.credit, 0)),
        ('posted debits', a.posted_debit, coalesce(s.debit, 0)),
        ('held', a.pending_debit, coalesce(s.pending, 0)),
        ('liens', a.lien_kobo, coalesce(l.kobo, 0))
      ) as v (what, stored, computed)
      where a.stores_balance
      union all
      -- No foreign key says that an account was opened (migration 60).
      select s.tenant_id, s.id, 'unknown', 0, 1 from sums s
      where not exists (select 1 from ledger_account a where a.tenant_id = s.tenant_id and a.ledger_account_id = s.id)
    )
    select * from compared where stored <> computed limit ${shown}`);
  return rows.map((row) => row.what === 'unknown' ? `${row.tenant_id}: entries name account ${row.id}, which was never opened` : `${row.tenant_id}: account ${row.id}: ${row.what} stored ${row.stored} kobo, ${row.what === 'liens' ? 'the liens' : 'entries'} say ${row.computed}`);
}

/**
 * Every entry belongs to a transfer or an inbound credit, and what each of these held, moved, got back and corrected is
 * what its state says, from and to the accounts it names. One pass over the entries.
 */
async function entries(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<Owed & { due_held: bigint; due_moved: bigint; due_back: bigint; due_corrected: bigint }>(sql`
    with told as (
      select tenant_id, reference,
        coalesce(sum(case kind when 'pending' then amount_kobo when 'single' then 0 else -amount_kobo end), 0)::bigint as held,
        coalesce(sum(amount_kobo) filter (where kind in ('post', 'single') and code not in ('return', 'correction')), 0)::bigint as moved,
        coalesce(sum(amount_kobo) filter (where code = 'return'), 0)::bigint as back,
        coalesce(sum(amount_kobo) filter (where code = 'correction'), 0)::bigint as corrected,
        count(*) filter (where code = 'credit') as credits,
        -- Nothing is left where each hold and the entry that resolves it name the same hold, accounts and amount.
        coalesce(bit_xor(hashtextextended(coalesce(pending_id, ledger_entry_id), hashtextextended(debit_account, hashtextextended(credit_account, amount_kobo)))) filter (where kind <> 'single'), 0) as unmatched,
        min(debit_account) filter (where code in ('transfer', 'fee', 'vat', 'duty')) as first_payer,
        max(debit_account) filter (where code in ('transfer', 'fee', 'vat', 'duty')) as last_payer,
        max(credit_account) filter (where code in ('transfer', 'credit')) as payee,
        max(credit_account) filter (where code = 'return') as given_back_to
      from ledger_entry group by tenant_id, reference
    ), owed as (
      select t.tenant_id, t.transaction_id as reference, t.state, false as is_credit, t.amount_kobo, t.amount_kobo + t.fee_kobo + t.vat_kobo + t.duty_kobo as due,
        t.source_account_number as payer, t.customer_id, case when t.on_us then t.beneficiary_account_number else 'rail_clearing' end as payee, coalesce(x.kinds, 0) as exceptions
      from transfer t left join (select tenant_id, transaction_id, count(*) + count(*) filter (where recovered) as kinds from rail_exception group by tenant_id, transaction_id) x
        on x.tenant_id = t.tenant_id and x.transaction_id = t.transaction_id
      union all
      select c.tenant_id, c.session_id, 'a credit', true, c.amount_kobo, c.amount_kobo, null, null, coalesce(a.settles_to, c.account_number), 0
      from inbound_credit c join account a on a.tenant_id = c.tenant_id and a.account_number = c.account_number
    ), compared as (
      select coalesce(o.tenant_id, t.tenant_id) as tenant_id, coalesce(o.reference, t.reference) as reference, o.state,
        coalesce(t.held, 0) as held, case when o.state in ('AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW') then o.due else 0 end as due_held,
        coalesce(t.moved, 0) as moved, case when o.is_credit or o.state in ('COMPLETED', 'RETURNED') then o.due else 0 end as due_moved,
        coalesce(t.back, 0) as back, case when o.state = 'RETURNED' then o.due else 0 end as due_back,
        coalesce(t.corrected, 0) as corrected, coalesce(o.amount_kobo * o.exceptions, 0) as due_corrected,
        (o.is_credit and t.credits <> 1) or t.first_payer <> o.payer or t.last_payer <> o.payer or t.payee <> o.payee or (t.given_back_to <> o.payer
            -- What came back after the payer was erased lies unclaimed.
            and not (t.given_back_to = 'unclaimed_returns' and exists (select 1 from customer c where c.tenant_id = o.tenant_id and c.customer_id = o.customer_id and c.erased_at is not null)))
          or (t.held = 0 and t.unmatched <> 0) as misdirected
      from told t full join owed o on o.tenant_id = t.tenant_id and o.reference = t.reference
    )
    select * from compared
    where state is null or held <> due_held or moved <> due_moved or back <> due_back or corrected <> due_corrected or misdirected
    limit ${shown}`);
  return rows.map((row) => {
    const { tenant_id: tenantId, reference, state } = row;
    if (state === null) return `${tenantId}: entries of ${reference} belong to no transfer and to no inbound credit`;
    const amounts = ([['held', row.held, row.due_held], ['moved', row.moved, row.due_moved], ['given back', row.back, row.due_back], ['corrected', row.corrected, row.due_corrected]] as const)
      .filter(([, is, due]) => is !== due).map(([what, is, due]) => `${is} kobo ${what}, ${due} should be`);
    return `${tenantId}: ${reference} is ${state}: ${amounts.length > 0 ? amounts.join('; ') : 'its entries do not match it or each other'}`;
  });
}

type Owed = { tenant_id: string; reference: string; state: string | null; held: bigint; moved: bigint; back: bigint; corrected: bigint; misdirected: boolean | null };

/** Every final transfer told its story once, and no other one. */
async function events(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; reference: string; state: string | null; told: string }>(sql`
    with told as (
      select tenant_id, subject, string_agg(kind, ', ' order by kind) as kinds from event
      where kind in ('payment.success', 'payment.failed', 'payment.reversed') group by tenant_id, subject
    )
    select coalesce(t.tenant_id, e.tenant_id) as tenant_id, coalesce(t.transaction_id, e.subject) as reference, t.state, coalesce(e.kinds, 'nothing') as told
    from transfer t full join told e on e.tenant_id = t.tenant_id and e.subject = t.transaction_id
    where coalesce(e.kinds, '') <> case when t.state = 'COMPLETED' then 'payment.success' when t.state = 'RETURNED' then 'payment.reversed, payment.success'
      when t.state in ('FAILED', 'EXPIRED', 'CANCELLED') then 'payment.failed' else '' end
    limit ${shown}`);
  return rows.map((row) => `${row.tenant_id}: transfer ${row.reference} is ${row.state ?? 'unknown'}, its events told ${row.told}`);
}

/** What a day counts against its limits is what was confirmed on it and did not fail. */
async function usage(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; subject: string; day: string; counted: bigint; due: bigint }>(sql`
    with confirmed as (
      select t.tenant_id, s.subject, (t.authorised_at at time zone 'Africa/Lagos')::date as day, sum(t.amount_kobo)::bigint as due, count(*) as transfers
      from transfer t cross join lateral (values ('account:' || t.source_account_number), ('customer:' || t.customer_id)) as s (subject)
      where s.subject is not null and t.state in ('AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW', 'COMPLETED', 'RETURNED')
      group by t.tenant_id, s.subject, day
    )
    select coalesce(u.tenant_id, c.tenant_id) as tenant_id, coalesce(u.subject, c.subject) as subject, coalesce(u.day, c.day) as day, coalesce(u.amount_kobo, 0) as counted, coalesce(c.due, 0) as due
    from limit_usage u full join confirmed c on c.tenant_id = u.tenant_id and c.subject = u.subject and c.day = u.day
    where coalesce(u.amount_kobo, 0) <> coalesce(c.due, 0) or coalesce(u.transfers, 0) <> coalesce(c.transfers, 0) limit ${shown}`);
  return rows.map((row) => `${row.tenant_id}: ${row.subject} on ${row.day}: ${row.counted} kobo counted against the limits, ${row.due} were confirmed`);
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
