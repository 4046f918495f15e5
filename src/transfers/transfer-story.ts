/** Everything that is known of one transfer, from its name enquiry to the events it made. Reads only. */
import type { ReadTx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { type EventBrief, eventsAbout } from '#src/events/events-about.ts';
import { entriesById, type LedgerEntry } from '#src/ledger/entries-by-id.ts';
import { type AuditRow, lastAudit } from '#src/organizations/audit.ts';
import { codesOfTransfer, type SentCode } from '#src/otp/codes-of-transfer.ts';
import { type ReversalVote, selectReversalVotes } from './reversal-store.ts';
import { selectVotes, type Vote } from './review-store.ts';
import { selectToldAttempt, selectToldEnquiries, selectToldExceptions, type ToldAttempt, type ToldEnquiry, type ToldException } from './story-store.ts';
import { entryIdsOf } from './ledger-legs.ts';
import { selectTransfer } from './store.ts';
import { confirmWithinSeconds, type Transfer } from './transfer.ts';

export type TransferStory = {
  transfer: Transfer;
  /** The one that was confirmed, and the one that was made anew at a scheduled start. */
  enquiries: readonly ToldEnquiry[];
  /** None of a payment of a bulk transfer: its batch was confirmed. */
  codes: readonly SentCode[];
  /** Null: nothing was ever to be sent. */
  attempt: ToldAttempt | null;
  entries: readonly LedgerEntry[];
  events: readonly EventBrief[];
  /** Since when, and why, people must decide; the newest time. */
  review: AuditRow | null;
  votes: readonly Vote[];
  reversalVotes: readonly ReversalVote[];
  exceptions: readonly ToldException[];
};

/** @throws Failure transaction_not_found */
export async function readTransferStory(tx: ReadTx, transactionId: string): Promise<TransferStory> {
  const transfer = await selectTransfer(tx, transactionId);
  if (transfer === undefined) throw fail('transaction_not_found');
  const { sourceAccountNumber: accountNumber, initiatedAt: from, nameEnquirySessionId, startEnquirySessionId } = transfer;
  const [enquiries, codes, attempt, entries, events, review, votes, reversalVotes, exceptions] = await Promise.all([
    selectToldEnquiries(tx, [nameEnquirySessionId, ...(startEnquirySessionId === null ? [] : [startEnquirySessionId])]),
    codesOfTransfer(tx, { transactionId, accountNumber, from, until: new Date(from.getTime() + confirmWithinSeconds * 1000) }),
    selectToldAttempt(tx, transactionId),
    entriesById(tx, entryIdsOf(transactionId)),
    eventsAbout(tx, transactionId),
    lastAudit(tx, { subject: transactionId, actions: ['transfer.review'] }),
    selectVotes(tx, transactionId),
    selectReversalVotes(tx, transactionId),
    selectToldExceptions(tx, transactionId),
  ]);
  return { transfer, enquiries, codes, attempt, entries, events, review: review ?? null, votes, reversalVotes, exceptions };
}
