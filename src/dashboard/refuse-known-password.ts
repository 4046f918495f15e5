import { fail } from '#src/errors.ts';
import { findMember } from '#src/organizations/members.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { accountBudget } from './tries.ts';

/**
 * Members of several organizations with one address are told apart by their passwords, so that no two may be the same. Who is told so knows that password; the call counts as
 * a try at it, and costs the same time whether anybody has the address. @throws Failure invalid_field, rate_limited
 */
export async function refuseKnownPassword(ctx: DashboardContext, { email, password, ip, except = null }: { email: string; password: string; ip: string; except?: string | null }, field: string): Promise<void> {
  ctx.tries.spend([accountBudget(email, ip)]);
  const known = await findMember(ctx.db, email, password);
  if (known !== null && known.memberId !== except) {
    throw fail('invalid_field', { field, message: 'You sign in to another organization with this address and this password.', fix: 'Choose another password here: it says which organization you mean.' });
  }
}
