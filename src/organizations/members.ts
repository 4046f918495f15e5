/** Members sign in to the dashboard. Passwords are kept as argon2id (19 MiB, two passes: OWASP's first choice). */
import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Ids } from '#src/lib/ids.ts';

const derive = promisify(argon2);
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const;

/** PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...cost, message: password, nonce });
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`;
}

export async function createMember(db: Database, ids: Ids, member: { organizationId: string; email: string; password: string; role: 'owner' }): Promise<void> {
  const passwordHash = await hashPassword(member.password);
  await db.across('directory', (tx) => tx.execute(sql`
    insert into member (organization_id, member_id, email, password_hash, role, created_at)
    values (${member.organizationId}, ${ids.newId('mem')}, ${member.email}, ${passwordHash}, ${member.role}, ${tx.now})`));
}
