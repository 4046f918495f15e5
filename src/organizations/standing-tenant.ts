/** What of a sandbox outlives a reset (credentials, webhooks) changes in none that was set aside: the change would be lost, and its caller told that it was made. */
import type { Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { fail } from '#src/errors.ts';

/** No reset until the transaction ends; others may hold the tenant as well. Before anything else is locked. @throws Failure sandbox_reset_meanwhile */
export async function holdTenant(tx: Tx): Promise<void> {
  await hold(tx, sql`for share`);
}

/** The same, one after the other: for whoever counts before they add. @throws Failure sandbox_reset_meanwhile */
export async function lockTenant(tx: Tx): Promise<void> {
  await hold(tx, sql`for no key update`);
}

async function hold(tx: Tx, how: Sql): Promise<void> {
  const standing = await tx.rows(sql`select 1 from tenant where tenant_id = ${tx.tenantId} and retired_at is null ${how}`);
  if (standing.length === 0) throw fail('sandbox_reset_meanwhile');
}
