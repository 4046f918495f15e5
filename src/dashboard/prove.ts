/** Is this the member? Password, and where one is enrolled the second factor. */
import type { Tx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import type { Session } from '#src/http/session-route.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { lockMember, type ProvableMember, readMember } from '#src/organizations/members.ts';
import { verifyPassword } from '#src/organizations/passwords.ts';
import { takeRecoveryCode, takeTotp } from '#src/organizations/second-factor.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { memberBudget } from './tries.ts';

export type SecondFactor = { code?: string | undefined; recoveryCode?: string | undefined };

/** Uses the code up, in the transaction of what it opens. The member must be locked. @throws Failure second_factor_required, second_factor_invalid, rate_limited */
export async function proveSecondFactor(ctx: DashboardContext, tx: Tx, member: ProvableMember, { code, recoveryCode }: SecondFactor): Promise<void> {
  if (code === undefined && recoveryCode === undefined) throw fail('second_factor_required');
  const keys = await ctx.keyring.of(member.liveTenantId);
  await ctx.tries.guarded([memberBudget(member.memberId)], async () => {
    const right = code !== undefined ? await takeTotp(tx, keys, member, code) : await takeRecoveryCode(tx, member, recoveryCode ?? '');
    if (!right) throw fail('second_factor_invalid', { field: code !== undefined ? '/code' : '/recoveryCode' });
  });
  if (code === undefined) await recordAudit(tx, ctx.ids, { actor: member.memberId, action: 'member.recovery_code_used', subject: member.memberId, details: {} });
}

/** Answers the member whose password it is. @throws Failure password_wrong, session_ended, rate_limited */
export async function provePassword(ctx: DashboardContext, session: Session, password: string, field: string): Promise<ProvableMember> {
  return ctx.tries.guarded([memberBudget(session.memberId)], async () => {
    const member = await ctx.db.read(session.tenants.live, (tx) => readMember(tx, session));
    if (member === null) throw fail('session_ended');
    if (!(await verifyPassword(password, member.passwordHash))) throw fail('password_wrong', { field });
    return member;
  });
}

/** The member as they are now, locked; what was proved outside the transaction must still be so. @throws Failure session_ended */
export async function lockProved(tx: Tx, proved: Pick<ProvableMember, 'organizationId' | 'memberId' | 'passwordHash'>): Promise<ProvableMember> {
  const member = await lockMember(tx, proved);
  if (member === null || member.passwordHash !== proved.passwordHash) throw fail('session_ended');
  return member;
}
