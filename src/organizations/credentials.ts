/** API credentials: a client identifier and a secret that is shown once and kept as a hash. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { sha256 } from '#src/lib/canonical.ts';

export type NewCredential = { credentialId: string; clientId: string; clientSecret: string; name: string; scopes: readonly string[]; /** Networks it may be used from; all when left out. */ allowedCidrs?: readonly string[] };

/** Stores a credential of the transaction's tenant. The secret has 256 random bits, so a plain hash keeps it (ASVS 6.5.2). */
export async function storeCredential(tx: Tx, credential: NewCredential): Promise<void> {
  await tx.execute(sql`
    insert into credential (tenant_id, credential_id, client_id, secret_hash, name, scopes, allowed_cidrs, created_at)
    values (${tx.tenantId}, ${credential.credentialId}, ${credential.clientId}, ${sha256(credential.clientSecret)}, ${credential.name}, ${[...credential.scopes]}::text[],
      ${[...(credential.allowedCidrs ?? [])]}::text[], ${tx.now})`);
}

/** Ends a credential; its tokens stop within a second on every node. Answers false when there was nothing to end. */
export async function revokeCredential(tx: Tx, credentialId: string): Promise<boolean> {
  const revoked = await tx.execute(sql`
    update credential set revoked_at = ${tx.now}
    where tenant_id = ${tx.tenantId} and credential_id = ${credentialId} and revoked_at is null`);
  return revoked === 1;
}

export type CredentialRow = {
  tenant_id: string;
  credential_id: string;
  organization_id: string;
  environment: 'sandbox' | 'live';
  secret_hash: Buffer;
  /** The secret before a rotation, while its overlap lasts, and for how many seconds more. */
  previous_secret_hash: Buffer | null;
  previous_seconds_left: number;
  scopes: string[];
  allowed_cidrs: string[];
  rate_per_second: number;
  rate_burst: number;
  kyc_per_minute: number;
  revoked_at: Date | null;
};

const previousSecret = sql`
      case when c.previous_until > now() then c.previous_secret_hash end as previous_secret_hash,
      greatest(0, floor(extract(epoch from c.previous_until - now())))::integer as previous_seconds_left`;

/** Credentials with this client identifier, in the directory scope, none of a retired tenant; more than one only if two tenants drew the same 24 characters. */
export function findCredentials(tx: ReadTx, clientId: string): Promise<CredentialRow[]> {
  return tx.rows<CredentialRow>(sql`
    select c.tenant_id, c.credential_id, t.organization_id, t.environment, c.secret_hash, c.scopes, c.allowed_cidrs, ${previousSecret},
      c.rate_per_second, c.rate_burst, c.kyc_per_minute, c.revoked_at
    from credential c join tenant t on t.tenant_id = c.tenant_id and t.retired_at is null
    where c.client_id = ${clientId} limit 10`);
}

export type TokenRow = CredentialRow & { expires_at: Date; now: Date };

/** The token with this hash and its credential, in the directory scope. Tokens live by the database's own clock. */
export function findToken(tx: ReadTx, tokenHash: Buffer): Promise<TokenRow[]> {
  return tx.rows<TokenRow>(sql`
    select c.tenant_id, c.credential_id, t.organization_id, t.environment, c.secret_hash, c.scopes, c.allowed_cidrs, ${previousSecret},
      c.rate_per_second, c.rate_burst, c.kyc_per_minute, c.revoked_at, a.expires_at, now() as now
    from access_token a
    join credential c on c.tenant_id = a.tenant_id and c.credential_id = a.credential_id
    join tenant t on t.tenant_id = c.tenant_id and t.retired_at is null
    where a.token_hash = ${tokenHash} limit 1`);
}

/** False: a reset has set the sandbox aside meanwhile, and the credential is another tenant's now. */
export async function storeToken(tx: Tx, token: { tokenHash: Buffer; credentialId: string; lifeSeconds: number; byPreviousSecret?: boolean }): Promise<boolean> {
  // A reset takes the tokens with it: none is written behind it.
  const stored = await tx.execute(sql`
    insert into access_token (tenant_id, token_hash, credential_id, expires_at, created_at)
    select ${tx.tenantId}, ${token.tokenHash}, ${token.credentialId}, now() + make_interval(secs => ${token.lifeSeconds}), now()
    from tenant where tenant_id = ${tx.tenantId} and retired_at is null for share`);
  if (stored === 0) return false;
  await tx.execute(sql`
    update credential set last_used_at = now(), previous_used_at = case when ${token.byPreviousSecret === true} then now() else previous_used_at end where tenant_id = ${tx.tenantId} and credential_id = ${token.credentialId}`);
  // Kept for a day after their end, so that an old token is called expired and not unknown.
  await tx.execute(sql`
    delete from access_token where tenant_id = ${tx.tenantId} and expires_at < now() - interval '1 day'`);
  return true;
}
