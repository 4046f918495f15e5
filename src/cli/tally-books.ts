/** The tally of customers against the customers: a wrong one shows a wrong total, and leads to another page. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

const shown = 100;

/** One line for each kind and span whose customers are not as many as the tally says. */
export async function tallies(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; what: string; kept: number; counted: number }>(sql`
    with kept as (
      select tenant_id, span, since, class_type, status, kyc_tier, sum(customers) as customers from customer_tally group by 1, 2, 3, 4, 5, 6
    ), counted as (
      select tenant_id, s.span, case s.span when 'all' then '-infinity' else date_trunc(s.span, created_at at time zone 'UTC')::date end as since, class_type, status, kyc_tier, count(*) as customers
      from customer cross join (values ('all'), ('month'), ('day')) as s (span) group by 1, 2, 3, 4, 5, 6
    )
    select tenant_id, concat_ws(' ', class_type, status, 'tier', kyc_tier, span, since) as what, coalesce(k.customers, 0)::int as kept, coalesce(c.customers, 0)::int as counted
    from kept k full join counted c using (tenant_id, span, since, class_type, status, kyc_tier)
    where coalesce(k.customers, 0) <> coalesce(c.customers, 0) limit ${shown}`);
  return rows.map((row) => `${row.tenant_id}: the tally of customers says ${row.kept} of ${row.what}, there are ${row.counted}`);
}
