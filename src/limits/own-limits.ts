/** Limits of one customer or account that are lower than the policy's, set with a reason and kept as history. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { idsOf, joinable, sql } from '#src/db/sql.ts';
import type { LimitSet } from './policy.ts';

export type OwnLimits = Pick<LimitSet, 'perTransferKobo' | 'perDayKobo' | 'perDayTransfers'>;

const none: OwnLimits = { perTransferKobo: null, perDayKobo: null, perDayTransfers: null };

/** The newest own limits by subject; subjects without any are left out. */
export async function readOwnLimits(tx: Asker, subjects: readonly string[]): Promise<Map<string, OwnLimits>> {
  const rows = await tx.rows<OwnLimits & { subject: string }>(joinable(sql`
    select distinct on (tenant_id, subject) subject, per_transfer_kobo as "perTransferKobo", per_day_kobo as "perDayKobo", per_day_transfers as "perDayTransfers", tenant_id as "tenantId"
    from own_limit join ${idsOf(tx, subjects)} on tenant_id = of_tenant and subject = of_id
    order by tenant_id, subject, limit_id desc`));
  return new Map(rows.map(({ subject, perTransferKobo, perDayKobo, perDayTransfers }) => [subject, { perTransferKobo, perDayKobo, perDayTransfers }]));
}

export type SetLimits = OwnLimits & { reason: string; actor: string; at: Date };

/** The newest own limits of one subject with why, by whom and when; null: none were ever set. */
export async function lastOwnLimits(tx: ReadTx, subject: string): Promise<SetLimits | null> {
  const [row] = await tx.rows<SetLimits>(sql`
    select per_transfer_kobo as "perTransferKobo", per_day_kobo as "perDayKobo", per_day_transfers as "perDayTransfers", reason, actor, created_at as at
    from own_limit where tenant_id = ${tx.tenantId} and subject = ${subject} order by limit_id desc limit 1`);
  return row ?? null;
}

export async function insertOwnLimits(tx: Tx, row: OwnLimits & { limitId: string; subject: string; reason: string; actor: string }): Promise<void> {
  await tx.execute(sql`
    insert into own_limit (tenant_id, subject, limit_id, per_transfer_kobo, per_day_kobo, per_day_transfers, reason, actor, created_at)
    values (${tx.tenantId}, ${row.subject}, ${row.limitId}, ${row.perTransferKobo}, ${row.perDayKobo}, ${row.perDayTransfers}, ${row.reason}, ${row.actor}, ${tx.now})`);
}

export type SetLimit = OwnLimits & { tenantId: string; subject: string; reason: string; createdAt: Date };

/** The own limits in force of all tenants, the latest first. Reads in the scope `audit`. */
export function listOwnLimits(tx: ReadTx, limit: number): Promise<SetLimit[]> {
  return tx.rows<SetLimit>(sql`
    select * from (
      select distinct on (tenant_id, subject) tenant_id as "tenantId", subject, per_transfer_kobo as "perTransferKobo", per_day_kobo as "perDayKobo", per_day_transfers as "perDayTransfers", reason, created_at as "createdAt"
      from own_limit order by tenant_id, subject, limit_id desc) newest
    where "perTransferKobo" is not null or "perDayKobo" is not null or "perDayTransfers" is not null order by "createdAt" desc, "tenantId", subject limit ${limit}`);
}

/** The stricter of two, limit by limit: own limits can only lower what the policy allows. */
export function stricter(policy: LimitSet, own: OwnLimits = none): LimitSet {
  const lower = <Value extends bigint | number>(a: Value | null, b: Value | null): Value | null => (a === null ? b : b === null || a < b ? a : b);
  return {
    ...policy,
    perTransferKobo: lower(policy.perTransferKobo, own.perTransferKobo),
    perDayKobo: lower(policy.perDayKobo, own.perDayKobo),
    perDayTransfers: lower(policy.perDayTransfers, own.perDayTransfers),
  };
}
