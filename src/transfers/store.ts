/** The SQL of transfers and of their rail attempts. */
import type { Asker, Tx, Writer } from '#src/db/database.ts';
import { idsOf, joinable, readById, type Sql, sql, tenantFor } from '#src/db/sql.ts';
import { pickDue } from '#src/work/due.ts';
import type { Attempt, Transfer } from './transfer.ts';

export const columns: Sql = sql`transaction_id as "transactionId", kind, state, version, name_enquiry_session_id as "nameEnquirySessionId",
  source_account_number as "sourceAccountNumber", customer_id as "customerId", beneficiary_account_number as "beneficiaryAccountNumber",
  beneficiary_account_name as "beneficiaryAccountName", beneficiary_bank_code as "beneficiaryBankCode", beneficiary_bank_code_sent as "beneficiaryBankCodeSent",
  on_us as "onUs", amount_kobo as "amountKobo", fee_kobo as "feeKobo", vat_kobo as "vatKobo", duty_kobo as "dutyKobo", narration, scenario,
  batch_id as "batchId", scheduled_for as "scheduledFor", start_enquiry_session_id as "startEnquirySessionId",
  failure_code as "failureCode", response_code as "responseCode", rail_session_id as "railSessionId", initiated_at as "initiatedAt", expires_at as "expiresAt",
  authorised_at as "authorisedAt", sent_at as "sentAt", settled_at as "settledAt", returned_at as "returnedAt", next_at as "nextAt", lease_version as "leaseVersion"`;

export async function selectTransfer(tx: Asker, transactionId: string): Promise<Transfer | undefined> {
  const [row] = await tx.rows<Transfer>(readById(tx, [transactionId], 'transactionId', (asked) => sql`
    select ${columns} from transfer join ${asked} on tenant_id = of_tenant and transaction_id = of_id`));
  return row;
}

/** Holds these transfers until the transaction ends, in id order; unknown ids are left out. */
export async function lockTransfers(tx: Writer, transactionIds: readonly string[]): Promise<Map<string, Transfer>> {
  const rows = await tx.rows<Transfer>(joinable(sql`
    select ${columns}, tenant_id as "tenantId" from transfer join ${idsOf(tx, transactionIds)} on tenant_id = of_tenant and transaction_id = of_id
    order by tenant_id, transaction_id for no key update of transfer`));
  return new Map(rows.map((row) => [row.transactionId, row]));
}

/**
 * New transfers, initiated now, with their state, `scheduledFor` and `nextAt` as given: those of initiation wait for an OTP; a bulk
 * transfer, whose one OTP confirms all its items, inserts them as SCHEDULED, each with an enquiry of its own.
 */
export async function insertTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const column = <Value>(pick: (transfer: Transfer) => Value): Value[] => transfers.map(pick);
  await tx.execute(joinable(sql`
    insert into transfer (tenant_id, transaction_id, kind, state, name_enquiry_session_id, source_account_number, customer_id, beneficiary_account_number,
      beneficiary_account_name, beneficiary_bank_code, beneficiary_bank_code_sent, on_us, amount_kobo, fee_kobo, vat_kobo, duty_kobo, narration, scenario,
      batch_id, scheduled_for, initiated_at, expires_at, next_at)
    select t.tenant_id, t.id, t.kind, t.state, t.session_id, t.source, t.customer_id, t.number, t.name, t.bank, t.bank_sent, t.on_us, t.amount, t.fee, t.vat, t.duty,
      t.narration, t.scenario, t.batch_id, t.scheduled_for, ${tx.now}::timestamptz, t.expires_at, t.next_at
    from unnest(
      ${tenantFor(tx, transfers)}::text[], ${column((t) => t.transactionId)}::text[], ${column((t) => t.kind)}::text[], ${column((t) => t.state)}::text[], ${column((t) => t.nameEnquirySessionId)}::text[],
      ${column((t) => t.sourceAccountNumber)}::text[], ${column((t) => t.customerId)}::text[], ${column((t) => t.beneficiaryAccountNumber)}::text[],
      ${column((t) => t.beneficiaryAccountName)}::text[], ${column((t) => t.beneficiaryBankCode)}::text[], ${column((t) => t.beneficiaryBankCodeSent)}::text[],
      ${column((t) => t.onUs)}::bool[], ${column((t) => t.amountKobo)}::bigint[], ${column((t) => t.feeKobo)}::bigint[], ${column((t) => t.vatKobo)}::bigint[],
      ${column((t) => t.dutyKobo)}::bigint[], ${column((t) => t.narration)}::text[], ${column((t) => t.scenario)}::text[], ${column((t) => t.batchId)}::text[], ${column((t) => t.scheduledFor)}::timestamptz[],
      ${column((t) => t.expiresAt)}::timestamptz[], ${column((t) => t.nextAt)}::timestamptz[]
    ) as t (tenant_id, id, kind, state, session_id, source, customer_id, number, name, bank, bank_sent, on_us, amount, fee, vat, duty, narration, scenario, batch_id, scheduled_for, expires_at, next_at)`));
}

