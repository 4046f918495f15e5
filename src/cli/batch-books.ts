/** Bulk transfers against the transfers they became. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

const shown = 100;

/**
 * Each accepted payment of a bulk transfer that was confirmed is one transfer of it: of the same amount and charges, from the same account to the same one. And no
 * transfer belongs to a bulk transfer without being one of its payments.
 */
export async function batches(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string; batch_id: string; position: number | null; state: string | null; transaction_id: string | null; batch_state: string | null }>(sql`
    with item as (
      select i.*, b.state as batch_state, b.source_account_number from transfer_batch_item i join transfer_batch b on b.tenant_id = i.tenant_id and b.batch_id = i.batch_id
    ), paid as (select * from transfer where batch_id is not null)
    select coalesce(i.tenant_id, t.tenant_id) as tenant_id, coalesce(i.batch_id, t.batch_id) as batch_id, i.position, i.state, coalesce(t.transaction_id, i.transaction_id) as transaction_id, i.batch_state
    from item i full join paid t on t.tenant_id = i.tenant_id and t.transaction_id = i.transaction_id
    where case
      when t.transaction_id is null then i.transaction_id is not null or (i.state = 'accepted' and i.batch_state in ('processing', 'completed'))
      when i.batch_id is null then true
      else i.batch_id <> t.batch_id or i.state <> 'accepted' or i.batch_state not in ('processing', 'completed', 'cancelled') or i.amount_kobo <> t.amount_kobo
        or i.fee_kobo + i.vat_kobo + i.duty_kobo <> t.fee_kobo + t.vat_kobo + t.duty_kobo or i.source_account_number <> t.source_account_number
        or i.beneficiary_account_number <> t.beneficiary_account_number or i.beneficiary_bank_code <> t.beneficiary_bank_code
    end
    limit ${shown}`);
  return rows.map((row) => {
    if (row.position === null) return `${row.tenant_id}: transfer ${row.transaction_id ?? ''} is no payment of its bulk transfer ${row.batch_id}`;
    const payment = `${row.tenant_id}: payment ${row.position} of bulk transfer ${row.batch_id}, which is ${row.batch_state ?? 'unknown'}, is ${row.state ?? 'unknown'}`;
    return row.transaction_id === null ? `${payment} and has no transfer` : `${payment} and differs from transfer ${row.transaction_id}`;
  });
}
