/** Members: people of an organization, who sign in to the dashboard and decide with the operator's commands. */
import type { Database, ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Ids } from '#src/lib/ids.ts';
import { hashPassword, longestPassword, verifyPassword } from './passwords.ts';

export const memberRoles = ['owner', 'admin', 'developer', 'operations', 'compliance', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];
export type Member = { organizationId: string; memberId: string; email: string; role: MemberRole };

/** A member with what they prove themselves by. */
export type ProvableMember = Member & {
  name: string | null;
  liveTenantId: string;
  passwordHash: string;
  totpSealed: Buffer | null;
  totpPendingSealed: Buffer | null;
  totpLastStep: bigint;
};

const provable = sql`
  select m.organization_id as "organizationId", m.member_id as "memberId", m.email, m.role, m.name, t.tenant_id as "liveTenantId", m.password_hash as "passwordHash",
    m.totp_sealed as "totpSealed", m.totp_pending_sealed as "totpPendingSealed", m.totp_last_step as "totpLastStep"
  from member m join tenant t on t.organization_id = m.organization_id and t.environment = 'live'
  where m.removed_at is null`;

/** So many members may have one address: each is a hash at every sign-in. A wrong password costs as many, however many there are: how long the answer takes tells nobody whether there is one. */
export const mostWithOneAddress = 8;

/**
 * The member with this e-mail address and password, or null. Nobody can prove here that an address is theirs, so it is a name and no identity: members of several
 * organizations may have the same one, and are told apart by their passwords (`refuseKnownPassword` in the dashboard keeps these apart). The newest is judged first.
 */
export async function findMember(db: Database, email: string, password: string): Promise<ProvableMember | null> {
  return (await judgePassword(db, email, password)).found;
}

/** The same, with all members who have the address. */
export async function judgePassword(db: Database, email: string, password: string): Promise<{ found: ProvableMember | null; members: ProvableMember[] }> {
  const members = await findMembersByEmail(db, email);
  for (const member of members) {
    if (await verifyPassword(password, member.passwordHash)) return { found: member, members };
  }
  for (let judged = members.length; judged < mostWithOneAddress; judged += 1) await hashPassword(password.slice(0, longestPassword));
  return { found: null, members };
}

/** Members of any organization with this address, the newest first. */
export function findMembersByEmail(db: Database, email: string): Promise<ProvableMember[]> {
  return db.across('directory', (tx) => tx.rows<ProvableMember>(sql`${provable} and lower(m.email) = lower(${email}) order by m.created_at desc, m.member_id desc`));
}

/** The same in a transaction, and nobody else takes the address, or another password with it, until that ends. After rows are locked, not before. */
export async function lockAddress(tx: Tx, email: string): Promise<Pick<ProvableMember, 'memberId' | 'passwordHash'>[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('member address ' || lower(${email}), 0))`);
  // A statement of its own: what the lock waited for is committed before this one looks.
  return tx.rows(sql`select member_id as "memberId", password_hash as "passwordHash" from member where lower(email) = lower(${email}) and removed_at is null order by created_at, member_id`);
}

export type MemberKey = { organizationId: string; memberId: string };

/** In the organization's live tenant, or the directory scope; null: removed. */
export async function readMember(tx: ReadTx, { organizationId, memberId }: MemberKey): Promise<ProvableMember | null> {
  const [row] = await tx.rows<ProvableMember>(sql`${provable} and m.organization_id = ${organizationId} and m.member_id = ${memberId}`);
  return row ?? null;
}

/** The same, and nobody changes the member until the transaction ends. */
export async function lockMember(tx: Tx, { organizationId, memberId }: MemberKey): Promise<ProvableMember | null> {
  const [row] = await tx.rows<ProvableMember>(sql`${provable} and m.organization_id = ${organizationId} and m.member_id = ${memberId} for update of m`);
  return row ?? null;
}

export type NewMember = { organizationId: string; memberId: string; email: string; passwordHash: string; role: MemberRole; name: string | null };

/** @throws a violation of `member_email` when the organization has a member with the address. */
export async function storeMember(tx: Tx, member: NewMember): Promise<void> {
  await tx.execute(sql`
    insert into member (organization_id, member_id, email, password_hash, role, name, created_at)
    values (${member.organizationId}, ${member.memberId}, ${member.email}, ${member.passwordHash}, ${member.role}, ${member.name}, ${tx.now})`);
}

export async function createMember(db: Database, ids: Ids, member: { organizationId: string; email: string; password: string; role: MemberRole }): Promise<void> {
  const { password, ...rest } = member;
  const passwordHash = await hashPassword(password);
  await db.across('directory', (tx) => storeMember(tx, { ...rest, memberId: ids.newId('mem'), passwordHash, name: null }));
}

export type ListedMember = { memberId: string; email: string; name: string | null; role: MemberRole; secondFactor: boolean; passkeys: number; createdAt: Date; lastSignInAt: Date | null };

/** The oldest first. An organization has few. */
export function listMembers(tx: ReadTx, organizationId: string): Promise<ListedMember[]> {
  return tx.rows<ListedMember>(sql`
    select member_id as "memberId", email, name, role, totp_sealed is not null as "secondFactor", created_at as "createdAt", last_sign_in_at as "lastSignInAt",
      (select count(*)::int from member_passkey p where p.organization_id = member.organization_id and p.member_id = member.member_id) as passkeys
    from member where organization_id = ${organizationId} and removed_at is null order by created_at, member_id limit 1000`);
}

/** Ids of the owners, who stay owners until the transaction ends. Locked in id order, so that two who make each other something else do not both succeed. */
export async function lockOwners(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx.rows<{ memberId: string }>(sql`
    select member_id as "memberId" from member where organization_id = ${organizationId} and role = 'owner' and removed_at is null order by member_id for update`);
  return rows.map(({ memberId }) => memberId);
}

export async function changeRole(tx: Tx, { organizationId, memberId }: MemberKey, role: MemberRole): Promise<void> {
  await tx.execute(sql`update member set role = ${role} where organization_id = ${organizationId} and member_id = ${memberId} and removed_at is null`);
}

export async function markRemoved(tx: Tx, { organizationId, memberId }: MemberKey): Promise<void> {
  await tx.execute(sql`
    update member set removed_at = ${tx.now}, totp_sealed = null, totp_pending_sealed = null, operator_since = null where organization_id = ${organizationId} and member_id = ${memberId} and removed_at is null`);
}

export async function changePasswordHash(tx: Tx, { organizationId, memberId }: MemberKey, passwordHash: string): Promise<void> {
  await tx.execute(sql`update member set password_hash = ${passwordHash} where organization_id = ${organizationId} and member_id = ${memberId} and removed_at is null`);
}

export async function markSignedIn(tx: Tx, { organizationId, memberId }: MemberKey): Promise<void> {
  await tx.execute(sql`update member set last_sign_in_at = ${tx.now} where organization_id = ${organizationId} and member_id = ${memberId}`);
}

/** What to call these members of the organization, removed ones too, by id: their name, or their e-mail address. */
export async function nameMembers(db: Database, organizationId: string, memberIds: readonly string[]): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db.across('directory', (tx) => tx.rows<{ memberId: string; name: string }>(sql`
    select member_id as "memberId", coalesce(name, email) as name from member where organization_id = ${organizationId} and member_id = any(${[...memberIds]}::text[])`));
  return new Map(rows.map(({ memberId, name }) => [memberId, name]));
}
