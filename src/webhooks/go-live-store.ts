/** SQL of go-live checks: one row for each endpoint that was ever checked. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type StoredCheck = { startedAt: Date; runningUntil: Date | null; report: unknown };

/** Of an endpoint held by `lockEndpoint`. */
export async function readCheck(tx: ReadTx, endpointId: string): Promise<StoredCheck | null> {
  const [row] = await tx.rows<StoredCheck>(sql`
    select started_at as "startedAt", running_until as "runningUntil", report from webhook_check where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId}`);
  return row ?? null;
}

/** The endpoint is being checked from now on. The report of the check before stays until this one's is there. */
export async function beginCheck(tx: Tx, endpointId: string, runningUntil: Date): Promise<void> {
  await tx.execute(sql`
    insert into webhook_check (tenant_id, endpoint_id, started_at, running_until) values (${tx.tenantId}, ${endpointId}, ${tx.now}, ${runningUntil})
    on conflict (tenant_id, endpoint_id) do update set started_at = excluded.started_at, running_until = excluded.running_until`);
}

export async function endCheck(tx: Tx, endpointId: string, report: object): Promise<void> {
  await tx.execute(sql`
    update webhook_check set running_until = null, report = ${JSON.stringify(report)}::jsonb where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId}`);
}
