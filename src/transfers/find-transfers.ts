/** What others may know of transfers, by id. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type TransferBrief = {
  transactionId: string;
  /** NIP session id; null before the rail answered. */
  sessionId: string | null;
  sourceAccountNumber: string;
  beneficiaryAccountName: string;
  beneficiaryAccountNumber: string;
  /** NIP code. */
  beneficiaryBankCode: string;
};

/** Transfers of this tenant; unknown ids are left out. */
export async function findTransfers(tx: ReadTx, transactionIds: readonly string[]): Promise<Map<string, TransferBrief>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await tx.rows<TransferBrief>(sql`
    select transaction_id as "transactionId", rail_session_id as "sessionId", source_account_number as "sourceAccountNumber", beneficiary_account_name as "beneficiaryAccountName",
      beneficiary_account_number as "beneficiaryAccountNumber", beneficiary_bank_code as "beneficiaryBankCode"
    from transfer where tenant_id = ${tx.tenantId} and transaction_id = any(${[...transactionIds]}::text[])`);
  return new Map(rows.map((row) => [row.transactionId, row]));
}
