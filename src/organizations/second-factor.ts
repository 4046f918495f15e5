/** A member's second factor: the authenticator app's secret, sealed under the live tenant's key, and recovery codes, hashed. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { sha256 } from '#src/lib/canonical.ts';
import { matchTotp } from '#src/lib/totp.ts';
import type { Place, TenantKeys } from './keyring.ts';
import type { MemberKey, ProvableMember } from './members.ts';

const place = (memberId: string): Place => ({ table: 'member', column: 'totp_sealed', row: memberId });

/** Keeps a secret that waits for its first code; the one in use stays until then. */
export async function storePendingSecret(tx: Tx, keys: TenantKeys, { organizationId, memberId }: MemberKey, secret: Uint8Array): Promise<void> {
  const sealed = keys.seal(place(memberId), Buffer.from(secret).toString('base64'));
  await tx.execute(sql`update member set totp_pending_sealed = ${sealed} where organization_id = ${organizationId} and member_id = ${memberId}`);
}

/** Is this a code of the secret, not used before? Then it is used now. Call it with the member locked. */
export async function takeTotp(tx: Tx, keys: TenantKeys, member: ProvableMember, code: string, which: 'in use' | 'pending' = 'in use'): Promise<boolean> {
  const sealed = which === 'pending' ? member.totpPendingSealed : member.totpSealed;
  if (sealed === null) return false;
  const secret = Buffer.from(keys.open(place(member.memberId), sealed), 'base64');
  // The steps of another secret are other codes.
  const lastStep = which === 'pending' ? 0n : member.totpLastStep;
  const step = matchTotp(secret, code, tx.now, lastStep);
  if (step === null) return false;
  await tx.execute(sql`
    update member set totp_last_step = ${step} where organization_id = ${member.organizationId} and member_id = ${member.memberId}`);
  return true;
}

/** The pending secret becomes the one in use. */
export async function adoptPendingSecret(tx: Tx, { organizationId, memberId }: MemberKey): Promise<void> {
  await tx.execute(sql`
    update member set totp_sealed = totp_pending_sealed, totp_pending_sealed = null
    where organization_id = ${organizationId} and member_id = ${memberId} and totp_pending_sealed is not null`);
}

/** Takes secret and recovery codes away. */
export async function removeSecondFactor(tx: Tx, { organizationId, memberId }: MemberKey): Promise<void> {
  await tx.execute(sql`
    update member set totp_sealed = null, totp_pending_sealed = null, totp_last_step = 0 where organization_id = ${organizationId} and member_id = ${memberId}`);
  await tx.execute(sql`delete from member_recovery_code where organization_id = ${organizationId} and member_id = ${memberId}`);
}

/** Replaces all recovery codes. Each has 80 random bits, so a plain hash keeps it. */
export async function storeRecoveryCodes(tx: Tx, { organizationId, memberId }: MemberKey, codes: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from member_recovery_code where organization_id = ${organizationId} and member_id = ${memberId}`);
  await tx.execute(sql`
    insert into member_recovery_code (organization_id, member_id, code_hash, created_at)
    select ${organizationId}, ${memberId}, code_hash, ${tx.now}::timestamptz from unnest(${codes.map(recoveryHash)}::bytea[]) as c (code_hash)`);
}

/** Uses a recovery code up. False: there is none such, or it was used. */
export async function takeRecoveryCode(tx: Tx, { organizationId, memberId }: MemberKey, code: string): Promise<boolean> {
  return (await tx.execute(sql`
    update member_recovery_code set used_at = ${tx.now}
    where organization_id = ${organizationId} and member_id = ${memberId} and code_hash = ${recoveryHash(code)} and used_at is null`)) === 1;
}

export async function countRecoveryCodes(tx: ReadTx, { organizationId, memberId }: MemberKey): Promise<number> {
  const [row] = await tx.rows<{ left: bigint }>(sql`
    select count(*) as left from member_recovery_code where organization_id = ${organizationId} and member_id = ${memberId} and used_at is null`);
  return Number(row?.left ?? 0n);
}

/** As people type it: hyphens, spaces and case do not count. */
function recoveryHash(code: string): Buffer {
  return sha256(code.replaceAll(/[\s-]/g, '').toUpperCase());
}
