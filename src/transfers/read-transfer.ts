/** Reads transfers. A transfer of another organization answers as one that does not exist. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readSpan } from '#src/http/moment-query.ts';
import { readPage } from '#src/http/page-query.ts';
import { preferredMedia } from '#src/http/preferred-media.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { openList, readLists } from '#src/lists/marks.ts';
import { exportMedia, exportTransfers } from './export-transfers.ts';
import { listTransfers, refuseWideAmount, type TransferFilter } from './list-store.ts';
import { selectTransfer } from './store.ts';
import { type PublicStatus, publicStatus, stages, type Transfer, type TransferState } from './transfer.ts';
import { readAmount, toStatusData, toTransferData, type transferParams } from './wire.ts';
import type { listTransfersQuery } from './list-wire.ts';

type ById = RouteRequest<unknown, z.output<typeof transferParams>>;

export async function getTransferStatus(ctx: Context, request: ById): Promise<Answer> {
  const { transfer, now } = await find(ctx, request);
  return success(toStatusData(transfer, now));
}

export async function getTransfer(ctx: Context, request: ById): Promise<Answer> {
  const { transfer, now } = await find(ctx, request);
  return success(toTransferData(transfer, now));
}

async function find(ctx: Context, request: ById): Promise<{ transfer: Transfer; now: Date }> {
  const [transfer, { now }] = await ctx.db.readShared(request.caller.tenantId, (opening) => {
    opening.lastly();
    return Promise.all([selectTransfer(opening, request.params.transactionId), opening.begun]);
  });
  if (transfer === undefined) throw fail('transaction_not_found');
  return { transfer, now };
}

/** The internal states behind a public status and a stage. */
function statesOf(status: PublicStatus | undefined, stage: string | undefined): TransferState[] | null {
  if (status === undefined && stage === undefined) return null;
  const states = Object.keys(stages).filter((state): state is TransferState => state in stages);
  return states.filter((state) => (status === undefined || publicStatus(state) === status) && (stage === undefined || stages[state] === stage));
}

/** One page of transfers, newest first, or scheduled ones by their time; or all of them as a stream, where the caller accepts CSV or NDJSON. @throws Failure invalid_field for a time that cannot be read or an amount among too many transfers, invalid_amount, missing_field for a page without its number and size */
export async function getTransfers(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof listTransfersQuery>>): Promise<Answer> {
  const { query } = request;
  const scheduled = readSpan(query.scheduledFrom, query.scheduledTo, { from: 'scheduledFrom', to: 'scheduledTo' });
  const filter: TransferFilter = {
    states: statesOf(query.status, query.stage),
    accountNumber: query.accountNumber ?? null,
    customerId: query.customerId ?? null,
    ...readSpan(query.from, query.to),
    scheduledFrom: scheduled.from,
    scheduledTo: scheduled.to,
    ...readAmounts(query),
  };
  if (filter.amountFrom !== null || filter.amountTo !== null) await readLists(ctx.db, request.caller.tenantId, 'read', (tx) => refuseWideAmount(tx, filter));
  const media = preferredMedia(request.headers['accept'], exportMedia);
  if (media !== null) return exportTransfers(ctx, request.caller.tenantId, filter, media);
  const page = readPage(query);
  const [{ total, transfers }, { now }] = await openList(ctx.db, request.caller.tenantId, (opening) =>
    Promise.all([listTransfers(opening, filter, page), opening.begun]));
  return success(transfers.map((transfer) => toTransferData(transfer, now)), { extra: pagingFields(page, total) });
}

/** Both ends count in. @throws Failure invalid_field, also where the span ends before it begins; invalid_amount */
function readAmounts({ amountFrom, amountTo }: z.output<typeof listTransfersQuery>): Pick<TransferFilter, 'amountFrom' | 'amountTo'> {
  const span = {
    amountFrom: amountFrom === undefined ? null : readAmount(amountFrom, '/query/amountFrom'),
    amountTo: amountTo === undefined ? null : readAmount(amountTo, '/query/amountTo'),
  };
  if (span.amountFrom !== null && span.amountTo !== null && span.amountTo < span.amountFrom) throw fail('invalid_field', { field: '/query/amountTo', message: 'amountTo is less than amountFrom.' });
  return span;
}
