/** Takes a bulk transfer back: whole before its OTP, and afterwards those payments that have not started. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { cancelled, failed } from '#src/transfers/payment-events.ts';
import { asCancelled } from '#src/transfers/schedule.ts';
import { lockTransfers, saveTransfers } from '#src/transfers/store.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { Batch } from './batch.ts';
import { holdBatch, stateRefusal } from './find-batch.ts';
import { selectItemsOf, stopEnquiries } from './item-store.ts';
import { lookAgainAt, markEnded } from './store.ts';
import type { batchParams } from './wire.ts';

export async function cancelBatch(ctx: Context, request: RouteRequest<unknown, z.output<typeof batchParams>>): Promise<Answer> {
  const { batchId } = request.params;
  const answer = await ctx.requests.once(request, {}, async (tx) => {
    const batch = await holdBatch(tx, batchId);
    if (batch.state === 'processing') return cancelRest(ctx, tx, batch);
    if ((batch.state !== 'enquiring' && batch.state !== 'ready') || batch.expiresAt <= tx.now) throw stateRefusal(batch, tx.now);
    await stopEnquiries(tx, batchId);
    await markEnded(tx, batchId, [batch.state], 'cancelled');
    return success({ batchId, state: 'cancelled', cancelled: batch.paymentCount ?? batch.itemCount, started: 0 }, { message: 'Bulk transfer cancelled' });
  });
  ctx.wake('transfer_batch');
  ctx.wake('webhook_delivery');
  return answer;
}

/** A payment that a worker starts at this moment is either started or cancelled: its row is locked by one of both. */
async function cancelRest(ctx: Context, tx: Tx, batch: Batch): Promise<Answer> {
  const { batchId } = batch;
  const items = await selectItemsOf(tx, batchId);
  const transfers = [...(await lockTransfers(tx, items.flatMap((item) => item.transactionId ?? []))).values()];
  const waiting = transfers.filter((transfer) => transfer.state === 'SCHEDULED');
  const ended = waiting.map((transfer) => asCancelled(transfer, tx.now));
  await saveTransfers(tx, ended);
  await emit(tx, ctx.ids, ended.flatMap((transfer) => [cancelled(transfer), failed(transfer)]));
  await lookAgainAt(tx, batchId, tx.now);
  crashPoint('bulk.rest_cancelled');
  return success({ batchId, state: batch.state, cancelled: ended.length, started: transfers.length - ended.length }, { message: 'Payments that had not started are cancelled' });
}