/**
 * Writes how transfers stand after their moves. Each must still be at the version it was read at.
 * @throws when one is not: the batch is undone and decided anew.
 */
export async function saveTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const column = <Value>(pick: (transfer: Transfer) => Value): Value[] => transfers.map(pick);
  const saved = await tx.execute(joinable(sql`
    update transfer t set state = c.state, version = t.version + case when t.version = c.version then 1 when refuse('A transfer changed under its lock.') then null end,
      failure_code = c.failure_code, response_code = c.response_code, rail_session_id = c.rail_session_id,
      authorised_at = c.authorised_at, sent_at = c.sent_at, settled_at = c.settled_at, returned_at = c.returned_at, next_at = c.next_at,
      start_enquiry_session_id = c.start_enquiry_session_id, lease_version = c.lease_version
    from unnest(
      ${tenantFor(tx, transfers)}::text[], ${column((t) => t.transactionId)}::text[], ${column((t) => t.version)}::int[], ${column((t) => t.state)}::text[], ${column((t) => t.failureCode)}::text[],
      ${column((t) => t.responseCode)}::text[], ${column((t) => t.railSessionId)}::text[], ${column((t) => t.authorisedAt)}::timestamptz[], ${column((t) => t.sentAt)}::timestamptz[],
      ${column((t) => t.settledAt)}::timestamptz[], ${column((t) => t.returnedAt)}::timestamptz[], ${column((t) => t.nextAt)}::timestamptz[],
      ${column((t) => t.startEnquirySessionId)}::text[], ${column((t) => t.leaseVersion)}::int[]
    ) as c (tenant_id, id, version, state, failure_code, response_code, rail_session_id, authorised_at, sent_at, settled_at, returned_at, next_at, start_enquiry_session_id, lease_version)
    where t.tenant_id = c.tenant_id and t.transaction_id = c.id returning t.tenant_id as "tenantId"`));
  if (saved !== transfers.length) throw new Error('A transfer changed under its lock.');
}

/** Locks up to `limit` due transfers, oldest first; `saveLeased` must follow. */
export function pickDueTransfers(tx: Tx, limit: number): Promise<Transfer[]> {
  return pickDue<Transfer>(tx, 'transfer', columns, limit);
}

/**
 * Writes the new leases of picked transfers, and with them the state of those that are sent now. A lease by itself is no new version.
 * @throws when one is not as it was picked.
 */
export async function saveLeased(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  const column = <Value>(pick: (transfer: Transfer) => Value): Value[] => transfers.map(pick);
  const saved = await tx.execute(sql`
    update transfer t set state = c.state, version = t.version + (c.state <> t.state)::int, sent_at = c.sent_at, next_at = c.next_at, lease_version = c.lease_version
    from unnest(
      ${column((t) => t.transactionId)}::text[], ${column((t) => t.version)}::int[], ${column((t) => t.state)}::text[], ${column((t) => t.sentAt)}::timestamptz[],
      ${column((t) => t.nextAt)}::timestamptz[], ${column((t) => t.leaseVersion)}::int[]
    ) as c (id, version, state, sent_at, next_at, lease_version)
    where t.tenant_id = ${tx.tenantId} and t.transaction_id = any(${column((t) => t.transactionId)}::text[]) and t.transaction_id = c.id and t.version = c.version
      and t.lease_version = c.lease_version - 1`);
  if (saved !== transfers.length) throw new Error('A transfer changed under its lock.');
}

