/** Members who run the service: they look across organizations. Beside their role in their own, and given on the command line alone. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { MemberKey } from './members.ts';

/** False: the member was one before. */
export async function makeOperator(tx: Tx, { organizationId, memberId }: MemberKey): Promise<boolean> {
  return (await tx.execute(sql`
    update member set operator_since = ${tx.now} where organization_id = ${organizationId} and member_id = ${memberId} and operator_since is null and removed_at is null`)) === 1;
}

/** False: the member was none. Bites with their next call. */
export async function endOperator(tx: Tx, { organizationId, memberId }: MemberKey): Promise<boolean> {
  return (await tx.execute(sql`
    update member set operator_since = null where organization_id = ${organizationId} and member_id = ${memberId} and operator_since is not null`)) === 1;
}
