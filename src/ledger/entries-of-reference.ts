/** What was booked for one transfer or credit: holds, what became of them, and entries that moved at once. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Posting } from './postings.ts';

export type LedgerEntry = Omit<Posting, 'reference'> & { at: Date };

/** A transfer has about a dozen. */
const mostEntries = 200;

/** In the order in which they were written; a hold and what resolved it are two entries. */
export async function entriesOfReference(tx: ReadTx, reference: string): Promise<LedgerEntry[]> {
  return tx.rows<LedgerEntry>(sql`
    select ledger_entry_id as "entryId", kind, pending_id as "pendingId", debit_account as "debitAccount", credit_account as "creditAccount", amount_kobo as "amountKobo", code, narration, created_at as at
    from ledger_entry where tenant_id = ${tx.tenantId} and reference = ${reference} order by created_at, ledger_entry_id limit ${mostEntries}`);
}
