/** The events of a bulk transfer. Each payment tells its own story besides, by the events of its transfer. */
import type { NewEvent } from '#src/events/emit.ts';
import type { BatchData } from '#src/events/kinds.ts';
import { nairaNumber } from '#src/lib/money.ts';
import type { Batch, Content } from './batch.ts';

function batchData(batch: Batch, content: Content): BatchData {
  return {
    batchId: batch.batchId, reference: batch.reference, sourceAccountNumber: batch.sourceAccountNumber, count: batch.itemCount, payments: content.payments,
    total: nairaNumber(content.paymentKobo), charges: nairaNumber(content.chargeKobo), currency: 'NGN', hash: content.hash.toString('hex'),
  };
}

export const batchReady = (batch: Batch, content: Content): NewEvent => ({ kind: 'transfer.batch_ready', subject: batch.batchId, sequence: 1, data: batchData(batch, content) });

/** `failed` counts what was refused before it became a transfer, too. */
export const batchCompleted = (batch: Batch, content: Content, ends: { succeeded: number; failed: number }): NewEvent => (
  { kind: 'transfer.batch_completed', subject: batch.batchId, sequence: 2, data: { ...batchData(batch, content), ...ends } }
);
