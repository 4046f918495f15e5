/** Finds the bulk transfer that a request names. Another organization's answers as one that does not exist. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Failure, fail } from '#src/errors.ts';
import type { Batch } from './batch.ts';
import { lockBatches, selectBatches } from './store.ts';

/** @throws Failure record_not_found */
export async function readBatch(tx: ReadTx, batchId: string): Promise<Batch> {
  return found((await selectBatches(tx, [batchId])).get(batchId));
}

/** Holds it until the transaction ends. @throws Failure record_not_found */
export async function holdBatch(tx: Tx, batchId: string): Promise<Batch> {
  return found((await lockBatches(tx, [batchId])).get(batchId));
}

function found(batch: Batch | undefined): Batch {
  if (batch === undefined) throw fail('record_not_found', { message: 'No such bulk transfer.', fix: 'Check the batchId; it comes from the answer to POST /transfer/bulk.' });
  return batch;
}

/** Why the batch is not in the state that a call needs. */
export function stateRefusal(batch: Batch, now: Date): Failure {
  const state = batch.expiresAt <= now && (batch.state === 'enquiring' || batch.state === 'ready') ? 'expired' : batch.state;
  return fail('transfer_state_invalid', {
    message: `The bulk transfer is ${state}.`,
    fix: state === 'enquiring' ? 'Wait for the event transfer.batch_ready, or read GET /transfer/bulk/{batchId} until it is ready.' : 'Read GET /transfer/bulk/{batchId} before doing more.',
    details: { state },
  });
}

/** @throws Failure transfer_state_invalid */
export function requireReady(batch: Batch, now: Date): void {
  if (batch.state !== 'ready' || batch.expiresAt <= now) throw stateRefusal(batch, now);
}
