/** Makes one transfer in a hundred, of those that `writeTransfers` wrote, the only payment of a bulk transfer that is completed. */
import type pg from 'pg';

/** Of the transfer of this number times a hundred and fifty. */
export const batchOf = (number: number): string => `bat_${(number * 100 + 50).toString(16).padStart(32, '0')}`;

/** Those over the rail that succeeded. */
const chosen = `tenant_id = $1 and right(name_enquiry_session_id, 2) = '50' and not on_us and state = 'COMPLETED'`;

const statements: readonly string[] = [
  `insert into transfer_batch (tenant_id, batch_id, state, source_account_number, customer_id, item_count, item_kobo, content_hash, payment_count, payment_kobo, charge_kobo, created_at, expires_at, ready_at, confirmed_at, ended_at)
   select tenant_id, 'bat_' || right(transaction_id, 32), 'completed', source_account_number, customer_id, 1, amount_kobo, sha256('content'), 1, amount_kobo, fee_kobo + vat_kobo + duty_kobo,
     initiated_at, initiated_at + interval '1 day', initiated_at, initiated_at, settled_at from transfer where ${chosen}`,
  `insert into transfer_batch_item (tenant_id, batch_id, position, line, beneficiary_account_number, beneficiary_bank_code, beneficiary_bank_code_sent, amount_kobo, narration, state, answered_at,
     account_name, on_us, session_id, rail_session_id, fee_kobo, vat_kobo, duty_kobo, transaction_id)
   select tenant_id, 'bat_' || right(transaction_id, 32), 1, 1, beneficiary_account_number, beneficiary_bank_code, beneficiary_bank_code_sent, amount_kobo, narration, 'accepted', initiated_at,
     beneficiary_account_name, on_us, name_enquiry_session_id, name_enquiry_session_id, fee_kobo, vat_kobo, duty_kobo, transaction_id from transfer where ${chosen}`,
  `update transfer set batch_id = 'bat_' || right(transaction_id, 32) where ${chosen}`,
];

/** `client` is the database's owner, with the schema on its path. */
export async function writeBatches(client: pg.Client, tenantId: string): Promise<void> {
  for (const text of statements) await client.query(text, [tenantId]);
}
