import type { z } from 'zod';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { readOrganization } from '#src/organizations/list-organizations.ts';
import { changePasswordHash } from '#src/organizations/members.ts';
import { refuseWeak } from '#src/organizations/password-rules.ts';
import { hashPassword } from '#src/organizations/passwords.ts';
import { endSessions } from '#src/organizations/sessions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { renewed } from './own-session.ts';
import { lockProved, provePassword } from './prove.ts';
import { refuseKnownPassword } from './refuse-known-password.ts';
import type { changePasswordBody } from './wire.ts';

/** Ends every other session: whoever knew the old password is out. */
export async function changePassword(ctx: DashboardContext, { session, body, ip }: SessionRequest<z.output<typeof changePasswordBody>>): Promise<Answer> {
  const proved = await provePassword(ctx, session, body.currentPassword, '/currentPassword');
  const { name: organization } = await ctx.db.read(session.tenants.live, (tx) => readOrganization(tx, session.organizationId));
  await refuseWeak(body.newPassword, [proved.email, proved.name ?? '', organization], '/newPassword');
  const lookAgain = await refuseKnownPassword(ctx, { email: proved.email, password: body.newPassword, ip, except: proved.memberId }, '/newPassword');
  const passwordHash = await hashPassword(body.newPassword);
  return ctx.db.write(session.tenants.live, async (tx) => {
    const { totpSealed } = await lockProved(tx, proved);
    await lookAgain(tx);
    await changePasswordHash(tx, session, passwordHash);
    const ended = await endSessions(tx, session, session.sessionId);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.password_changed', subject: session.memberId, details: { sessionsEnded: ended } });
    // As in `stepUp`: where a second factor is enrolled, the password may be what was stolen.
    return renewed(ctx, tx, session, { proved: totpSealed === null });
  });
}
