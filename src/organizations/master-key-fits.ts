/** Is this the MASTER_KEY the database was sealed with? With a wrong one the program would start, and fail at every request. */
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { EnvelopeError } from '#src/lib/envelope.ts';
import type { Keyring } from './keyring.ts';

/** True for a database without tenants. @throws when the database cannot be asked. */
export async function masterKeyFits(db: Database, keyring: Keyring): Promise<boolean> {
  const [tenant] = await db.across('directory', (tx) => tx.rows<{ tenant_id: string }>(sql`select tenant_id from tenant order by tenant_id limit 1`));
  if (tenant === undefined) return true;
  try {
    await keyring.of(tenant.tenant_id);
    return true;
  } catch (error) {
    if (error instanceof EnvelopeError) return false;
    throw error;
  }
}
