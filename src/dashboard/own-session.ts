/** What a member does with their own sessions: read, step up, list, end. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import type { Tx } from '#src/db/database.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import { csrfTokenOf } from '#src/http/session-cookie.ts';
import type { Session, SessionRequest } from '#src/http/session-route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { readOrganization } from '#src/organizations/list-organizations.ts';
import { lockMember, readMember } from '#src/organizations/members.ts';
import { listPasskeys } from '#src/organizations/passkeys.ts';
import { countRecoveryCodes } from '#src/organizations/second-factor.ts';
import { endSession, endSessions, listSessions, renewSession } from '#src/organizations/sessions.ts';
import { readAheadSeconds } from '#src/organizations/tenant-clock.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { provePasskey } from './passkeys.ts';
import { lockProved, provePassword, proveSecondFactor } from './prove.ts';
import { memberBudget } from './tries.ts';
import type { sessionParams, stepUpBody } from './wire.ts';

type Renewal = { more?: Readonly<Record<string, unknown>>; proved?: boolean };

/** A new token for the session; the answer carries its cookie, and `more`. Whoever held the token before is out. `proved`: a fresh proof was given; else the one before counts on. */
export async function renewed(ctx: DashboardContext, tx: Tx, session: Session, { more = {}, proved = true }: Renewal = {}): Promise<Answer> {
  const token = ctx.ids.token('ses');
  await renewSession(tx, session, token, proved);
  return { ...success({ csrfToken: csrfTokenOf(token), ...more }), headers: { 'set-cookie': ctx.cookie.set(token) } };
}

export async function readSession(ctx: DashboardContext, { session, presentedToken }: SessionRequest): Promise<Answer> {
  const { member, organization, recoveryCodesLeft, passkeys } = await ctx.db.read(session.tenants.live, async (tx) => ({
    member: await readMember(tx, session), organization: await readOrganization(tx, session.organizationId), recoveryCodesLeft: await countRecoveryCodes(tx, session), passkeys: await listPasskeys(tx, session),
  }));
  if (member === null || presentedToken === null) throw fail('session_ended');
  const sandboxAheadSeconds = await ctx.db.readShared(session.tenants.sandbox, ({ begun }) => begun.then(readAheadSeconds));
  const { memberId, email, name, role } = member;
  return success({
    csrfToken: csrfTokenOf(presentedToken),
    sessionId: session.sessionId,
    member: { memberId, email, name, role },
    organization: { organizationId: session.organizationId, name: organization.name, liveApproved: organization.liveApprovedAt !== null },
    permissions: session.permissions,
    scopes: { test: session.scopes.sandbox, live: session.scopes.live },
    provedLately: session.provedLately,
    secondFactor: { enrolled: member.totpSealed !== null, pending: member.totpPendingSealed !== null, recoveryCodesLeft },
    passkeys: passkeys.length,
    sandboxAheadSeconds,
  });
}

/** A fresh proof: the code where a second factor is enrolled, since the password may be what was stolen; else the password. */
export async function stepUp(ctx: DashboardContext, { session, body }: SessionRequest<z.output<typeof stepUpBody>>): Promise<Answer> {
  if (body.code !== undefined) {
    return ctx.db.write(session.tenants.live, async (tx) => {
      const member = await lockMember(tx, session);
      if (member === null) throw fail('session_ended');
      await proveSecondFactor(ctx, tx, member, { code: body.code });
      return renewed(ctx, tx, session);
    });
  }
  const { passkey } = body;
  if (passkey !== undefined) {
    const proved = await ctx.tries.guarded([memberBudget(session.memberId)], () => provePasskey(ctx, passkey));
    if (proved.organizationId !== session.organizationId || proved.memberId !== session.memberId) throw fail('passkey_invalid');
    return ctx.db.write(session.tenants.live, (tx) => renewed(ctx, tx, session));
  }
  if (body.password === undefined) throw fail('missing_field', { field: '/password', message: 'password, code or passkey is required.' });
  const proved = await provePassword(ctx, session, body.password, '/password');
  return ctx.db.write(session.tenants.live, async (tx) => {
    const member = await lockProved(tx, proved);
    if (member.totpSealed !== null) throw fail('second_factor_required', { field: '/code' });
    return renewed(ctx, tx, session);
  });
}

export async function listOwnSessions(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const sessions = await ctx.db.read(session.tenants.live, (tx) => listSessions(tx, session));
  return success(sessions.map(({ createdAt, lastSeenAt, expiresAt, ...rest }) => ({
    ...rest, current: rest.sessionId === session.sessionId, createdAt: isoMillis(createdAt), lastSeenAt: isoMillis(lastSeenAt), expiresAt: isoMillis(expiresAt),
  })));
}

export async function signOut(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    if (await endSession(tx, session, session.sessionId)) await auditEnd(ctx, tx, session, { sessionId: session.sessionId });
  });
  return { ...success({ ended: 1 }), headers: { 'set-cookie': ctx.cookie.clear() } };
}

export async function endOwnSession(ctx: DashboardContext, { session, params }: SessionRequest<unknown, z.output<typeof sessionParams>>): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    if (!(await endSession(tx, session, params.sessionId))) throw fail('record_not_found');
    await auditEnd(ctx, tx, session, { sessionId: params.sessionId });
  });
  return success({ ended: 1 });
}

export async function endOtherSessions(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const ended = await ctx.db.write(session.tenants.live, async (tx) => {
    const count = await endSessions(tx, session, session.sessionId);
    if (count > 0) await auditEnd(ctx, tx, session, { sessions: count });
    return count;
  });
  return success({ ended });
}

function auditEnd(ctx: DashboardContext, tx: Tx, session: Session, details: Readonly<Record<string, unknown>>): Promise<void> {
  return recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.sessions_ended', subject: session.memberId, details });
}
