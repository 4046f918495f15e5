/** SQL of members' passkeys, and of the challenges that they answer. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { sha256 } from '#src/lib/canonical.ts';
import type { MemberKey } from './members.ts';

export const challengeMinutes = 5;
export const mostPasskeys = 20;

export type Passkey = { passkeyId: string; name: string; createdAt: Date; lastUsedAt: Date | null };
export type PasskeyKey = MemberKey & { passkeyId: string; credentialId: string; publicKey: Buffer; counter: bigint; transports: string[] };
export type FoundPasskey = PasskeyKey & { liveTenantId: string };

/** Keeps a challenge for a few minutes; in the directory scope, since nobody may be known yet. */
export async function storeChallenge(tx: Tx, challenge: string, memberId: string | null): Promise<void> {
  await tx.execute(sql`delete from passkey_challenge where expires_at < now()`);
  await tx.execute(sql`
    insert into passkey_challenge (challenge_hash, member_id, expires_at) values (${sha256(challenge)}, ${memberId}, now() + make_interval(mins => ${challengeMinutes}))`);
}

/** False: it was never made for this member, or was answered, or is too old. */
export async function takeChallenge(tx: Tx, challenge: string, memberId: string | null): Promise<boolean> {
  return (await tx.execute(sql`
    delete from passkey_challenge where challenge_hash = ${sha256(challenge)} and member_id is not distinct from ${memberId}::text and expires_at > now()`)) === 1;
}

/** The newest last. */
export function listPasskeys(tx: ReadTx, { organizationId, memberId }: MemberKey): Promise<(Passkey & Pick<PasskeyKey, 'credentialId' | 'transports'>)[]> {
  return tx.rows(sql`
    select passkey_id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt", credential_id as "credentialId", transports
    from member_passkey where organization_id = ${organizationId} and member_id = ${memberId} order by passkey_id limit ${mostPasskeys}`);
}

/** Whose passkey this is, in the directory scope; null where nobody's, or somebody's who was removed. */
export async function findPasskey(tx: ReadTx, credentialId: string): Promise<FoundPasskey | null> {
  const [row] = await tx.rows<FoundPasskey>(sql`
    select p.organization_id as "organizationId", p.member_id as "memberId", p.passkey_id as "passkeyId", p.credential_id as "credentialId", p.public_key as "publicKey", p.counter, p.transports,
      t.tenant_id as "liveTenantId"
    from member_passkey p
    join member m on m.organization_id = p.organization_id and m.member_id = p.member_id
    join tenant t on t.organization_id = p.organization_id and t.environment = 'live'
    where p.credential_id = ${credentialId} and m.removed_at is null`);
  return row ?? null;
}

export type NewPasskey = PasskeyKey & { name: string };

/** @throws a violation of `member_passkey_by_credential` when somebody has it. */
export async function storePasskey(tx: Tx, passkey: NewPasskey): Promise<void> {
  await tx.execute(sql`
    insert into member_passkey (organization_id, passkey_id, member_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkey.organizationId}, ${passkey.passkeyId}, ${passkey.memberId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}::text[], ${passkey.name}, now())`);
}

/** Writes a use down. False: it is gone, or its counter stood still, as that of a copy would. */
export async function usePasskey(tx: Tx, { organizationId, passkeyId }: PasskeyKey, counter: bigint): Promise<boolean> {
  return (await tx.execute(sql`
    update member_passkey set counter = ${counter}, last_used_at = now()
    where organization_id = ${organizationId} and passkey_id = ${passkeyId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)) === 1;
}

/** False: the member has none such. */
export async function renamePasskey(tx: Tx, { organizationId, memberId }: MemberKey, passkeyId: string, name: string): Promise<boolean> {
  return (await tx.execute(sql`
    update member_passkey set name = ${name} where organization_id = ${organizationId} and member_id = ${memberId} and passkey_id = ${passkeyId}`)) === 1;
}

/** Takes one away, or all of them. Answers how many. */
export function removePasskeys(tx: Tx, { organizationId, memberId }: MemberKey, passkeyId: string | null): Promise<number> {
  return tx.execute(sql`
    delete from member_passkey where organization_id = ${organizationId} and member_id = ${memberId} and (${passkeyId}::text is null or passkey_id = ${passkeyId})`);
}
