/** The SQL of the payments of bulk transfers. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { type Sql, sql } from '#src/db/sql.ts';
import type { TransferState } from '#src/transfers/transfer.ts';
import type { BatchItem, ItemState } from './batch.ts';

const columns: Sql = sql`i.batch_id as "batchId", i.position, i.line, i.beneficiary_account_number as "beneficiaryAccountNumber", i.beneficiary_bank_code as "beneficiaryBankCode",
  i.beneficiary_bank_code_sent as "beneficiaryBankCodeSent", i.given_name as "givenName", i.amount_kobo as "amountKobo", i.narration, i.reference, i.duplicate_of as "duplicateOf",
  i.state, i.reason, i.tries, i.answered_at as "answeredAt", i.account_name as "accountName", i.on_us as "onUs", i.session_id as "sessionId", i.rail_session_id as "railSessionId",
  i.fee_kobo as "feeKobo", i.vat_kobo as "vatKobo", i.duty_kobo as "dutyKobo", i.transaction_id as "transactionId", i.lease_version as "leaseVersion"`;

export type NewItem = Pick<BatchItem,
  'position' | 'line' | 'beneficiaryAccountNumber' | 'beneficiaryBankCode' | 'beneficiaryBankCodeSent' | 'givenName' | 'amountKobo' | 'narration' | 'reference' | 'duplicateOf'
>;

/** Each name is due to be asked at once. */
export async function insertItems(tx: Tx, batchId: string, items: readonly NewItem[]): Promise<void> {
  const column = <Value>(pick: (item: NewItem) => Value): Value[] => items.map(pick);
  await tx.execute(sql`
    insert into transfer_batch_item (tenant_id, batch_id, position, line, beneficiary_account_number, beneficiary_bank_code, beneficiary_bank_code_sent, given_name, amount_kobo,
      narration, reference, duplicate_of, state, next_at)
    select ${tx.tenantId}, ${batchId}, i.position, i.line, i.number, i.bank, i.bank_sent, i.given_name, i.amount, i.narration, i.reference, i.duplicate_of, 'enquiring', ${tx.now}::timestamptz
    from unnest(
      ${column((i) => i.position)}::int[], ${column((i) => i.line)}::int[], ${column((i) => i.beneficiaryAccountNumber)}::text[], ${column((i) => i.beneficiaryBankCode)}::text[],
      ${column((i) => i.beneficiaryBankCodeSent)}::text[], ${column((i) => i.givenName)}::text[], ${column((i) => i.amountKobo)}::bigint[], ${column((i) => i.narration)}::text[],
      ${column((i) => i.reference)}::text[], ${column((i) => i.duplicateOf)}::int[]
    ) as i (position, line, number, bank, bank_sent, given_name, amount, narration, reference, duplicate_of)`);
}

/** Payments under a lease, by its id: batch and position. */
export function selectItems(tx: ReadTx, leaseIds: readonly string[]): Promise<BatchItem[]> {
  const keys = leaseIds.map((id) => id.split(' '));
  return tx.rows<BatchItem>(sql`
    select ${columns} from transfer_batch_item i
    join unnest(${keys.map(([batchId = '']) => batchId)}::text[], ${keys.map(([, position]) => Number(position))}::int[]) as k (batch_id, position)
      on k.batch_id = i.batch_id and k.position = i.position
    where i.tenant_id = ${tx.tenantId}`);
}

/** All payments of a batch in the order of the file; at most 1,000. */
export function selectItemsOf(tx: ReadTx, batchId: string): Promise<BatchItem[]> {
  return tx.rows<BatchItem>(sql`
    select ${columns} from transfer_batch_item i where i.tenant_id = ${tx.tenantId} and i.batch_id = ${batchId} order by i.position limit 1000`);
}

export type ItemAnswer = Pick<BatchItem,
  'batchId' | 'position' | 'leaseVersion' | 'state' | 'reason' | 'accountName' | 'onUs' | 'sessionId' | 'railSessionId' | 'feeKobo' | 'vatKobo' | 'dutyKobo'
> & { /** When to ask again; null where the answer decides. */ nextAt: Date | null };

