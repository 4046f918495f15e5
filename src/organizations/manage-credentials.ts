/** SQL of what an organization does with its credentials itself; the secrets' hashes never leave it. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { sha256 } from '#src/lib/canonical.ts';

export type ListedCredential = {
  credentialId: string; clientId: string; name: string; scopes: string[]; networks: string[]; requestsPerSecond: number; kycPerMinute: number;
  createdAt: Date; lastUsedAt: Date | null; revokedAt: Date | null;
  /** Of a rotation: when the secret was replaced, until when the one before is taken too, and when it last was. */
  rotatedAt: Date | null; previousUntil: Date | null; previousUsedAt: Date | null;
};

const columns = sql`
  credential_id as "credentialId", client_id as "clientId", name, scopes, allowed_cidrs as networks, rate_per_second as "requestsPerSecond", kyc_per_minute as "kycPerMinute",
  created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt",
  rotated_at as "rotatedAt", case when previous_until > now() then previous_until end as "previousUntil", case when previous_until > now() then previous_used_at end as "previousUsedAt"`;

/** The newest first; those that work before those that are revoked. */
export function listCredentials(tx: ReadTx, limit: number): Promise<ListedCredential[]> {
  return tx.rows<ListedCredential>(sql`
    select ${columns} from credential where tenant_id = ${tx.tenantId} order by revoked_at is not null, credential_id desc limit ${limit}`);
}

export async function readCredential(tx: ReadTx, credentialId: string): Promise<ListedCredential | null> {
  const [row] = await tx.rows<ListedCredential>(sql`select ${columns} from credential where tenant_id = ${tx.tenantId} and credential_id = ${credentialId}`);
  return row ?? null;
}

/** The same, and nobody changes it until the transaction ends. */
export async function lockCredential(tx: Tx, credentialId: string): Promise<ListedCredential | null> {
  const [row] = await tx.rows<ListedCredential>(sql`select ${columns} from credential where tenant_id = ${tx.tenantId} and credential_id = ${credentialId} for update`);
  return row ?? null;
}

export async function countWorking(tx: ReadTx): Promise<number> {
  const [row] = await tx.rows<{ working: bigint }>(sql`select count(*) as working from credential where tenant_id = ${tx.tenantId} and revoked_at is null`);
  return Number(row?.working ?? 0n);
}

export type CredentialChange = Pick<ListedCredential, 'name' | 'scopes' | 'networks' | 'requestsPerSecond' | 'kycPerMinute'>;

export async function changeCredential(tx: Tx, credentialId: string, change: CredentialChange): Promise<void> {
  await tx.execute(sql`
    update credential set name = ${change.name}, scopes = ${change.scopes}::text[], allowed_cidrs = ${change.networks}::text[],
      rate_per_second = ${change.requestsPerSecond}, rate_burst = 2 * ${change.requestsPerSecond}::integer, kyc_per_minute = ${change.kycPerMinute}
    where tenant_id = ${tx.tenantId} and credential_id = ${credentialId} and revoked_at is null`);
}

/**
 * Replaces the secret; the one before is taken for `overlapHours` more, by the database's clock. A secret that was in its overlap already is forgotten.
 * Without an overlap the tokens end as well: who does that has lost the secret to somebody.
 */
export async function rotateSecret(tx: Tx, credentialId: string, secret: string, overlapHours: number): Promise<void> {
  await tx.execute(sql`
    update credential set secret_hash = ${sha256(secret)}, rotated_at = now(), previous_used_at = null,
      previous_secret_hash = case when ${overlapHours}::integer > 0 then secret_hash end,
      previous_until = case when ${overlapHours}::integer > 0 then now() + make_interval(hours => ${overlapHours}::integer) end
    where tenant_id = ${tx.tenantId} and credential_id = ${credentialId} and revoked_at is null`);
  if (overlapHours === 0) await tx.execute(sql`delete from access_token where tenant_id = ${tx.tenantId} and credential_id = ${credentialId}`);
}

/** False: it was not approved. Live credentials that it has work on; it makes no further ones. */
export async function withdrawLive(tx: Tx, organizationId: string): Promise<boolean> {
  return (await tx.execute(sql`update organization set live_approved_at = null where organization_id = ${organizationId} and live_approved_at is not null`)) === 1;
}

/** False: it was approved before. */
export async function approveLive(tx: Tx, organizationId: string): Promise<boolean> {
  return (await tx.execute(sql`update organization set live_approved_at = ${tx.now} where organization_id = ${organizationId} and live_approved_at is null`)) === 1;
}
