/** A second factor: its secret first, then the first code of it, which is also what gives the recovery codes. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { base32, otpauthUri } from '#src/lib/totp.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { lockMember } from '#src/organizations/members.ts';
import { adoptPendingSecret, removeSecondFactor, storePendingSecret, storeRecoveryCodes, takeTotp } from '#src/organizations/second-factor.ts';
import { endSessions } from '#src/organizations/sessions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { renewed } from './own-session.ts';
import { memberBudget } from './tries.ts';
import type { codeBody } from './wire.ts';

const recoveryCodes = 10;

/** The secret in use, if there is one, stays until the new one has given its first code. */
export async function beginEnrolment(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  // RFC 4226 §4: 160 bits.
  const secret = ctx.ids.bytes(20);
  const keys = await ctx.keyring.of(session.tenants.live);
  const email = await ctx.db.write(session.tenants.live, async (tx) => {
    const member = await lockMember(tx, session);
    if (member === null) throw fail('session_ended');
    await storePendingSecret(tx, keys, session, secret);
    return member.email;
  });
  return success({ secret: base32(secret), otpauthUri: otpauthUri(secret, { issuer: ctx.config.operator.name, account: email }) });
}

/** From now on the code is asked for. Sessions opened without it end, but for this one, which gets a new token. */
export async function confirmEnrolment(ctx: DashboardContext, { session, body }: SessionRequest<z.output<typeof codeBody>>): Promise<Answer> {
  const keys = await ctx.keyring.of(session.tenants.live);
  return ctx.tries.guarded([memberBudget(session.memberId)], () => ctx.db.write(session.tenants.live, async (tx) => {
    const member = await lockMember(tx, session);
    if (member === null) throw fail('session_ended');
    if (member.totpPendingSealed === null) throw fail('second_factor_state', { message: 'No secret waits for its first code.' });
    if (!(await takeTotp(tx, keys, member, body.code, 'pending'))) throw fail('second_factor_invalid', { field: '/code' });
    await adoptPendingSecret(tx, session);
    const codes = newRecoveryCodes(ctx);
    await storeRecoveryCodes(tx, session, codes);
    const ended = await endSessions(tx, session, session.sessionId);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.second_factor_enrolled', subject: session.memberId, details: { replaced: member.totpSealed !== null, sessionsEnded: ended } });
    return renewed(ctx, tx, session, { more: { recoveryCodes: codes } });
  }));
}

/** Ten new ones; those before are worth nothing. */
export async function replaceRecoveryCodes(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  return ctx.db.write(session.tenants.live, async (tx) => {
    const member = await lockMember(tx, session);
    if (member === null) throw fail('session_ended');
    if (member.totpSealed === null) throw fail('second_factor_state', { message: 'No second factor is enrolled.' });
    const codes = newRecoveryCodes(ctx);
    await storeRecoveryCodes(tx, session, codes);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.recovery_codes_replaced', subject: session.memberId, details: {} });
    return success({ recoveryCodes: codes });
  });
}

export async function removeOwnSecondFactor(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  return ctx.db.write(session.tenants.live, async (tx) => {
    const member = await lockMember(tx, session);
    if (member === null) throw fail('session_ended');
    if (member.totpSealed === null) throw fail('second_factor_state', { message: 'No second factor is enrolled.' });
    await removeSecondFactor(tx, session);
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.second_factor_removed', subject: session.memberId, details: {} });
    return success({ status: 'removed' });
  });
}

/** 80 random bits each, in four groups of four. */
function newRecoveryCodes(ctx: DashboardContext): string[] {
  return Array.from({ length: recoveryCodes }, () => (base32(ctx.ids.bytes(10)).match(/.{4}/g) ?? []).join('-'));
}
