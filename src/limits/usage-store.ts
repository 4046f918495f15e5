/** The SQL of what was used of the day's limits. */
import type { Asker, Tx } from '#src/db/database.ts';
import { idsOf, joinable, sql, tenantFor } from '#src/db/sql.ts';
import { dayOfTenant } from '#src/db/transaction-clock.ts';
import { noUsage, type Usage } from './check.ts';

type Row = { subject: string; amountKobo: bigint; transfers: number };

/** Of the day that it is by the tenant's clock. */
export async function readUsageToday(asker: Asker, subjects: readonly string[]): Promise<Map<string, Usage>> {
  return bySubject(await asker.rows<Row>(joinable(sql`
    select subject, amount_kobo as "amountKobo", transfers, tenant_id as "tenantId"
    from limit_usage join ${idsOf(asker, subjects)} on tenant_id = of_tenant and subject = of_id and day = ${dayOfTenant}`)));
}

/** Of a day, held until the transaction ends, in subject order. The first transfer of a day makes the row it then holds. */
export async function lockUsage(tx: Tx, subjects: readonly string[], day: string): Promise<Map<string, Usage>> {
  const locked = await lockRows(tx, subjects, day);
  if (locked.size === subjects.length) return locked;
  await tx.execute(joinable(sql`
    insert into limit_usage (tenant_id, subject, day)
    select of_tenant, of_id, ${day}::date from ${idsOf(tx, [...subjects].sort())} on conflict do nothing returning tenant_id as "tenantId"`));
  return lockRows(tx, subjects, day);
}

async function lockRows(tx: Tx, subjects: readonly string[], day: string): Promise<Map<string, Usage>> {
  return bySubject(await tx.rows<Row>(joinable(sql`
    select subject, amount_kobo as "amountKobo", transfers, tenant_id as "tenantId"
    from limit_usage join ${idsOf(tx, subjects)} on tenant_id = of_tenant and subject = of_id where day = ${day}::date
    order by tenant_id, subject for update of limit_usage`)));
}

function bySubject(rows: readonly Row[]): Map<string, Usage> {
  return new Map(rows.map(({ subject, amountKobo, transfers }) => [subject, { amountKobo, transfers }]));
}

export type UsageChange = { subject: string; day: string; amountKobo: bigint; transfers: number };

/** Adds to (or, with negative figures, gives back from) the day's usage. */
export async function changeUsage(tx: Tx, changes: readonly UsageChange[]): Promise<void> {
  const sums = new Map<string, UsageChange>();
  for (const change of changes) {
    const before = sums.get(`${change.subject} ${change.day}`) ?? { ...change, ...noUsage };
    sums.set(`${change.subject} ${change.day}`, { ...change, amountKobo: before.amountKobo + change.amountKobo, transfers: before.transfers + change.transfers });
  }
  const list = [...sums.values()].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  if (list.length === 0) return;
  await tx.execute(joinable(sql`
    update limit_usage u set amount_kobo = u.amount_kobo + c.amount, transfers = u.transfers + c.transfers
    from unnest(${tenantFor(tx, list)}::text[], ${list.map((c) => c.subject)}::text[], ${list.map((c) => c.day)}::date[], ${list.map((c) => c.amountKobo)}::bigint[], ${list.map((c) => c.transfers)}::int[])
      as c (tenant_id, subject, day, amount, transfers)
    where u.tenant_id = c.tenant_id and u.subject = c.subject and u.day = c.day returning u.tenant_id as "tenantId"`));
}
