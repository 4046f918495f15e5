/** A reset of a sandbox takes its endpoints with it: addresses, selections and secrets, and nothing of their deliveries. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { secretPlace } from './secrets.ts';

export type MovedEndpoint = {
  endpointId: string; url: string; kinds: string[]; customerId: string | null; accountNumber: string | null; description: string | null;
  secret: string | null; nextSecret: string | null;
  /** Of an overlap of secrets, from now. */
  nextSecretInMs: number | null;
  status: string; pausedReason: string | null; pauses: number; createdAt: Date;
};

type Row = Omit<MovedEndpoint, 'secret' | 'nextSecret' | 'nextSecretInMs'> & { secretSealed: Buffer | null; nextSecretSealed: Buffer | null; nextSecretAt: Date | null };

/** Opened with the keys of the tenant that is left, where all endpoints end. Addresses of one replay do not come along. */
export async function leaveEndpoints(tx: Tx, keys: TenantKeys): Promise<MovedEndpoint[]> {
  const rows = await tx.rows<Row>(sql`
    select endpoint_id as "endpointId", url, kinds, filter_customer_id as "customerId", filter_account_number as "accountNumber", description, secret_sealed as "secretSealed",
      next_secret_sealed as "nextSecretSealed", next_secret_at as "nextSecretAt", status, paused_reason as "pausedReason", pauses, created_at as "createdAt"
    from webhook_endpoint where tenant_id = ${tx.tenantId} and status in ('active', 'paused') order by endpoint_id`);
  await tx.execute(sql`
    update webhook_endpoint set status = 'deleted', secret_sealed = null, next_secret_sealed = null, next_secret_at = null where tenant_id = ${tx.tenantId} and status <> 'deleted'`);
  return rows.map(({ secretSealed, nextSecretSealed, nextSecretAt, ...endpoint }) => {
    const open = (sealed: Buffer | null): string | null => (sealed === null ? null : keys.open(secretPlace(endpoint.endpointId), sealed));
    // By the clock of the tenant that is left: the other one has another.
    return { ...endpoint, secret: open(secretSealed), nextSecret: open(nextSecretSealed), nextSecretInMs: nextSecretAt === null ? null : nextSecretAt.getTime() - tx.now.getTime() };
  });
}

/** Sealed with the keys of the tenant that is entered. Its health begins anew. */
export async function enterEndpoints(tx: Tx, keys: TenantKeys, endpoints: readonly MovedEndpoint[]): Promise<void> {
  for (const endpoint of endpoints) {
    const seal = (secret: string | null): Buffer | null => (secret === null ? null : keys.seal(secretPlace(endpoint.endpointId), secret));
    const nextSecretAt = endpoint.nextSecretInMs === null ? null : new Date(tx.now.getTime() + endpoint.nextSecretInMs);
    const createdAt = endpoint.createdAt > tx.now ? tx.now : endpoint.createdAt;
    await tx.execute(sql`
      insert into webhook_endpoint (tenant_id, endpoint_id, url, kinds, filter_customer_id, filter_account_number, description, secret_sealed, next_secret_sealed, next_secret_at,
        status, paused_reason, pauses, created_at, updated_at)
      values (${tx.tenantId}, ${endpoint.endpointId}, ${endpoint.url}, ${endpoint.kinds}::text[], ${endpoint.customerId}, ${endpoint.accountNumber}, ${endpoint.description},
        ${seal(endpoint.secret)}, ${seal(endpoint.nextSecret)}, ${nextSecretAt}, ${endpoint.status}, ${endpoint.pausedReason}, ${endpoint.pauses}, ${createdAt}, ${tx.now})`);
  }
}
