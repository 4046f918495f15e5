/** The whole filtered list of transfers as a stream: CSV, or one JSON record on each line. */
import type { Context } from '#src/context.ts';
import type { Answer } from '#src/http/route.ts';
import { csvLine } from '#src/lib/csv.ts';
import { listTransfersAfter, type TransferFilter } from './list-store.ts';
import type { Transfer } from './transfer.ts';
import { toTransferData } from './wire.ts';

export const exportMedia = ['text/csv', 'application/x-ndjson'] as const;

/** Rows read at once: what one export holds in memory, however long the list is. */
const rowsAtOnce = 500;

type Read = (after: Transfer | null) => Promise<{ transfers: Transfer[]; now: Date }>;
type Format = { head: string; row(transfer: Transfer, now: Date): string };

/**
 * Every transfer the filter finds, newest first. Each page is a read of its own, so that a caller who reads slowly holds
 * no transaction open: transfers initiated after the start are not in it, and each one stands as it was when its page was read.
 */
export async function exportTransfers(ctx: Context, tenantId: string, filter: TransferFilter, media: (typeof exportMedia)[number]): Promise<Answer> {
  const read: Read = (after) => ctx.db.read(tenantId, async (tx) => ({ transfers: await listTransfersAfter(tx, filter, after, rowsAtOnce), now: tx.now }));
  // The first page is read before the answer begins: what fails there is still told as a refusal.
  const first = await read(null);
  return {
    httpStatus: 200,
    body: '',
    contentType: `${media}; charset=utf-8`,
    headers: { 'content-disposition': `attachment; filename="transfers.${media === 'text/csv' ? 'csv' : 'ndjson'}"` },
    stream: chunks(first, read, media === 'text/csv' ? csvRows : jsonLines),
  };
}

async function* chunks(first: Awaited<ReturnType<Read>>, read: Read, { head, row }: Format): AsyncIterable<string> {
  if (head !== '') yield head;
  let page = first;
  for (;;) {
    const { transfers, now } = page;
    if (transfers.length > 0) yield transfers.map((transfer) => row(transfer, now)).join('');
    const last = transfers.at(-1);
    if (last === undefined || transfers.length < rowsAtOnce) return;
    page = await read(last);
  }
}

const jsonLines: Format = { head: '', row: (transfer, now) => `${JSON.stringify(toTransferData(transfer, now))}\n` };

const columns = [
  'transactionId', 'kind', 'status', 'stage', 'amount', 'fee', 'vat', 'stampDuty', 'currency', 'customerId', 'sourceAccountNumber', 'beneficiaryAccountName', 'beneficiaryAccountNumber',
  'beneficiaryBankCode', 'narration', 'sessionId', 'responseCode', 'reason', 'initiatedAt', 'authorizedAt', 'sentAt', 'completedAt', 'reversedAt', 'scheduledFor',
] as const;

const csvRows: Format = {
  head: csvLine(columns),
  row(transfer, now) {
    const data = toTransferData(transfer, now);
    return csvLine(columns.map((column) => data[column]));
  },
};
