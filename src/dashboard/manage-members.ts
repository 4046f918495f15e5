/** Who belongs to the organization, and as what. */
import type { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { Session, SessionRequest } from '#src/http/session-route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { withdrawInvitationsOf } from '#src/organizations/invitations.ts';
import { changeRole, listMembers, lockMember, lockOwners, markRemoved, type MemberRole, type ProvableMember } from '#src/organizations/members.ts';
import { removePasskeys } from '#src/organizations/passkeys.ts';
import { removeSecondFactor } from '#src/organizations/second-factor.ts';
import { endSessions } from '#src/organizations/sessions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import type { changeRoleBody, memberParams } from './wire.ts';

export async function readMembers(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const members = await ctx.db.read(session.tenants.live, (tx) => listMembers(tx, session.organizationId));
  return success(members.map(({ createdAt, lastSignInAt, ...rest }) => ({ ...rest, createdAt: isoMillis(createdAt), lastSignInAt: lastSignInAt === null ? null : isoMillis(lastSignInAt) })));
}

/** Bites with the member's next call: the role is read with each. */
export async function changeMemberRole(ctx: DashboardContext, { session, params, body }: SessionRequest<z.output<typeof changeRoleBody>, z.output<typeof memberParams>>): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    const member = await lockOther(tx, session, params.memberId);
    refuseMakingOwners(session, body.role);
    if (member.role === body.role) return;
    await changeRole(tx, member, body.role);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.role_changed', subject: member.memberId, details: { from: member.role, to: body.role } });
  });
  return success({ memberId: params.memberId, role: body.role });
}

/** Their sessions end, what they invited is withdrawn, and their address is free. What they did stays in the audit log. */
export async function removeMember(ctx: DashboardContext, { session, params }: SessionRequest<unknown, z.output<typeof memberParams>>): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    const member = await lockOther(tx, session, params.memberId);
    await endSessions(tx, member, null);
    await removeSecondFactor(tx, member);
    await removePasskeys(tx, member, null);
    await withdrawInvitationsOf(tx, member.organizationId, member.memberId);
    await markRemoved(tx, member);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.removed', subject: member.memberId, details: { role: member.role } });
  });
  return success({ memberId: params.memberId, status: 'removed' });
}

/** Owners are locked before any other member, so that of two who take the last ownership away the second one finds it gone. */
async function lockOther(tx: Tx, session: Session, memberId: string): Promise<ProvableMember> {
  const owners = await lockOwners(tx, session.organizationId);
  const member = await lockMember(tx, { organizationId: session.organizationId, memberId });
  if (member === null) throw fail('record_not_found');
  if (member.role !== 'owner') return member;
  if (session.role !== 'owner') throw fail('role_missing', { message: 'Only an owner changes or removes an owner.', details: { permission: 'owner', role: session.role } });
  if (owners.every((owner) => owner === memberId)) throw fail('last_owner');
  return member;
}

/** @throws Failure role_missing */
export function refuseMakingOwners(session: Session, role: MemberRole): void {
  if (role === 'owner' && session.role !== 'owner') throw fail('role_missing', { message: 'Only an owner makes owners.', details: { permission: 'owner', role: session.role } });
}
