/** The SQL of what could not be spent of an account at a moment of the past. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

/** Kobo, just before the moment. */
export type Kept = { held: bigint; liens: bigint };

/**
 * Held is what was confirmed before the moment and had not ended by it; under a lien what was placed before and not yet released.
 * Reads the account's transfers up to the moment, not its entries. What moved at
 * once was confirmed and ended at one instant, and so was never held.
 */
export async function readKeptAt(tx: ReadTx, accountNumber: string, moment: Date): Promise<Kept> {
  const [row] = await tx.rows<Kept>(sql`
    select
      (select coalesce(sum(amount_kobo + fee_kobo + vat_kobo + duty_kobo), 0)::bigint from transfer
        where tenant_id = ${tx.tenantId} and source_account_number = ${accountNumber} and initiated_at < ${moment} and authorised_at < ${moment}
          and (settled_at is null or settled_at >= ${moment})) as held,
      (select coalesce(sum(amount_kobo), 0)::bigint from lien
        where tenant_id = ${tx.tenantId} and account_number = ${accountNumber} and created_at < ${moment} and (released_at is null or released_at >= ${moment})) as liens`);
  return row ?? { held: 0n, liens: 0n };
}
