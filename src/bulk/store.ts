/** The SQL of bulk transfers. Their payments are in item-store.ts. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import { type Bounds, type LongList, type Page, timeIn, wholeOf } from '#src/lists/long-list.ts';
import { type ListTx, readPage } from '#src/lists/marks.ts';
import type { Batch, BatchState, Content } from './batch.ts';

const columns: Sql = sql`batch_id as "batchId", state, source_account_number as "sourceAccountNumber", customer_id as "customerId", reference,
  scheduled_for as "scheduledFor", scenario, item_count as "itemCount", item_kobo as "itemKobo", content_hash as "contentHash", payment_count as "paymentCount",
  payment_kobo as "paymentKobo", charge_kobo as "chargeKobo", created_at as "createdAt", expires_at as "expiresAt", ready_at as "readyAt", confirmed_at as "confirmedAt",
  ended_at as "endedAt", lease_version as "leaseVersion"`;

export type NewBatch = Pick<Batch, 'batchId' | 'sourceAccountNumber' | 'customerId' | 'reference' | 'scheduledFor' | 'scenario' | 'itemCount' | 'itemKobo' | 'expiresAt'>;

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await tx.execute(sql`
    insert into transfer_batch (tenant_id, batch_id, state, source_account_number, customer_id, reference, scheduled_for, scenario, item_count, item_kobo, created_at, expires_at, next_at)
    values (${tx.tenantId}, ${batch.batchId}, 'enquiring', ${batch.sourceAccountNumber}, ${batch.customerId}, ${batch.reference}, ${batch.scheduledFor}, ${batch.scenario},
      ${batch.itemCount}, ${batch.itemKobo}, ${tx.now}, ${batch.expiresAt}, ${batch.expiresAt})`);
}

export async function selectBatches(tx: ReadTx, batchIds: readonly string[]): Promise<Map<string, Batch>> {
  const rows = await tx.rows<Batch>(sql`
    select ${columns} from transfer_batch where tenant_id = ${tx.tenantId} and batch_id = any(${[...new Set(batchIds)]}::text[])`);
  return new Map(rows.map((row) => [row.batchId, row]));
}

/** Holds these batches until the transaction ends, in id order; unknown ids are left out. A batch is locked before its transfers. */
export async function lockBatches(tx: Tx, batchIds: readonly string[]): Promise<Map<string, Batch>> {
  const rows = await tx.rows<Batch>(sql`
    select ${columns} from transfer_batch where tenant_id = ${tx.tenantId} and batch_id = any(${[...new Set(batchIds)]}::text[])
    order by batch_id for no key update`);
  return new Map(rows.map((row) => [row.batchId, row]));
}

/** Newest first. */
export async function listBatches(tx: ListTx, state: BatchState | null, page: Page): Promise<{ total: number; batches: Batch[] }> {
  const list = batchesOf(state);
  const { total, rows } = await readPage(tx, list, wholeOf(list), page, ({ span, limit, skip }) =>
    tx.rows<Batch>(sql`select ${columns} from transfer_batch where ${batchesIn(tx, state, span)} order by created_at desc, batch_id desc limit ${limit} offset ${skip}`));
  return { total, batches: rows };
}

/** Those that are over stay so: up to the oldest that is not, none comes any more. */
function batchesOf(state: BatchState | null): LongList {
  return {
    name: `transfer_batch${state === null ? '' : `/state=${state}`}`,
    idPrefix: null,
    rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from transfer_batch where ${batchesIn(tx, state, span)}`,
    ...(state === null ? {} : { settledBefore: (tx: Asker) => (over.includes(state) ? firstOpen(tx) : Promise.resolve(null)) }),
  };
}

const over: readonly BatchState[] = ['completed', 'cancelled', 'expired'];

/** Open ones alone have a next step. */
async function firstOpen(tx: Asker): Promise<string> {
  const [first] = await tx.rows<{ at: Date | null }>(sql`select min(created_at) as at from transfer_batch where tenant_id = ${tx.tenantId} and next_at is not null`);
  return first?.at?.toISOString() ?? wholeOf(batchesOf(null)).to;
}

function batchesIn(tx: Asker, state: BatchState | null, span: Bounds): Sql {
  return sql`tenant_id = ${tx.tenantId} ${state === null ? sql`` : sql`and state = ${state}`} and ${timeIn(sql`created_at`, span)}`;
}

/** Every name is answered: the content is fixed from here on. The caller holds the batch, as for each change of state below. */
export async function markReady(tx: Tx, batchId: string, content: Content): Promise<void> {
  changeOne(await tx.execute(sql`
    update transfer_batch set state = 'ready', content_hash = ${content.hash}, payment_count = ${content.payments}, payment_kobo = ${content.paymentKobo},
      charge_kobo = ${content.chargeKobo}, ready_at = ${tx.now}, next_at = expires_at
    where tenant_id = ${tx.tenantId} and batch_id = ${batchId} and state = 'enquiring'`));
}

/** Confirmed; its payments start at `startAt`. */
export async function markProcessing(tx: Tx, batchId: string, startAt: Date): Promise<void> {
  changeOne(await tx.execute(sql`
    update transfer_batch set state = 'processing', confirmed_at = ${tx.now}, next_at = ${startAt}
    where tenant_id = ${tx.tenantId} and batch_id = ${batchId} and state = 'ready'`));
}

export async function markEnded(tx: Tx, batchId: string, from: readonly BatchState[], to: 'completed' | 'cancelled' | 'expired'): Promise<void> {
  changeOne(await tx.execute(sql`
    update transfer_batch set state = ${to}, ended_at = ${tx.now}, next_at = null
    where tenant_id = ${tx.tenantId} and batch_id = ${batchId} and state = any(${[...from]}::text[])`));
}

/** When the worker looks again at a batch in work. */
export async function lookAgainAt(tx: Tx, batchId: string, at: Date): Promise<void> {
  changeOne(await tx.execute(sql`
    update transfer_batch set next_at = ${at} where tenant_id = ${tx.tenantId} and batch_id = ${batchId} and state = 'processing'`));
}

function changeOne(changed: number): void {
  if (changed !== 1) throw new Error('A batch changed under its lock.');
}
