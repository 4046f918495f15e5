/** Members sign in to the dashboard. Passwords are kept as argon2id (19 MiB, two passes: OWASP's first choice). */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Ids } from '#src/lib/ids.ts';

export const memberRoles = ['owner', 'admin', 'developer', 'operations', 'compliance', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];
export type Member = { organizationId: string; memberId: string; email: string; role: MemberRole };

const derive = promisify(argon2);
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const;
const longestPassword = 200;

/** PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...cost, message: password, nonce });
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`;
}

/** Is this the password behind the hash? Costs what the hash itself says; false for a hash of another form. */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{22,88})$/.exec(passwordHash);
  if (match === null || password.length > longestPassword) return false;
  const [, memory = '', passes = '', parallelism = '', nonce = '', hash = ''] = match;
  const wanted = Buffer.from(hash, 'base64');
  const derived = await derive('argon2id', {
    message: password, nonce: Buffer.from(nonce, 'base64'), memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: wanted.length,
  });
  return timingSafeEqual(derived, wanted);
}

/** The member with this e-mail address and password, or null. An unknown address takes as long as a wrong password. */
export async function findMember(db: Database, email: string, password: string): Promise<Member | null> {
  const [row] = await db.across('directory', (tx) => tx.rows<Member & { passwordHash: string }>(sql`
    select organization_id as "organizationId", member_id as "memberId", email, role, password_hash as "passwordHash" from member where lower(email) = lower(${email})`));
  if (row === undefined) {
    await hashPassword(password.slice(0, longestPassword));
    return null;
  }
  const { passwordHash, ...member } = row;
  return (await verifyPassword(password, passwordHash)) ? member : null;
}

export async function createMember(db: Database, ids: Ids, member: { organizationId: string; email: string; password: string; role: MemberRole }): Promise<void> {
  const passwordHash = await hashPassword(member.password);
  await db.across('directory', (tx) => tx.execute(sql`
    insert into member (organization_id, member_id, email, password_hash, role, created_at)
    values (${member.organizationId}, ${ids.newId('mem')}, ${member.email}, ${passwordHash}, ${member.role}, ${tx.now})`));
}
