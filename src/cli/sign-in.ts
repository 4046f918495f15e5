/** Who may decide what waits for people, signed in. */
import type { App } from '#src/app.ts';
import { findMember, type Member, type MemberRole } from '#src/organizations/members.ts';
import { askSecret } from './ask-secret.ts';
import { UsageError } from './usage-error.ts';

const mayDecide: ReadonlySet<MemberRole> = new Set(['owner', 'admin', 'operations', 'compliance']);

/** The member with this address, of one of these roles; the password comes from REVIEW_PASSWORD or is asked for. @throws UsageError */
export async function signIn(db: App['ctx']['db'], email: string, roles: ReadonlySet<MemberRole> = mayDecide): Promise<Member> {
  const password = process.env['REVIEW_PASSWORD'] ?? (await askSecret(`Password of ${email}: `));
  if (password === null) throw new UsageError('No password was given: type it, or set REVIEW_PASSWORD.');
  const member = await findMember(db, email, password);
  if (member === null) throw new UsageError('The e-mail address or the password is wrong.');
  if (!roles.has(member.role)) throw new UsageError(`The role ${member.role} may not decide; ${[...roles].join(', ')} may.`);
  return member;
}
