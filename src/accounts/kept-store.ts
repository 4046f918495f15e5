/** The SQL of what could not be spent of an account at a moment of the past. */
import type { ReadTx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';

/** Kobo, just before the moment. */
export type Kept = { held: bigint; liens: bigint };

/**
 * Held is what was confirmed before the moment and had not ended by it; under a lien what was placed before and not yet released.
 * What moved at once was confirmed and ended at one instant, and so was never held.
 */
export async function readKeptAt(tx: ReadTx, accountNumber: string, moment: Date): Promise<Kept> {
  const [row] = await tx.rows<Kept>(sql`
    select
      (select coalesce(sum(kobo), 0)::bigint from (${heldAt(tx, accountNumber, moment)}) as held) as held,
      (select coalesce(sum(amount_kobo), 0)::bigint from lien
        where tenant_id = ${tx.tenantId} and account_number = ${accountNumber} and created_at < ${moment} and (released_at is null or released_at >= ${moment})) as liens`);
  return row ?? { held: 0n, liens: 0n };
}

/**
 * Transfers that were held just before the moment, without looking at all that went before. Each is of one kind:
 *
 *   not over yet                                          it has a next step or is in review; so does all that waits
 *   over, more than ten minutes after it was confirmed    an index by its end holds these alone
 *   over sooner, but confirmed more than ten minutes      confirmed within the ten minutes before the moment: an index
 *   after it was initiated (scheduled ones)               by the confirmation holds these alone
 *   the rest, nearly all                                  initiated within the twenty minutes before the moment
 */
function heldAt(tx: ReadTx, accountNumber: string, moment: Date): Sql {
  const ago = (minutes: number): Date => new Date(moment.getTime() - minutes * 60_000);
  const sum = sql`select amount_kobo + fee_kobo + vat_kobo + duty_kobo as kobo from transfer where tenant_id = ${tx.tenantId} and source_account_number = ${accountNumber}`;
  const held = sql`authorised_at < ${moment}::timestamptz and settled_at >= ${moment}::timestamptz`;
  const [settledSoon, settledLate] = [sql`settled_at - authorised_at <= interval '10 minutes'`, sql`settled_at - authorised_at > interval '10 minutes'`];
  const [begunSoon, begunLate] = [sql`authorised_at - initiated_at <= interval '10 minutes'`, sql`authorised_at - initiated_at > interval '10 minutes'`];
  // Apart, so that the two small indexes of what is open serve it and no account's long history does.
  return sql`
    with open as materialized (
      select source_account_number, amount_kobo + fee_kobo + vat_kobo + duty_kobo as kobo, authorised_at, settled_at from transfer where tenant_id = ${tx.tenantId} and next_at is not null
      union all
      select source_account_number, amount_kobo + fee_kobo + vat_kobo + duty_kobo, authorised_at, settled_at from transfer where tenant_id = ${tx.tenantId} and state = 'REVIEW' and next_at is null
    )
    select kobo from open where source_account_number = ${accountNumber} and authorised_at < ${moment}::timestamptz and settled_at is null
    union all
    ${sum} and ${settledLate} and ${held}
    union all
    ${sum} and ${begunLate} and ${settledSoon} and authorised_at >= ${ago(10)}::timestamptz and ${held}
    union all
    ${sum} and ${begunSoon} and ${settledSoon} and initiated_at >= ${ago(20)}::timestamptz and initiated_at < ${moment}::timestamptz and ${held}`;
}
