/** SQL of the secrets of endpoints. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import type { SealedSecrets } from './secrets.ts';

/** Of an endpoint held by `lockEndpoint`. */
export async function readSecrets(tx: ReadTx, endpointId: string): Promise<SealedSecrets> {
  return expectOne(await tx.rows<SealedSecrets>(sql`
    select endpoint_id as "endpointId", secret_sealed as "secretSealed", next_secret_sealed as "nextSecretSealed", next_secret_at as "nextSecretAt"
    from webhook_endpoint where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId}`));
}

/** Writes both secrets of an endpoint held by `lockEndpoint`. */
export async function writeSecrets(tx: Tx, { endpointId, secretSealed, nextSecretSealed, nextSecretAt }: SealedSecrets): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoint set secret_sealed = ${secretSealed}, next_secret_sealed = ${nextSecretSealed}, next_secret_at = ${nextSecretAt}, updated_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and endpoint_id = ${endpointId}`);
}

/** Forgets secrets whose time is over; the next ones have signed alone since then. */
export async function dropOldSecrets(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoint set secret_sealed = next_secret_sealed, next_secret_sealed = null, next_secret_at = null
    where tenant_id = ${tx.tenantId} and next_secret_at <= ${tx.now}`);
}
