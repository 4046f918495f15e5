import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { changePasswordHash } from '#src/organizations/members.ts';
import { hashPassword } from '#src/organizations/passwords.ts';
import { endSessions } from '#src/organizations/sessions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { renewed } from './own-session.ts';
import { lockProved, provePassword } from './prove.ts';
import type { changePasswordBody } from './wire.ts';

/** Ends every other session: whoever knew the old password is out. */
export async function changePassword(ctx: DashboardContext, { session, body }: SessionRequest<z.output<typeof changePasswordBody>>): Promise<Answer> {
  const proved = await provePassword(ctx, session, body.currentPassword, '/currentPassword');
  refuseWeak(body.newPassword, proved.email, '/newPassword');
  const passwordHash = await hashPassword(body.newPassword);
  return ctx.db.write(session.tenants.live, async (tx) => {
    await lockProved(tx, proved);
    await changePasswordHash(tx, session, passwordHash);
    const ended = await endSessions(tx, session, session.sessionId);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.password_changed', subject: session.memberId, details: { sessionsEnded: ended } });
    return renewed(ctx, tx, session);
  });
}

/** The first thing a guesser tries. @throws Failure invalid_field */
export function refuseWeak(password: string, email: string, field: string): void {
  const [name = ''] = email.toLowerCase().split('@');
  const plain = password.toLowerCase();
  if (plain.includes(email.toLowerCase()) || (name.length >= 4 && plain.replaceAll(name, '').length < 8)) {
    throw fail('invalid_field', { field, message: 'The password is too much like the e-mail address.', fix: 'Choose another one; several unrelated words are good.' });
  }
}
