import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import type { Answer } from '#src/http/route.ts';
import type { OpenRequest } from '#src/http/session-route.ts';
import { findMember, lockMember } from '#src/organizations/members.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { openSession } from './open-session.ts';
import type { passkeySignInBody } from './passkey-wire.ts';
import { provePasskey } from './passkeys.ts';
import { proveSecondFactor } from './prove.ts';
import { accountBudget, addressBudget } from './tries.ts';
import type { signInBody } from './wire.ts';

/** Password, and where one is enrolled the second factor, in one call. An unknown address costs as much time as a wrong password. */
export async function signIn(ctx: DashboardContext, request: OpenRequest<z.output<typeof signInBody>>): Promise<Answer> {
  const { body, ip } = request;
  return ctx.tries.guarded([addressBudget(ip), accountBudget(body.email, ip)], async () => {
    const proved = await findMember(ctx.db, body.email, body.password);
    if (proved === null) throw fail('sign_in_invalid');
    return ctx.db.write(proved.liveTenantId, async (tx) => {
      const locked = await lockMember(tx, proved);
      // Removed, or given another password, since it was judged.
      if (locked === null || locked.passwordHash !== proved.passwordHash) throw fail('sign_in_invalid');
      if (locked.totpSealed !== null) await proveSecondFactor(ctx, tx, locked, body);
      return openSession(ctx, tx, locked, request, { secondFactor: locked.totpSealed !== null });
    });
  });
}

/** The device has verified who holds the passkey, so nothing else is asked for. */
export async function signInWithPasskey(ctx: DashboardContext, request: OpenRequest<z.output<typeof passkeySignInBody>>): Promise<Answer> {
  return ctx.tries.guarded([addressBudget(request.ip)], async () => {
    const { passkeyId, liveTenantId, ...key } = await provePasskey(ctx, request.body.passkey);
    return ctx.db.write(liveTenantId, async (tx) => {
      const member = await lockMember(tx, key);
      if (member === null) throw fail('passkey_invalid');
      return openSession(ctx, tx, member, request, { passkeyId });
    });
  });
}
