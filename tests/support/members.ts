/** Members of a test's organization who sign in. */
import { createMember, findMember, type Member, type MemberRole } from '#src/organizations/members.ts';
import type { TestApp, TestTenant } from './test-app.ts';

export const memberPassword = 'a long enough password';

export const emailOf = (name: string): string => `${name}@demo.example`;

/** A new member, signed in. */
export async function join(app: TestApp, tenant: TestTenant, name: string, role: MemberRole): Promise<Member> {
  const email = emailOf(name);
  await createMember(app.db, app.app.ctx.ids, { organizationId: tenant.organizationId, email, password: memberPassword, role });
  const member = await findMember(app.db, email.toUpperCase(), memberPassword);
  if (member === null) throw new Error('The member does not sign in.');
  return member;
}
