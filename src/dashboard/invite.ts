/** Invitations: made by a member, and accepted by whoever holds the link. */
import type { z } from 'zod';
import { violatedConstraint } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { OpenRequest, SessionRequest } from '#src/http/session-route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { acceptInvitation, findInvitation, listInvitations, type OpenInvitation, storeInvitation, withdrawInvitation } from '#src/organizations/invitations.ts';
import { listMembers, lockMember, storeMember } from '#src/organizations/members.ts';
import { refuseWeak } from '#src/organizations/password-rules.ts';
import { hashPassword } from '#src/organizations/passwords.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { refuseMakingOwners, refuseUnlessManager } from './manage-members.ts';
import { openSession } from './open-session.ts';
import { refuseKnownPassword } from './refuse-known-password.ts';
import { addressBudget } from './tries.ts';
import type { acceptBody, inviteBody, invitationParams, readInvitationBody } from './wire.ts';

const mostOpen = 100;

/** The token stands behind `#`, which a browser keeps to itself: it reaches no server's log, and no other site as a referrer. */
export async function invite(ctx: DashboardContext, { session, body }: SessionRequest<z.output<typeof inviteBody>>): Promise<Answer> {
  const { organizationId, memberId } = session;
  const token = ctx.ids.token('inv');
  const invitationId = ctx.ids.newId('inv');
  const expiresAt = await ctx.db.write(session.tenants.live, async (tx) => {
    // Held, so that whoever removes the member, or takes the role away, either withdraws this invitation with the others or comes before it.
    refuseMakingOwners(refuseUnlessManager(await lockMember(tx, session)), body.role);
    // Only among one's own members: who belongs to another organization is nobody's business here.
    const members = await listMembers(tx, organizationId);
    if (members.some(({ email }) => email.toLowerCase() === body.email.toLowerCase())) throw fail('member_exists', { field: '/email' });
    if ((await listInvitations(tx, organizationId)).length >= mostOpen) throw fail('limit_exceeded', { message: `${mostOpen} invitations are open already.`, fix: 'Withdraw some of them.' });
    await recordAudit(tx, ctx.ids, { actor: memberId, action: 'member.invited', subject: invitationId, details: { role: body.role } });
    return storeInvitation(tx, { organizationId, invitationId, ...body, token, invitedBy: memberId });
  });
  return success({ invitationId, ...body, link: `${ctx.config.publicUrl}/dashboard/invitation#${token}`, expiresAt: isoMillis(expiresAt) });
}

export async function readInvitations(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const invitations = await ctx.db.read(session.tenants.live, (tx) => listInvitations(tx, session.organizationId));
  return success(invitations.map(({ createdAt, expiresAt, ...rest }) => ({ ...rest, createdAt: isoMillis(createdAt), expiresAt: isoMillis(expiresAt) })));
}

export async function withdraw(ctx: DashboardContext, { session, params }: SessionRequest<unknown, z.output<typeof invitationParams>>): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    if (!(await withdrawInvitation(tx, session.organizationId, params.invitationId))) throw fail('invitation_not_found');
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.invitation_withdrawn', subject: params.invitationId, details: {} });
  });
  return success({ invitationId: params.invitationId, status: 'withdrawn' });
}

/** What somebody is invited to; a POST, so that the token stands in no path. */
export async function readOpenInvitation(ctx: DashboardContext, { body, ip }: OpenRequest<z.output<typeof readInvitationBody>>): Promise<Answer> {
  const { organization, email, role, expiresAt } = await openInvitation(ctx, body.token, ip);
  return success({ organization, email, role, expiresAt: isoMillis(expiresAt) });
}

/** Makes the member, signed in. */
export async function accept(ctx: DashboardContext, request: OpenRequest<z.output<typeof acceptBody>>): Promise<Answer> {
  const { body, ip } = request;
  const invitation = await openInvitation(ctx, body.token, ip);
  const { organizationId, invitationId, email, role } = invitation;
  await refuseWeak(body.password, [email, body.name, invitation.organization], '/password');
  const lookAgain = await refuseKnownPassword(ctx, { email, password: body.password, ip }, '/password');
  const passwordHash = await hashPassword(body.password);
  const memberId = ctx.ids.newId('mem');
  const member = { organizationId, memberId, email, role, name: body.name };
  try {
    return await ctx.db.write(invitation.liveTenantId, async (tx) => {
      if (!(await acceptInvitation(tx, organizationId, invitationId))) throw fail('invitation_not_found');
      await lookAgain(tx);
      await storeMember(tx, { ...member, passwordHash });
      await recordAudit(tx, ctx.ids, { actor: memberId, action: 'member.added', subject: memberId, details: { role, invitationId, invitedBy: invitation.invitedBy } });
      return openSession(ctx, tx, member, request, { invitationId });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'member_email') throw fail('member_exists');
    throw error;
  }
}

function openInvitation(ctx: DashboardContext, token: string, ip: string): Promise<OpenInvitation> {
  return ctx.tries.guarded([addressBudget(ip)], async () => {
    const invitation = await ctx.db.across('directory', (tx) => findInvitation(tx, token));
    if (invitation === null) throw fail('invitation_not_found');
    return invitation;
  });
}
