/** Invitations: links that are good once, for seven days. No message is sent; whoever invites hands the link over. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { sha256 } from '#src/lib/canonical.ts';
import type { MemberKey, MemberRole } from './members.ts';

export const invitationDays = 7;

export type Invitation = { invitationId: string; email: string; role: MemberRole; invitedBy: string; createdAt: Date; expiresAt: Date };

export async function storeInvitation(tx: Tx, invitation: { organizationId: string; invitationId: string; email: string; role: MemberRole; token: string; invitedBy: string }): Promise<Date> {
  const expiresAt = new Date(tx.now.getTime() + invitationDays * 86_400_000);
  await tx.execute(sql`
    insert into member_invitation (organization_id, invitation_id, email, role, token_hash, invited_by, expires_at, created_at)
    values (${invitation.organizationId}, ${invitation.invitationId}, ${invitation.email}, ${invitation.role}, ${sha256(invitation.token)}, ${invitation.invitedBy}, ${expiresAt}, ${tx.now})`);
  return expiresAt;
}

/** Those that are still good, the latest first. */
export function listInvitations(tx: ReadTx, organizationId: string): Promise<Invitation[]> {
  return tx.rows<Invitation>(sql`
    select invitation_id as "invitationId", email, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"
    from member_invitation
    where organization_id = ${organizationId} and accepted_at is null and withdrawn_at is null and expires_at > ${tx.now} order by invitation_id desc limit 200`);
}

/** False: there is no such invitation, or it is over. */
export async function withdrawInvitation(tx: Tx, organizationId: string, invitationId: string): Promise<boolean> {
  return (await tx.execute(sql`
    update member_invitation set withdrawn_at = ${tx.now}
    where organization_id = ${organizationId} and invitation_id = ${invitationId} and accepted_at is null and withdrawn_at is null and expires_at > ${tx.now}`)) === 1;
}

/** Withdraws what a member opened for these roles: it is worth no more than they may make themselves. */
export async function withdrawInvitationsOf(tx: Tx, { organizationId, memberId }: MemberKey, roles: readonly MemberRole[]): Promise<void> {
  await tx.execute(sql`
    update member_invitation set withdrawn_at = ${tx.now}
    where organization_id = ${organizationId} and invited_by = ${memberId} and role = any(${[...roles]}::text[]) and accepted_at is null and withdrawn_at is null`);
}

export type OpenInvitation = Invitation & { organizationId: string; organization: string; liveTenantId: string };

/** Whose link this is, in the directory scope; null when it is none, or over. */
export async function findInvitation(tx: ReadTx, token: string): Promise<OpenInvitation | null> {
  const [row] = await tx.rows<OpenInvitation>(sql`
    select i.organization_id as "organizationId", o.name as organization, t.tenant_id as "liveTenantId", i.invitation_id as "invitationId", i.email, i.role, i.invited_by as "invitedBy",
      i.created_at as "createdAt", i.expires_at as "expiresAt"
    from member_invitation i
    join organization o on o.organization_id = i.organization_id
    join tenant t on t.organization_id = i.organization_id and t.environment = 'live'
    where i.token_hash = ${sha256(token)} and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${tx.now}`);
  return row ?? null;
}

/** False: somebody was faster, or it was withdrawn meanwhile. */
export async function acceptInvitation(tx: Tx, organizationId: string, invitationId: string): Promise<boolean> {
  return (await tx.execute(sql`
    update member_invitation set accepted_at = ${tx.now}
    where organization_id = ${organizationId} and invitation_id = ${invitationId} and accepted_at is null and withdrawn_at is null and expires_at > ${tx.now}`)) === 1;
}