/** Records answers of banks. One whose lease was overtaken, or whose batch is not asking any more, changes nothing. */
export async function recordAnswers(tx: Tx, answers: readonly ItemAnswer[]): Promise<void> {
  const column = <Value>(pick: (answer: ItemAnswer) => Value): Value[] => answers.map(pick);
  await tx.execute(sql`
    update transfer_batch_item i set state = c.state, reason = c.reason, tries = i.tries + 1, answered_at = case when c.state = 'enquiring' then null else ${tx.now}::timestamptz end,
      account_name = c.account_name, on_us = c.on_us, session_id = c.session_id, rail_session_id = c.rail_session_id, fee_kobo = c.fee, vat_kobo = c.vat, duty_kobo = c.duty, next_at = c.next_at
    from unnest(
      ${column((a) => a.batchId)}::text[], ${column((a) => a.position)}::int[], ${column((a) => a.leaseVersion)}::int[], ${column((a) => a.state)}::text[], ${column((a) => a.reason)}::text[],
      ${column((a) => a.accountName)}::text[], ${column((a) => a.onUs)}::bool[], ${column((a) => a.sessionId)}::text[], ${column((a) => a.railSessionId)}::text[],
      ${column((a) => a.feeKobo)}::bigint[], ${column((a) => a.vatKobo)}::bigint[], ${column((a) => a.dutyKobo)}::bigint[], ${column((a) => a.nextAt)}::timestamptz[]
    ) as c (batch_id, position, lease_version, state, reason, account_name, on_us, session_id, rail_session_id, fee, vat, duty, next_at)
    where i.tenant_id = ${tx.tenantId} and i.batch_id = any(${column((a) => a.batchId)}::text[]) and i.position = any(${column((a) => a.position)}::int[])
      and i.batch_id = c.batch_id and i.position = c.position and i.lease_version = c.lease_version and i.state = 'enquiring' and i.next_at is not null`);
}

/** Batches out of these in which no name is open. */
export async function fullyAnswered(tx: ReadTx, batchIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ batch_id: string }>(sql`
    select b.batch_id from unnest(${[...batchIds]}::text[]) as b (batch_id)
    where not exists (select 1 from transfer_batch_item i where i.tenant_id = ${tx.tenantId} and i.batch_id = b.batch_id and i.state = 'enquiring')
    order by b.batch_id`);
  return rows.map((row) => row.batch_id);
}

/** No name of this batch is asked any more. */
export async function stopEnquiries(tx: Tx, batchId: string): Promise<void> {
  await tx.execute(sql`
    update transfer_batch_item set next_at = null where tenant_id = ${tx.tenantId} and batch_id = ${batchId} and next_at is not null`);
}

/** Ties accepted payments to the transfers they became. @throws when one is one already */
export async function linkTransfers(tx: Tx, batchId: string, links: readonly { position: number; transactionId: string }[]): Promise<void> {
  const positions = links.map((link) => link.position);
  const linked = await tx.execute(sql`
    update transfer_batch_item i set transaction_id = l.transaction_id
    from unnest(${positions}::int[], ${links.map((link) => link.transactionId)}::text[]) as l (position, transaction_id)
    where i.tenant_id = ${tx.tenantId} and i.batch_id = ${batchId} and i.position = any(${positions}::int[]) and i.position = l.position and i.state = 'accepted' and i.transaction_id is null`);
  if (linked !== links.length) throw new Error('A payment of a batch changed under its lock.');
}

export type ItemWithTransfer = BatchItem & { transferState: TransferState | null; responseCode: string | null; failureCode: string | null };

/** A page of payments in the order of the file, with how their transfers stand. */
export function listItems(tx: ReadTx, batchId: string, page: { limit: number; offset: number }): Promise<ItemWithTransfer[]> {
  return tx.rows<ItemWithTransfer>(sql`
    select ${columns}, t.state as "transferState", t.response_code as "responseCode", t.failure_code as "failureCode"
    from transfer_batch_item i left join transfer t on t.tenant_id = i.tenant_id and t.transaction_id = i.transaction_id
    where i.tenant_id = ${tx.tenantId} and i.batch_id = ${batchId} order by i.position limit ${page.limit} offset ${page.offset}`);
}

export type Tally = { batchId: string; state: ItemState; transferState: TransferState | null; payments: number };

/** How many payments of each batch stand how. */
export async function tallyItems(tx: ReadTx, batchIds: readonly string[]): Promise<Tally[]> {
  const rows = await tx.rows<Omit<Tally, 'payments'> & { payments: bigint }>(sql`
    select i.batch_id as "batchId", i.state, t.state as "transferState", count(*) as payments
    from transfer_batch_item i left join transfer t on t.tenant_id = i.tenant_id and t.transaction_id = i.transaction_id
    where i.tenant_id = ${tx.tenantId} and i.batch_id = any(${[...batchIds]}::text[])
    group by i.batch_id, i.state, t.state order by i.batch_id`);
  return rows.map((row) => ({ ...row, payments: Number(row.payments) }));
}
