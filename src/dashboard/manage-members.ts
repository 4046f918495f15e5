/** Who belongs to the organization, and as what. */
import type { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { Session, SessionRequest } from '#src/http/session-route.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { withdrawInvitationsOf } from '#src/organizations/invitations.ts';
import { changeRole, listMembers, lockMember, lockOwners, markRemoved, type MemberRole, memberRoles, type ProvableMember } from '#src/organizations/members.ts';
import { removePasskeys } from '#src/organizations/passkeys.ts';
import { mayMake, rolePermissions } from '#src/organizations/permissions.ts';
import { removeSecondFactor } from '#src/organizations/second-factor.ts';
import { endSessions } from '#src/organizations/sessions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import type { changeRoleBody, memberParams } from './wire.ts';

export async function readMembers(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const members = await ctx.db.read(session.tenants.live, (tx) => listMembers(tx, session.organizationId));
  return success(members.map(({ createdAt, lastSignInAt, ...rest }) => ({ ...rest, createdAt: isoMillis(createdAt), lastSignInAt: isoMillisOrNull(lastSignInAt) })));
}

/** Bites with the member's next call: the role is read with each. What they invited to roles that they may not give any more is withdrawn. */
export async function changeMemberRole(ctx: DashboardContext, { session, params, body }: SessionRequest<z.output<typeof changeRoleBody>, z.output<typeof memberParams>>): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    const { self, member } = await lockOther(tx, session, params.memberId);
    refuseMakingOwners(self, body.role);
    if (member.role === body.role) return;
    await changeRole(tx, member, body.role);
    await withdrawInvitationsOf(tx, member, memberRoles.filter((role) => !mayMake(body.role, role)));
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.role_changed', subject: member.memberId, details: { from: member.role, to: body.role } });
  });
  return success({ memberId: params.memberId, role: body.role });
}

/** Their sessions end, what they invited is withdrawn, and their address is free. What they did stays in the audit log. */
export async function removeMember(ctx: DashboardContext, { session, params }: SessionRequest<unknown, z.output<typeof memberParams>>): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    const { member } = await lockOther(tx, session, params.memberId);
    await endSessions(tx, member, null);
    await removeSecondFactor(tx, member);
    await removePasskeys(tx, member, null);
    await withdrawInvitationsOf(tx, member, memberRoles);
    await markRemoved(tx, member);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.removed', subject: member.memberId, details: { role: member.role } });
  });
  return success({ memberId: params.memberId, status: 'removed' });
}

/**
 * Both members as they are now, since a role may have changed after the session was looked up. Owners are locked before any other member, so that of two who take the last
 * ownership away the second one finds it gone.
 */
async function lockOther(tx: Tx, session: Session, memberId: string): Promise<{ self: ProvableMember; member: ProvableMember }> {
  const { organizationId } = session;
  const owners = await lockOwners(tx, organizationId);
  const locked = new Map<string, ProvableMember | null>();
  for (const id of [session.memberId, memberId].toSorted()) locked.set(id, await lockMember(tx, { organizationId, memberId: id }));
  const self = refuseUnlessManager(locked.get(session.memberId) ?? null);
  const member = locked.get(memberId) ?? null;
  if (member === null) throw fail('record_not_found');
  if (member.role !== 'owner') return { self, member };
  if (self.role !== 'owner') throw fail('role_missing', { message: 'Only an owner changes or removes an owner.', details: { permission: 'owner', role: self.role } });
  if (owners.every((owner) => owner === memberId)) throw fail('last_owner');
  return { self, member };
}

/** The locked member, who may look after members now. @throws Failure session_ended, role_missing */
export function refuseUnlessManager(member: ProvableMember | null): ProvableMember {
  if (member === null) throw fail('session_ended');
  if (!rolePermissions[member.role].includes('members:manage')) throw fail('role_missing', { details: { permission: 'members:manage', role: member.role } });
  return member;
}

/** @throws Failure role_missing */
export function refuseMakingOwners(self: Pick<ProvableMember, 'role'>, role: MemberRole): void {
  if (role === 'owner' && self.role !== 'owner') throw fail('role_missing', { message: 'Only an owner makes owners.', details: { permission: 'owner', role: self.role } });
}
