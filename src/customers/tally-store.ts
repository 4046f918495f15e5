/** SQL of the numbers of customers, kept in the transactions that change them. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { CustomerClass, CustomerStatus } from './store.ts';

/** What customers are counted by. */
export type Kind = { classType: CustomerClass; status: CustomerStatus; kycTier: number };

const shards = 16;

/** Counts a customer as `to`, and no longer as `from` where it was counted before; the two must differ. */
export async function tallyCustomer(tx: Tx, customerId: string, from: Kind | null, to: Kind): Promise<void> {
  const moves = [...(from === null ? [] : [{ ...from, by: -1 }]), { ...to, by: 1 }];
  const shard = Number(customerId) % shards;
  // In one order, so that two changes never wait for each other. A row that goes down is there: it went up before.
  await tx.execute(sql`
    insert into customer_tally as t (tenant_id, class_type, status, kyc_tier, shard, customers)
    select ${tx.tenantId}, m.class_type, m.status, m.kyc_tier, ${shard}::smallint, 0
    from unnest(${moves.map(({ classType }) => classType)}::text[], ${moves.map(({ status }) => status)}::text[], ${moves.map(({ kycTier }) => kycTier)}::smallint[]) as m (class_type, status, kyc_tier)
    on conflict do nothing`);
  await tx.execute(sql`
    with locked as materialized (
      select t.class_type, t.status, t.kyc_tier, m.by
      from unnest(${moves.map(({ classType }) => classType)}::text[], ${moves.map(({ status }) => status)}::text[], ${moves.map(({ kycTier }) => kycTier)}::smallint[], ${moves.map(({ by }) => by)}::int[])
        as m (class_type, status, kyc_tier, by)
      join customer_tally t on t.tenant_id = ${tx.tenantId} and t.class_type = m.class_type and t.status = m.status and t.kyc_tier = m.kyc_tier and t.shard = ${shard}::smallint
      order by t.class_type, t.status, t.kyc_tier for update of t
    )
    update customer_tally t set customers = t.customers + locked.by from locked
    where t.tenant_id = ${tx.tenantId} and t.class_type = locked.class_type and t.status = locked.status and t.kyc_tier = locked.kyc_tier and t.shard = ${shard}::smallint`);
}

/** How many customers of these kinds there are; null means any. */
export async function countCustomers(tx: ReadTx, kind: { classType: CustomerClass | null; status: CustomerStatus | null; kycTier: number | null }): Promise<number> {
  const [row] = await tx.rows<{ total: number }>(sql`
    select coalesce(sum(customers), 0)::int as total from customer_tally
    where tenant_id = ${tx.tenantId} and class_type = coalesce(${kind.classType}, class_type) and status = coalesce(${kind.status}, status) and kyc_tier = coalesce(${kind.kycTier}::smallint, kyc_tier)`);
  return row?.total ?? 0;
}
