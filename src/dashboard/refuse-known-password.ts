import type { Tx } from '#src/db/database.ts';
import { fail, type Failure } from '#src/errors.ts';
import { judgePassword, lockAddress, mostWithOneAddress } from '#src/organizations/members.ts';
import { verifyPassword } from '#src/organizations/passwords.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { accountBudget } from './tries.ts';

/** `except`: the member who has the address already, and chooses another password; null: one more. */
type Chosen = { email: string; password: string; ip: string; except?: string | null };

/**
 * Members of several organizations with one address are told apart by their passwords, so that no two may be the same. Who is told so knows that password; the call counts as
 * a try at it, and costs the same time whether anybody has the address. What is refused because too many have the address looks like that budget.
 * Answers what looks again in the transaction that stores the password, for what came meanwhile; both throw the same. @throws Failure invalid_field, rate_limited
 */
export async function refuseKnownPassword(ctx: DashboardContext, { email, password, ip, except = null }: Chosen, field: string): Promise<(tx: Tx) => Promise<void>> {
  ctx.tries.spend([accountBudget(email, ip)]);
  const { found, members } = await judgePassword(ctx.db, email, password);
  if (found !== null && found.memberId !== except) throw known(field);
  refuseOneMore(members.length, except);
  const judged = new Set(members.map(({ passwordHash }) => passwordHash));
  return async (tx) => {
    const now = await lockAddress(tx, email);
    for (const { memberId, passwordHash } of now) {
      if (memberId !== except && !judged.has(passwordHash) && (await verifyPassword(password, passwordHash))) throw known(field);
    }
    refuseOneMore(now.length, except);
  };
}

function refuseOneMore(members: number, except: string | null): void {
  if (except === null && members >= mostWithOneAddress) throw fail('rate_limited', { message: 'Too many attempts.', retryAfterSeconds: 86_400 });
}

function known(field: string): Failure {
  return fail('invalid_field', { field, message: 'You sign in to another organization with this address and this password.', fix: 'Choose another password here: it says which organization you mean.' });
}
