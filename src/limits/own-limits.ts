/** Limits of one customer or account that are lower than the policy's, set with a reason and kept as history. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { LimitSet } from './policy.ts';

export type OwnLimits = Pick<LimitSet, 'perTransferKobo' | 'perDayKobo' | 'perDayTransfers'>;

const none: OwnLimits = { perTransferKobo: null, perDayKobo: null, perDayTransfers: null };

/** The newest own limits by subject; subjects without any are left out. */
export async function readOwnLimits(tx: ReadTx, subjects: readonly string[]): Promise<Map<string, OwnLimits>> {
  const rows = await tx.rows<OwnLimits & { subject: string }>(sql`
    select distinct on (subject) subject, per_transfer_kobo as "perTransferKobo", per_day_kobo as "perDayKobo", per_day_transfers as "perDayTransfers"
    from own_limit where tenant_id = ${tx.tenantId} and subject = any(${[...subjects]}::text[])
    order by subject, limit_id desc`);
  return new Map(rows.map(({ subject, ...limits }) => [subject, limits]));
}

export async function insertOwnLimits(tx: Tx, row: OwnLimits & { limitId: string; subject: string; reason: string; actor: string }): Promise<void> {
  await tx.execute(sql`
    insert into own_limit (tenant_id, subject, limit_id, per_transfer_kobo, per_day_kobo, per_day_transfers, reason, actor, created_at)
    values (${tx.tenantId}, ${row.subject}, ${row.limitId}, ${row.perTransferKobo}, ${row.perDayKobo}, ${row.perDayTransfers}, ${row.reason}, ${row.actor}, ${tx.now})`);
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
