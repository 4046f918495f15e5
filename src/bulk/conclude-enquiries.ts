/** The moment every name of a bulk transfer is answered: its content is fixed, and who sent it is told. */
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type Batch, contentOf } from './batch.ts';
import { batchCompleted, batchReady } from './batch-events.ts';
import { selectItemsOf } from './item-store.ts';
import { markEnded, markReady } from './store.ts';

/** The caller holds the batch, which is enquiring. A batch of which nothing was accepted is over: there is nothing to confirm. */
export async function concludeEnquiries(ctx: Context, tx: Tx, batch: Batch): Promise<void> {
  const content = contentOf(batch, await selectItemsOf(tx, batch.batchId));
  await markReady(tx, batch.batchId, content);
  if (content.payments === 0) await markEnded(tx, batch.batchId, ['ready'], 'completed');
  await emit(tx, ctx.ids, [content.payments === 0 ? batchCompleted(batch, content, { succeeded: 0, failed: batch.itemCount }) : batchReady(batch, content)]);
  crashPoint('bulk.concluded');
}
