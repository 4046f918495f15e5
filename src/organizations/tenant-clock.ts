import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';

/** By how many seconds the tenant's clock was moved ahead; 0 in live. */
export async function readAheadSeconds(tx: ReadTx): Promise<number> {
  const { ahead } = expectOne(await tx.rows<{ ahead: bigint }>(sql`select clock_offset_seconds as ahead from tenant where tenant_id = ${tx.tenantId}`), 'tenant');
  return Number(ahead);
}
