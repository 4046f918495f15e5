/** Takes back a transfer that has not started: it waits for its OTP, or for its time. Nothing was held, so nothing is given back. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { cancelled, failed } from './payment-events.ts';
import { asCancelled } from './schedule.ts';
import { lockTransfers, saveTransfers } from './store.ts';
import { type cancelBody, standing, toStatusData } from './wire.ts';

/** Whoever locks the row first, this or its start, decides; the other finds the state that the first one left. */
export async function cancelTransfer(ctx: Context, request: RouteRequest<z.output<typeof cancelBody>>): Promise<Answer> {
  const { transactionId } = request.body;
  const answer = await ctx.requests.once(request, request.body, async (tx) => {
    const transfer = (await lockTransfers(tx, [transactionId])).get(transactionId);
    if (transfer === undefined) throw fail('transaction_not_found', { field: '/transactionId' });
    if (transfer.state !== 'AWAITING_OTP' && transfer.state !== 'SCHEDULED') {
      const details = standing(transfer);
      throw fail('transfer_state_invalid', { message: `The transfer is ${details.stage}; only one that has not started can be cancelled.`, details });
    }
    const ended = asCancelled(transfer, tx.now);
    await saveTransfers(tx, [ended]);
    await emit(tx, ctx.ids, [cancelled(ended), failed(ended)]);
    return success(toStatusData(ended, tx.now), { message: 'Transfer cancelled' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
