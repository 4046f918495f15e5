/** Entries by their ids, whatever they are: holds, what became of them, and entries that moved at once. */
import type { ReadTx } from '#src/db/database.ts';
import { idsOf, sql } from '#src/db/sql.ts';
import type { Posting } from './postings.ts';

export type LedgerEntry = Omit<Posting, 'reference'> & { at: Date };

/** In the order in which they were written; a hold and what resolved it are two entries. Ids that no entry has are left out. */
export async function entriesById(tx: ReadTx, entryIds: readonly string[]): Promise<LedgerEntry[]> {
  return tx.rows<LedgerEntry>(sql`
    select ledger_entry_id as "entryId", kind, pending_id as "pendingId", debit_account as "debitAccount", credit_account as "creditAccount", amount_kobo as "amountKobo", code, narration, created_at as at
    from ledger_entry join ${idsOf(tx, entryIds)} on tenant_id = of_tenant and ledger_entry_id = of_id order by created_at, ledger_entry_id`);
}
