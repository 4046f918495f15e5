/** SQL of the numbers of customers, kept in the transactions that change them: of all, and by the month and the day (UTC) of their creation. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { CustomerClass, CustomerStatus } from './store.ts';

/** What customers are counted by. */
export type Kind = { classType: CustomerClass; status: CustomerStatus; kycTier: number };

/** Null means any. */
export type SomeKind = { classType: CustomerClass | null; status: CustomerStatus | null; kycTier: number | null };

const shards = 16;

/** Counts a customer as `to`, and no longer as `from` where it was counted before; the two must differ. */
export async function tallyCustomer(tx: Tx, { customerId, createdAt }: { customerId: string; createdAt: Date }, from: Kind | null, to: Kind): Promise<void> {
  const moves = [...(from === null ? [] : [{ ...from, by: -1 }]), { ...to, by: 1 }].flatMap((move) => spansOf(createdAt).map((span) => ({ ...move, ...span })));
  const shard = Number(customerId) % shards;
  const moved = sql`unnest(
    ${moves.map(({ span }) => span)}::text[], ${moves.map(({ since }) => since)}::date[], ${moves.map(({ classType }) => classType)}::text[], ${moves.map(({ status }) => status)}::text[],
    ${moves.map(({ kycTier }) => kycTier)}::smallint[], ${moves.map(({ by }) => by)}::int[]) as m (span, since, class_type, status, kyc_tier, by)`;
  // In one order, so that two changes never wait for each other. A row that goes down is there: it went up before.
  await tx.execute(sql`
    insert into customer_tally as t (tenant_id, span, since, class_type, status, kyc_tier, shard, customers)
    select ${tx.tenantId}, m.span, m.since, m.class_type, m.status, m.kyc_tier, ${shard}::smallint, 0
    from ${moved} order by m.span, m.since, m.class_type, m.status, m.kyc_tier
    on conflict do nothing`);
  await tx.execute(sql`
    with locked as materialized (
      select t.span, t.since, t.class_type, t.status, t.kyc_tier, m.by from ${moved}
      join customer_tally t on t.tenant_id = ${tx.tenantId} and (t.span, t.since, t.class_type, t.status, t.kyc_tier) = (m.span, m.since, m.class_type, m.status, m.kyc_tier) and t.shard = ${shard}::smallint
      order by t.span, t.since, t.class_type, t.status, t.kyc_tier for update of t
    )
    update customer_tally t set customers = t.customers + locked.by from locked
    where t.tenant_id = ${tx.tenantId} and (t.span, t.since, t.class_type, t.status, t.kyc_tier) = (locked.span, locked.since, locked.class_type, locked.status, locked.kyc_tier) and t.shard = ${shard}::smallint`);
}

/** Where a customer of this time is counted. */
function spansOf(createdAt: Date): { span: string; since: string }[] {
  const day = isoMillis(createdAt).slice(0, 10);
  return [{ span: 'all', since: '-infinity' }, { span: 'month', since: `${day.slice(0, 7)}-01` }, { span: 'day', since: day }];
}

/** How many customers of these kinds there are. */
export async function countCustomers(tx: ReadTx, kind: SomeKind): Promise<number> {
  const [row] = await tx.rows<{ total: number }>(sql`
    select coalesce(sum(customers), 0)::int as total from customer_tally where tenant_id = ${tx.tenantId} and span = 'all' ${isKind(kind)}`);
  return row?.total ?? 0;
}

/** A day on which customers of a kind were created: from its beginning to before its end, how many they are, and how many are younger. */
export type Day = { from: Date; to: Date; customers: number; younger: number };

/** The day of the customer of these kinds that so many younger ones stand before; null where there are not so many. */
export async function findDay(tx: ReadTx, kind: SomeKind, place: number): Promise<Day | null> {
  const [month] = await tx.rows<Counted>(holding(place, 0, sql`select since, sum(customers) as customers from customer_tally where tenant_id = ${tx.tenantId} and span = 'month' ${isKind(kind)} group by since`));
  if (month === undefined) return null;
  const [day] = await tx.rows<Counted>(holding(place, month.younger, sql`
    select since, sum(customers) as customers from customer_tally
    where tenant_id = ${tx.tenantId} and span = 'day' and since >= ${month.since}::date and since < ${month.since}::date + interval '1 month' ${isKind(kind)} group by since`));
  if (day === undefined) return null;
  const from = new Date(`${day.since}T00:00:00Z`);
  return { from, to: new Date(from.getTime() + 86_400_000), customers: day.customers, younger: day.younger };
}

type Counted = { since: string; customers: number; younger: number };

/** Of these spans the one that holds the place, where so many customers are younger than all of them. */
function holding(place: number, younger: number, spans: Sql): Sql {
  return sql`
    select since::text as since, customers::int as customers, younger::int as younger
    from (select since, customers, ${younger}::int + sum(customers) over (order by since desc) - customers as younger from (${spans}) as spans) as ranked
    where younger <= ${place}::int and younger + customers > ${place}::int`;
}

/** Conditions on the tally's kind; only what is asked for. */
function isKind({ classType, status, kycTier }: SomeKind): Sql {
  return sql`${classType === null ? sql`` : sql`and class_type = ${classType}`} ${status === null ? sql`` : sql`and status = ${status}`} ${kycTier === null ? sql`` : sql`and kyc_tier = ${kycTier}::smallint`}`;
}
