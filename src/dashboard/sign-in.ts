import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import { csrfTokenOf } from '#src/http/session-cookie.ts';
import type { OpenRequest } from '#src/http/session-route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { findMember, lockMember, markSignedIn } from '#src/organizations/members.ts';
import { networkOf } from '#src/organizations/networks.ts';
import { endPresentedSession, longestHours, storeSession } from '#src/organizations/sessions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { deviceOf } from './device.ts';
import { proveSecondFactor } from './prove.ts';
import { accountBudget, addressBudget } from './tries.ts';
import type { signInBody } from './wire.ts';

/**
 * Password, and where one is enrolled the second factor, in one call. The session is a new one, whatever cookie the browser
 * held before (no session fixation); that one ends. An unknown address costs as much time as a wrong password.
 */
export async function signIn(ctx: DashboardContext, request: OpenRequest<z.output<typeof signInBody>>): Promise<Answer> {
  const { body, ip, userAgent, presentedToken } = request;
  return ctx.tries.guarded([addressBudget(ip), accountBudget(body.email, ip)], async () => {
    const proved = await findMember(ctx.db, body.email, body.password);
    if (proved === null) throw fail('sign_in_invalid');
    const token = ctx.ids.token('ses');
    const sessionId = ctx.ids.newId('ses');
    const { member, expiresAt } = await ctx.db.write(proved.liveTenantId, async (tx) => {
      const locked = await lockMember(tx, proved);
      // Removed, or given another password, since it was judged.
      if (locked === null || locked.passwordHash !== proved.passwordHash) throw fail('sign_in_invalid');
      if (locked.totpSealed !== null) await proveSecondFactor(ctx, tx, locked, body);
      if (presentedToken !== null) await endPresentedSession(tx, presentedToken);
      await storeSession(tx, { ...locked, sessionId, token, device: deviceOf(userAgent), network: networkOf(ip) });
      await markSignedIn(tx, locked);
      await recordAudit(tx, ctx.ids, { actor: locked.memberId, action: 'member.signed_in', subject: locked.memberId, details: { sessionId, secondFactor: locked.totpSealed !== null } });
      return { member: locked, expiresAt: new Date(tx.now.getTime() + longestHours * 3_600_000) };
    });
    const { memberId, email, name, role } = member;
    const answer = success({ csrfToken: csrfTokenOf(token), member: { memberId, email, name, role }, expiresAt: isoMillis(expiresAt) });
    return { ...answer, headers: { 'set-cookie': ctx.cookie.set(token) } };
  });
}
