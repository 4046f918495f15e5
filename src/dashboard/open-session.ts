/** The session that begins when somebody has proved who they are, or has just become somebody. */
import type { Tx } from '#src/db/database.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import { csrfTokenOf } from '#src/http/session-cookie.ts';
import type { OpenRequest } from '#src/http/session-route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { markSignedIn, type ProvableMember } from '#src/organizations/members.ts';
import { networkOf } from '#src/organizations/networks.ts';
import { endPresentedSession, longestHours, storeSession } from '#src/organizations/sessions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { deviceOf } from './device.ts';

type Entering = Pick<ProvableMember, 'organizationId' | 'memberId' | 'email' | 'name' | 'role'>;
type From = Pick<OpenRequest, 'ip' | 'userAgent' | 'presentedToken'>;

/** A new session whatever cookie the browser held before (no session fixation); that one ends. `more` stands in the answer and `details` in the audit log. */
export async function openSession(
  ctx: DashboardContext, tx: Tx, member: Entering, { ip, userAgent, presentedToken }: From, details: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const token = ctx.ids.token('ses');
  const sessionId = ctx.ids.newId('ses');
  if (presentedToken !== null) await endPresentedSession(tx, presentedToken);
  await storeSession(tx, { organizationId: member.organizationId, memberId: member.memberId, sessionId, token, device: deviceOf(userAgent), network: networkOf(ip) });
  await markSignedIn(tx, member);
  await recordAudit(tx, ctx.ids, { actor: member.memberId, action: 'member.signed_in', subject: member.memberId, details: { sessionId, ...details } });
  const { memberId, email, name, role } = member;
  const expiresAt = isoMillis(new Date(tx.now.getTime() + longestHours * 3_600_000));
  return { ...success({ csrfToken: csrfTokenOf(token), member: { memberId, email, name, role }, expiresAt, ...more }), headers: { 'set-cookie': ctx.cookie.set(token) } };
}
