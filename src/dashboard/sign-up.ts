/** Somebody makes an organization of their own: its owner, and a sandbox that is ready for the first call. */
import type { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { OpenRequest } from '#src/http/session-route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { storeCredential } from '#src/organizations/credentials.ts';
import { storeMember } from '#src/organizations/members.ts';
import { refuseWeak } from '#src/organizations/password-rules.ts';
import { hashPassword } from '#src/organizations/passwords.ts';
import { defaultScopes } from '#src/organizations/scopes.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { openSession } from './open-session.ts';
import { refuseKnownPassword } from './refuse-known-password.ts';
import { addressBudget, signUpBudgets } from './tries.ts';
import type { signUpBody } from './wire.ts';

export function readSignUp({ config }: DashboardContext): Answer {
  return success({ open: config.signUp === 'open' });
}

/**
 * The member comes last: whoever can sign in finds everything there, and of a sign-up that was cut off before that nobody knows. What is refused for the address looks
 * like the budget of sign-ups, which everybody meets who tries an address often.
 */
export async function signUp(ctx: DashboardContext, request: OpenRequest<z.output<typeof signUpBody>>): Promise<Answer> {
  const { body: { organization: name, email, password, ...person }, ip } = request;
  if (ctx.config.signUp === 'closed') throw fail('sign_up_closed');
  await refuseWeak(password, [email, person.name, name], '/password');
  ctx.tries.spend([addressBudget(ip), ...signUpBudgets(email, ip)]);
  const lookAgain = await refuseKnownPassword(ctx, { email, password, ip }, '/password');
  const passwordHash = await hashPassword(password);
  const { organizationId, tenants } = await createOrganization(ctx.db, ctx.ids, ctx.config.masterKey, name);
  const memberId = ctx.ids.newId('mem');
  const credential = await firstCredential(ctx, tenants.sandbox, memberId);
  const accountNumber = await ctx.furnishSandbox(tenants.sandbox, `${name.slice(0, 80)} Collections`);
  return ctx.db.write(tenants.live, async (tx) => {
    const member = { organizationId, memberId, email, role: 'owner', name: person.name } as const;
    await lookAgain(tx);
    await storeMember(tx, { ...member, passwordHash });
    await recordAudit(tx, ctx.ids, { actor: memberId, action: 'organization.signed_up', subject: organizationId, details: {} });
    return openSession(ctx, tx, member, request, {}, { credential, accountNumber });
  });
}

async function firstCredential(ctx: DashboardContext, tenantId: string, memberId: string): Promise<{ clientId: string; clientSecret: string }> {
  const shown = { clientId: ctx.ids.clientId('sandbox'), clientSecret: ctx.ids.clientSecret('sandbox') };
  const credentialId = ctx.ids.newId('crd');
  await ctx.db.write(tenantId, async (tx) => {
    await storeCredential(tx, { ...shown, credentialId, name: 'First credential', scopes: defaultScopes });
    await recordAudit(tx, ctx.ids, { actor: memberId, action: 'credential.added', subject: credentialId, details: { clientId: shown.clientId, scopes: defaultScopes } });
  });
  return shown;
}
