/** The SQL of what banks answered, by the minute of the tenant's clock. */
import { keptMinutes, type MinuteOfAnswers } from '#src/banks/availability.ts';
import type { ReadTx, Tx } from '#src/db/database.ts';
import { joinable, sql, tenantFor } from '#src/db/sql.ts';

export type CountedAnswers = { bankCode: string; answered: number; failed: number };

/** Adds to this minute, and drops this tenant's minutes that are past. Processes that flush at once meet in the order of bank codes. */
export async function addBankAnswers(tx: Tx, counted: readonly CountedAnswers[]): Promise<void> {
  const rows = counted.toSorted((a, b) => (a.bankCode < b.bankCode ? -1 : 1));
  await tx.execute(joinable(sql`
    insert into bank_answer as b (tenant_id, bank_code, minute, answered, failed, last_answered_at)
    select c.tenant_id, c.bank_code, date_trunc('minute', ${tx.now}::timestamptz), c.answered, c.failed, case when c.answered > 0 then ${tx.now}::timestamptz end
    from unnest(${tenantFor(tx, rows)}::text[], ${rows.map((row) => row.bankCode)}::text[], ${rows.map((row) => row.answered)}::int[], ${rows.map((row) => row.failed)}::int[]) with ordinality as c (tenant_id, bank_code, answered, failed, place)
    order by c.place
    on conflict (tenant_id, bank_code, minute) do update set answered = b.answered + excluded.answered, failed = b.failed + excluded.failed,
      last_answered_at = coalesce(excluded.last_answered_at, b.last_answered_at)
    returning tenant_id as "tenantId"`));
  await tx.execute(joinable(sql`
    with past as materialized (
      select tenant_id, bank_code, minute from bank_answer where tenant_id = any(${[tx.tenantId]}::text[]) and minute < ${pastOf(tx.now)}
      order by tenant_id, bank_code, minute for update skip locked
    )
    delete from bank_answer b using past p where b.tenant_id = p.tenant_id and b.bank_code = p.bank_code and b.minute = p.minute returning b.tenant_id as "tenantId"`));
}

/** The kept minutes of the banks asked for; of all banks when none are named. */
export async function readBankMinutes(tx: ReadTx, bankCodes: readonly string[] | null): Promise<Map<string, MinuteOfAnswers[]>> {
  const rows = await tx.rows<MinuteOfAnswers & { bankCode: string }>(sql`
    select bank_code as "bankCode", minute, answered, failed, last_answered_at as "lastAnsweredAt" from bank_answer
    where tenant_id = ${tx.tenantId} and minute >= ${pastOf(tx.now)} and (${bankCodes === null} or bank_code = any(${bankCodes === null ? [] : [...bankCodes]}::text[]))
    order by bank_code, minute limit 60000`);
  return Map.groupBy(rows, ({ bankCode }) => bankCode);
}

function pastOf(now: Date): Date {
  return new Date(now.getTime() - keptMinutes * 60_000);
}
