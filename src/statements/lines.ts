/** Entries as a statement shows them: what each was for, who was on the other side, and under which session id. */
import { selectAccounts } from '#src/accounts/store.ts';
import { findSenders } from '#src/credits/find-senders.ts';
import type { ReadTx } from '#src/db/database.ts';
import type { AccountEntry } from '#src/ledger/entries.ts';
import type { EntryCode } from '#src/ledger/postings.ts';
import { findTransfers } from '#src/transfers/find-transfers.ts';

export type Line = AccountEntry & {
  /** Booked balance after this entry. */
  balanceKobo: bigint;
  text: string;
  counterparty: string | null;
  sessionId: string | null;
};

const labels = {
  transfer: 'Transfer', fee: 'Transfer fee', vat: 'VAT on fee', duty: 'Stamp duty', credit: 'Credit', return: 'Returned', correction: 'Correction',
} as const satisfies Record<EntryCode, string>;

/** Looks up, in two steps for all of them, what the entries of one account belong to. */
export async function describeEntries(tx: ReadTx, accountNumber: string, entries: readonly (AccountEntry & { balanceKobo: bigint })[]): Promise<Line[]> {
  const credits = entries.flatMap(({ code, reference }) => (code === 'credit' ? [reference] : []));
  const others = entries.flatMap(({ code, reference }) => (code === 'credit' ? [] : [reference]));
  const [senders, transfers] = await Promise.all([findSenders(tx, [...new Set(credits)]), findTransfers(tx, [...new Set(others)])]);
  const payers = [...transfers.values()].flatMap((transfer) => (transfer.sourceAccountNumber === accountNumber ? [] : [transfer.sourceAccountNumber]));
  const accounts = payers.length === 0 ? new Map<string, { name: string }>() : await selectAccounts(tx, [...new Set(payers)]);
  return entries.map((entry) => {
    const transfer = transfers.get(entry.reference);
    const sender = senders.get(entry.reference);
    const isCharge = entry.code === 'fee' || entry.code === 'vat' || entry.code === 'duty';
    const partner = transfer?.sourceAccountNumber === accountNumber ? transfer.beneficiaryAccountName : accounts.get(transfer?.sourceAccountNumber ?? '')?.name;
    return {
      ...entry,
      text: textOf(entry, isCharge) + (sender === undefined || sender.accountNumber === accountNumber ? '' : ` (to ${sender.accountNumber})`),
      counterparty: isCharge ? null : (sender?.senderName ?? partner ?? null),
      sessionId: entry.code === 'credit' ? entry.reference : (transfer?.sessionId ?? null),
    };
  });
}

function textOf({ code, narration }: AccountEntry, isCharge: boolean): string {
  if (narration === '') return labels[code];
  return isCharge ? `${labels[code]}: ${narration}` : narration;
}
