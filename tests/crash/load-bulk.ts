/** Bulk transfers of the caller's day: one that is paid at another bank and between its own accounts, or one for tomorrow that is taken back. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Acknowledged, Caller } from './caller.ts';

export type LoadedBatch = { batchId: string; payments: number; confirmed: boolean };

/** NIP code of the operator's bank, where nothing else is configured. */
const ownBank = '999998';

/** Sends, waits for the names, confirms; `noted` keeps refusals and says whether the answer was a success. */
export async function bulkTurn(caller: Caller, accounts: { from: string; to: string }, batches: LoadedBatch[], noted: (answer: Acknowledged) => boolean, later: boolean): Promise<void> {
  const scheduledFor = new Date(Date.now() + 86_400_000).toISOString();
  const created = await caller.send('/transfer/bulk', {
    sourceAccountNumber: accounts.from, ...(later ? { scheduledFor } : {}),
    items: [
      { beneficiaryAccountNumber: '0123456789', beneficiaryBankCode: '058', amount: 11 },
      { beneficiaryAccountNumber: '0123456788', beneficiaryBankCode: '044', amount: 12 },
      { beneficiaryAccountNumber: accounts.to, beneficiaryBankCode: ownBank, amount: 13 },
    ],
  });
  if (!noted(created)) return;
  const batch: LoadedBatch = { batchId: String(created.data['batchId']), payments: 3, confirmed: false };
  batches.push(batch);
  if (!(await isReady(caller, batch.batchId))) return;
  const sent = await caller.send(`/transfer/bulk/${batch.batchId}/otp`, {});
  if (!noted(sent)) return;
  batch.confirmed = noted(await caller.send(`/transfer/bulk/${batch.batchId}/validate`, { otpReferenceId: sent.data['otpReferenceId'], otp: '123456' }));
  if (later && batch.confirmed) noted(await caller.send(`/transfer/bulk/${batch.batchId}/cancel`, {}));
}

async function isReady(caller: Caller, batchId: string): Promise<boolean> {
  for (let looks = 0; looks < 600; looks += 1) {
    if ((await caller.get(`/transfer/bulk/${batchId}`))['state'] === 'ready') return true;
    await pause(50);
  }
  return false;
}

type Row = { batch_id: string; state: string; transfers: number; untold: number };

/** A confirmed batch has each payment exactly once and is completed, which was told once; another has none. */
export async function compareBatches(client: pg.Client, batches: readonly LoadedBatch[]): Promise<string[]> {
  const { rows } = await client.query<Row>(`
    select b.batch_id, b.state, (select count(*)::int from openteller.transfer t where t.tenant_id = b.tenant_id and t.batch_id = b.batch_id) as transfers,
      1 - (select count(*)::int from openteller.event e where e.tenant_id = b.tenant_id and e.subject = b.batch_id and e.kind = 'transfer.batch_completed') as untold
    from openteller.transfer_batch b`);
  const found = new Map(rows.map((row) => [row.batch_id, row]));
  return batches.flatMap(({ batchId, payments, confirmed }) => {
    const row = found.get(batchId);
    if (row === undefined) return [`bulk transfer ${batchId} was acknowledged and is not there`];
    const fits = confirmed ? row.transfers === payments && row.state === 'completed' && row.untold === 0 : row.transfers === 0;
    return fits ? [] : [`bulk transfer ${batchId}, ${confirmed ? 'confirmed' : 'not confirmed'}, is ${row.state} with ${row.transfers} transfers and ${1 - row.untold} events of its end`];
  });
}
