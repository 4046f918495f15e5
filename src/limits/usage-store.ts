/** The SQL of what was used of the day's limits. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { noUsage, type Usage } from './check.ts';

type Row = { subject: string; amountKobo: bigint; transfers: number };

export async function readUsage(tx: ReadTx, subjects: readonly string[], day: string): Promise<Map<string, Usage>> {
  const rows = await tx.rows<Row>(sql`
    select subject, amount_kobo as "amountKobo", transfers from limit_usage
    where tenant_id = ${tx.tenantId} and day = ${day}::date and subject = any(${[...subjects]}::text[])`);
  return new Map(rows.map(({ subject, ...usage }) => [subject, usage]));
}

/** The same, held until the transaction ends, in subject order. The first transfer of a day makes the row it then holds. */
export async function lockUsage(tx: Tx, subjects: readonly string[], day: string): Promise<Map<string, Usage>> {
  const locked = await lockRows(tx, subjects, day);
  if (locked.size === subjects.length) return locked;
  await tx.execute(sql`
    insert into limit_usage (tenant_id, subject, day)
    select ${tx.tenantId}, subject, ${day}::date from unnest(${[...subjects].sort()}::text[]) as s (subject) on conflict do nothing`);
  return lockRows(tx, subjects, day);
}

async function lockRows(tx: Tx, subjects: readonly string[], day: string): Promise<Map<string, Usage>> {
  const rows = await tx.rows<Row>(sql`
    select subject, amount_kobo as "amountKobo", transfers from limit_usage
    where tenant_id = ${tx.tenantId} and day = ${day}::date and subject = any(${[...subjects]}::text[])
    order by subject for update`);
  return new Map(rows.map(({ subject, ...usage }) => [subject, usage]));
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
  await tx.execute(sql`
    update limit_usage u set amount_kobo = u.amount_kobo + c.amount, transfers = u.transfers + c.transfers
    from unnest(${list.map((c) => c.subject)}::text[], ${list.map((c) => c.day)}::date[], ${list.map((c) => c.amountKobo)}::bigint[], ${list.map((c) => c.transfers)}::int[]) as c (subject, day, amount, transfers)
    where u.tenant_id = ${tx.tenantId} and u.subject = any(${list.map((c) => c.subject)}::text[]) and u.subject = c.subject and u.day = c.day`);
}
