/** SQL of legal holds. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type Hold = { holdId: string; customerId: string; reason: string; placedBy: string; placedAt: Date };

const columns = sql`hold_id as "holdId", customer_id as "customerId", reason, placed_by as "placedBy", placed_at as "placedAt"`;

export async function insertHold(tx: Tx, { holdId, customerId, reason, placedBy }: Omit<Hold, 'placedAt'>): Promise<void> {
  await tx.execute(sql`
    insert into legal_hold (tenant_id, hold_id, customer_id, reason, placed_by, placed_at) values (${tx.tenantId}, ${holdId}, ${customerId}, ${reason}, ${placedBy}, ${tx.now})`);
}

/** Ends a hold that is in force; the customerId, or undefined where there is none such. */
export async function endHold(tx: Tx, { holdId, reason, liftedBy }: { holdId: string; reason: string; liftedBy: string }): Promise<string | undefined> {
  const [row] = await tx.rows<{ customerId: string }>(sql`
    update legal_hold set lifted_by = ${liftedBy}, lift_reason = ${reason}, lifted_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and hold_id = ${holdId} and lifted_at is null returning customer_id as "customerId"`);
  return row?.customerId;
}

/** What is in force for a customer, the oldest first; at most so many. */
export function holdsOn(tx: ReadTx, customerId: string, limit: number): Promise<Hold[]> {
  return tx.rows<Hold>(sql`
    select ${columns} from legal_hold where tenant_id = ${tx.tenantId} and customer_id = ${customerId} and lifted_at is null order by placed_at, hold_id limit ${limit}`);
}

/** What is in force in the tenant, the oldest first; at most so many. */
export function holdsInForce(tx: ReadTx, limit: number): Promise<Hold[]> {
  return tx.rows<Hold>(sql`select ${columns} from legal_hold where tenant_id = ${tx.tenantId} and lifted_at is null order by placed_at, hold_id limit ${limit}`);
}