/** An intent to send, before the wire is touched. */
export type NewAttempt = { transactionId: string; rail: string; railRef: string; sendBy: Date };

/** Records the intent to send; a transfer has one attempt for ever. Sending again keeps its reference, and what was denied before proves nothing any more. */
export async function recordIntents(tx: Tx, attempts: readonly NewAttempt[]): Promise<Map<string, string>> {
  if (attempts.length === 0) return new Map();
  const rows = await tx.rows<{ transaction_id: string; rail_ref: string }>(joinable(sql`
    insert into rail_attempt (tenant_id, transaction_id, rail, rail_ref, intent_at, send_by)
    select a.tenant_id, a.transaction_id, a.rail, a.rail_ref, ${tx.now}::timestamptz, a.send_by
    from unnest(${tenantFor(tx, attempts)}::text[], ${attempts.map((a) => a.transactionId)}::text[], ${attempts.map((a) => a.rail)}::text[], ${attempts.map((a) => a.railRef)}::text[], ${attempts.map((a) => a.sendBy)}::timestamptz[])
      as a (tenant_id, transaction_id, rail, rail_ref, send_by)
    on conflict (tenant_id, transaction_id) do update set send_by = excluded.send_by, not_found_in_a_row = 0
    returning transaction_id, rail_ref, tenant_id as "tenantId"`));
  return new Map(rows.map((row) => [row.transaction_id, row.rail_ref]));
}

export type StoredAttempt = Attempt & { transactionId: string };

export async function selectAttempts(tx: Asker, transactionIds: readonly string[]): Promise<Map<string, StoredAttempt>> {
  const rows = await tx.rows<StoredAttempt>(joinable(sql`
    select transaction_id as "transactionId", rail_ref as "railRef", intent_at as "intentAt", send_by as "sendBy", queries, not_found_in_a_row as "notFoundInARow", tenant_id as "tenantId"
    from rail_attempt join ${idsOf(tx, transactionIds)} on tenant_id = of_tenant and transaction_id = of_id`));
  return new Map(rows.map((row) => [row.transactionId, row]));
}

/** `tookMs` is null where nobody measured. */
export type AttemptAnswer = { transactionId: string; asked: boolean; notFoundInARow: number; verdict: string; responseCode: string | null; detail: string | null; tookMs: number | null };

/** Answers that are kept of one attempt. */
const answersKept = 40;

/** Keeps the rail's answers beside the attempt, the last one in columns of its own: the evidence for the timeline and for a review. */
export async function recordAnswers(tx: Tx, answers: readonly AttemptAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const column = <Value>(pick: (answer: AttemptAnswer) => Value): Value[] => answers.map(pick);
  await tx.execute(joinable(sql`
    update rail_attempt a set queries = a.queries + c.asked::int, not_found_in_a_row = c.not_found, last_verdict = c.verdict, last_response_code = c.response_code,
      last_detail = c.detail, last_answer_at = ${tx.now},
      answers = case when jsonb_array_length(a.answers) < ${answersKept} then a.answers else a.answers - 1 end
        || jsonb_build_object('at', ${tx.now}::timestamptz, 'asked', c.asked, 'tookMs', c.took_ms, 'verdict', c.verdict, 'code', c.response_code, 'detail', c.detail)
    from unnest(
      ${tenantFor(tx, answers)}::text[], ${column((a) => a.transactionId)}::text[], ${column((a) => a.asked)}::bool[], ${column((a) => a.notFoundInARow)}::int[], ${column((a) => a.verdict)}::text[],
      ${column((a) => a.responseCode)}::text[], ${column((a) => a.detail)}::text[], ${column((a) => a.tookMs)}::int[]
    ) as c (tenant_id, id, asked, not_found, verdict, response_code, detail, took_ms)
    where a.tenant_id = c.tenant_id and a.transaction_id = c.id returning a.tenant_id as "tenantId"`));
}

/** Makes the next status query of an unknown transfer due now. */
export async function bringForward(tx: Tx, transactionId: string): Promise<void> {
  await tx.execute(sql`
    update transfer set next_at = ${tx.now} where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} and state = 'UNKNOWN'`);
}
