/** Reads bulk transfers and their payments. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import { preferredMedia } from '#src/http/preferred-media.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { csvLine } from '#src/lib/csv.ts';
import { pageAt, pagingFields } from '#src/lib/paging.ts';
import { readLists } from '#src/lists/marks.ts';
import { type Batch, mostItems } from './batch.ts';
import { readBatch } from './find-batch.ts';
import { type ItemWithTransfer, listItems, tallyItems } from './item-store.ts';
import { listBatches } from './store.ts';
import { type batchParams, itemData, type listBatchesQuery, type listItemsQuery, toBatchData, toItemData } from './wire.ts';

export const itemMedia = ['text/csv'] as const;

type Params = z.output<typeof batchParams>;

/** @throws Failure record_not_found */
export async function getBatch(ctx: Context, request: RouteRequest<unknown, Params>): Promise<Answer> {
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const batch = await readBatch(tx, request.params.batchId);
    return success(toBatchData(batch, await tallyItems(tx, [batch.batchId])));
  });
}

/** One page, newest first. */
export async function getBatches(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof listBatchesQuery>>): Promise<Answer> {
  const page = readPage(request.query);
  return readLists(ctx.db, request.caller.tenantId, 'read', async (tx) => {
    const { total, batches } = await listBatches(tx, request.query.state ?? null, page);
    const tallies = await tallyItems(tx, batches.map((batch) => batch.batchId));
    return success(batches.map((batch) => toBatchData(batch, tallies)), { extra: pagingFields(page, total) });
  });
}

/** One page in the order of the file; or all, where the caller accepts CSV. @throws Failure record_not_found, missing_field */
export async function getItems(ctx: Context, request: RouteRequest<unknown, Params, z.output<typeof listItemsQuery>>): Promise<Answer> {
  const media = preferredMedia(request.headers['accept'], itemMedia);
  const page = media === null ? readPage(request.query) : pageAt(1, mostItems);
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const batch = await readBatch(tx, request.params.batchId);
    const items = await listItems(tx, batch.batchId, page);
    if (media !== null) return csvOf(batch, items);
    return success(items.map((item) => toItemData(batch, item)), { extra: pagingFields(page, batch.itemCount) });
  });
}

/** A batch has at most 1,000 payments, so that its file is made in one piece. */
function csvOf(batch: Batch, items: readonly ItemWithTransfer[]): Answer {
  const columns = itemData.keyof().options;
  const rows = items.map((item) => {
    const data = toItemData(batch, item);
    return csvLine(columns.map((column) => data[column]));
  });
  return {
    httpStatus: 200,
    body: csvLine(columns) + rows.join(''),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${batch.batchId}.csv"` },
  };
}
