/** The due work of bulk transfers themselves: one that nobody confirmed expires, and one whose payments are all final is completed. */
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { emit } from '#src/events/emit.ts';
import { assertNever, expectPresent } from '#src/lib/assert.ts';
import { isConclusive, publicStatus } from '#src/transfers/transfer.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type DueQueue, type Lease, leaseDue } from '#src/work/due.ts';
import { retrying } from '#src/work/requests.ts';
import { type Batch, lookAgainSeconds } from './batch.ts';
import { batchCompleted } from './batch-events.ts';
import { stopEnquiries, type Tally, tallyItems } from './item-store.ts';
import { lockBatches, lookAgainAt, markEnded } from './store.ts';

export function batchQueue(ctx: Context): DueQueue<Lease> {
  return {
    name: 'transfer_batch',
    table: 'transfer_batch',
    perTenant: 20,
    async claim(tx, limit) {
      const jobs = await leaseDue(tx, 'transfer_batch', limit);
      return { leased: jobs.length, jobs };
    },
    async work(tenantId, lease) {
      await retrying(() => ctx.db.write(tenantId, (tx) => look(ctx, tx, lease)));
      crashPoint('bulk.looked');
      ctx.wake('webhook_delivery');
    },
  };
}

async function look(ctx: Context, tx: Tx, { id, leaseVersion }: Lease): Promise<void> {
  const batch = (await lockBatches(tx, [id])).get(id);
  if (batch === undefined || batch.leaseVersion !== leaseVersion) return;
  switch (batch.state) {
    case 'enquiring':
    case 'ready':
      if (batch.expiresAt > tx.now) return;
      await stopEnquiries(tx, id);
      await markEnded(tx, id, [batch.state], 'expired');
      return;
    case 'processing':
      await completeOrWait(ctx, tx, batch);
      return;
    case 'completed':
    case 'cancelled':
    case 'expired':
      return;
    default:
      assertNever(batch.state);
  }
}

async function completeOrWait(ctx: Context, tx: Tx, batch: Batch): Promise<void> {
  const tallies = await tallyItems(tx, [batch.batchId]);
  if (tallies.some(({ transferState }) => transferState !== null && !isConclusive(transferState))) {
    await lookAgainAt(tx, batch.batchId, new Date(tx.now.getTime() + lookAgainSeconds(batch.leaseVersion) * 1000));
    return;
  }
  await markEnded(tx, batch.batchId, ['processing'], 'completed');
  const count = (fits: (tally: Tally) => boolean): number => tallies.filter(fits).reduce((sum, { payments }) => sum + payments, 0);
  const succeeded = count(({ transferState }) => transferState !== null && publicStatus(transferState) === 'SUCCESS');
  await emit(tx, ctx.ids, [batchCompleted(batch, confirmedContent(batch), { succeeded, failed: batch.itemCount - succeeded })]);
  crashPoint('bulk.completed');
}

function confirmedContent({ contentHash, paymentCount, paymentKobo, chargeKobo }: Batch) {
  return {
    hash: expectPresent(contentHash, 'hash'), payments: expectPresent(paymentCount, 'payments'), paymentKobo: expectPresent(paymentKobo, 'total'), chargeKobo: expectPresent(chargeKobo, 'charges'),
  };
}
