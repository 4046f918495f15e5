/** The SQL of one-time passwords and of the messages that carry them. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { idsOf, joinable, type Sql, sql, tenantFor } from '#src/db/sql.ts';
import { type Bounds, type LongList, type Page, timeIn, wholeOf } from '#src/lists/long-list.ts';
import { type ListAsker, type PageSpan, readPage } from '#src/lists/marks.ts';
import type { Otp } from './judge.ts';

const columns: Sql = sql`otp_reference_id as "otpReferenceId", account_number as "accountNumber", purpose, transaction_id as "transactionId",
  binding, code_mac as "codeMac", state, attempts, expires_at as "expiresAt"`;

/** The account a code was sent for; null for an unknown reference. Reads only. */
export async function accountOfOtp(tx: ReadTx, otpReferenceId: string): Promise<string | null> {
  const [row] = await tx.rows<{ account_number: string }>(sql`
    select account_number from otp where tenant_id = ${tx.tenantId} and otp_reference_id = ${otpReferenceId}`);
  return row?.account_number ?? null;
}

/** Holds these codes until the transaction ends, in id order; unknown references are left out. */
export async function lockOtps(tx: Tx, otpReferenceIds: readonly string[]): Promise<Map<string, Otp>> {
  const rows = await tx.rows<Otp>(joinable(sql`
    select ${columns}, tenant_id as "tenantId" from otp join ${idsOf(tx, otpReferenceIds)} on tenant_id = of_tenant and otp_reference_id = of_id
    order by tenant_id, otp_reference_id for update of otp`));
  return new Map(rows.map((row) => [row.otpReferenceId, row]));
}

/** Ends the active codes of these accounts. The caller holds the accounts: the unique index refuses the code of a second issuer. */
export async function supersedeActive(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await tx.execute(joinable(sql`
    with active as materialized (
      select place from ${idsOf(tx, [...accountNumbers].sort())}
      cross join lateral (select ctid as place from otp where tenant_id = of_tenant and account_number = of_id and state = 'active' for update) as held
    )
    update otp set state = 'superseded' where ctid = any(array(select place from active)) returning tenant_id as "tenantId"`));
}

export async function insertOtps(tx: Tx, otps: readonly Otp[]): Promise<void> {
  const column = <Value>(pick: (otp: Otp) => Value): Value[] => otps.map(pick);
  await tx.execute(joinable(sql`
    insert into otp (tenant_id, otp_reference_id, account_number, purpose, transaction_id, binding, code_mac, state, created_at, expires_at)
    select o.tenant_id, o.id, o.account_number, o.purpose, o.transaction_id, o.binding, o.code_mac, o.state, ${tx.now}::timestamptz, o.expires_at
    from unnest(
      ${tenantFor(tx, otps)}::text[], ${column((o) => o.otpReferenceId)}::text[], ${column((o) => o.accountNumber)}::text[], ${column((o) => o.purpose)}::text[], ${column((o) => o.transactionId)}::text[],
      ${column((o) => o.binding)}::text[], ${column((o) => o.codeMac)}::bytea[], ${column((o) => o.state)}::text[], ${column((o) => o.expiresAt)}::timestamptz[]
    ) as o (tenant_id, id, account_number, purpose, transaction_id, binding, code_mac, state, expires_at)`));
}

/** Writes tries and uses after a batch. */
export async function updateOtps(tx: Tx, otps: readonly Otp[]): Promise<void> {
  if (otps.length === 0) return;
  await tx.execute(joinable(sql`
    update otp o set state = c.state, attempts = c.attempts, used_at = case when c.state = 'used' then ${tx.now}::timestamptz end
    from unnest(${tenantFor(tx, otps)}::text[], ${otps.map((o) => o.otpReferenceId)}::text[], ${otps.map((o) => o.state)}::text[], ${otps.map((o) => o.attempts)}::smallint[]) as c (tenant_id, id, state, attempts)
    where o.tenant_id = c.tenant_id and o.otp_reference_id = c.id returning o.tenant_id as "tenantId"`));
}

/** When codes were sent for this account since `since`. */
export async function recentSends(tx: ReadTx, accountNumber: string, since: Date): Promise<Date[]> {
  const rows = await tx.rows<{ created_at: Date }>(sql`
    select created_at from otp where tenant_id = ${tx.tenantId} and account_number = ${accountNumber} and created_at > ${since}
    order by created_at desc limit 500`);
  return rows.map((row) => row.created_at);
}

export type NewMessage = {
  messageId: string;
  accountNumber: string;
  transactionId: string | null;
  otpReferenceId: string;
  contentSealed: Buffer;
  sendBefore: Date;
  /** When it is due: at once, or at the end of the lease under which it is written. */
  nextAt: Date;
  leaseVersion: number;
};

/** Queues messages. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const column = <Value>(pick: (message: NewMessage) => Value): Value[] => messages.map(pick);
  await tx.execute(joinable(sql`
    insert into message (tenant_id, message_id, kind, account_number, transaction_id, otp_reference_id, content_sealed, state, send_before, created_at, next_at, lease_version)
    select m.tenant_id, m.id, 'otp', m.account_number, m.transaction_id, m.otp_reference_id, m.content_sealed, 'queued', m.send_before, ${tx.now}::timestamptz, m.next_at, m.lease_version
    from unnest(
      ${tenantFor(tx, messages)}::text[], ${column((m) => m.messageId)}::text[], ${column((m) => m.accountNumber)}::text[], ${column((m) => m.transactionId)}::text[], ${column((m) => m.otpReferenceId)}::text[],
      ${column((m) => m.contentSealed)}::bytea[], ${column((m) => m.sendBefore)}::timestamptz[], ${column((m) => m.nextAt)}::timestamptz[], ${column((m) => m.leaseVersion)}::int[]
    ) as m (tenant_id, id, account_number, transaction_id, otp_reference_id, content_sealed, send_before, next_at, lease_version)`));
}

export type MessageRow = {
  messageId: string;
  accountNumber: string;
  transactionId: string | null;
  otpReferenceId: string | null;
  contentSealed: Buffer;
  state: 'queued' | 'sent' | 'failed';
  attempts: number;
  sendBefore: Date;
  sentAt: Date | null;
  createdAt: Date;
};

const messageColumns: Sql = sql`message_id as "messageId", account_number as "accountNumber", transaction_id as "transactionId", otp_reference_id as "otpReferenceId",
  content_sealed as "contentSealed", state, attempts, send_before as "sendBefore", sent_at as "sentAt", created_at as "createdAt"`;

export function selectMessages(tx: ReadTx, messageIds: readonly string[]): Promise<MessageRow[]> {
  return tx.rows<MessageRow>(sql`
    select ${messageColumns} from message where tenant_id = ${tx.tenantId} and message_id = any(${[...messageIds]}::text[])`);
}

/** One page, newest first. */
export async function listMessages(tx: ListAsker, accountNumber: string | null, page: Page): Promise<{ total: number; messages: MessageRow[] }> {
  const list = accountNumber === null ? everyMessage : codesOf(accountNumber);
  const { total, rows } = await readPage(tx, list, wholeOf(list), page, (at) => (accountNumber === null ? readRows(tx, at) : readRowsOf(tx, accountNumber, at)));
  return { total, messages: rows };
}

const everyMessage: LongList = {
  name: 'message',
  idPrefix: null,
  rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from message where tenant_id = ${tx.tenantId} and ${timeIn(sql`created_at`, span)}`,
};

/**
 * Each message carries one code and is written with it, at one instant: an account's messages are counted and found by its codes, which have an index by account. One on
 * messages would be written three times with each transfer, for the sandbox's inbox alone.
 */
function codesOf(accountNumber: string): LongList {
  return { name: `otp/account=${accountNumber}`, idPrefix: null, rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from otp where ${codesIn(tx, accountNumber, span)}` };
}

function codesIn(tx: Asker, accountNumber: string, span: Bounds): Sql {
  return sql`tenant_id = ${tx.tenantId} and account_number = ${accountNumber} and ${timeIn(sql`created_at`, span)}`;
}

/** The page's ids first: what is skipped is then read from the index alone. */
function readRows(tx: Asker, { span, skip, limit }: PageSpan): Promise<MessageRow[]> {
  return tx.rows<MessageRow>(sql`
    select ${messageColumns} from message where tenant_id = ${tx.tenantId} and message_id = any(array(
      select message_id from message where tenant_id = ${tx.tenantId} and ${timeIn(sql`created_at`, span)} order by created_at desc, message_id desc limit ${limit} offset ${skip}))
    order by created_at desc, message_id desc`);
}

/** The instants of the page's codes lead to its messages; those of the first instant that stand before the page are skipped among the messages. */
function readRowsOf(tx: Asker, accountNumber: string, { span, skip, limit }: PageSpan): Promise<MessageRow[]> {
  const codes = codesIn(tx, accountNumber, span);
  return tx.rows<MessageRow>(sql`
    with page as materialized (select created_at from otp where ${codes} order by created_at desc limit ${limit} offset ${skip})
    select ${messageColumns} from message
    where tenant_id = ${tx.tenantId} and account_number = ${accountNumber} and created_at = any(array(select created_at from page))
    order by created_at desc, message_id desc limit ${limit} offset ${skip}::bigint - (select count(*) from otp where ${codes} and created_at > (select max(created_at) from page))`);
}

export type SentMessage = { messageId: string; leaseVersion: number; state: 'queued' | 'sent' | 'failed'; provider: string; providerReference: string | null; error: string | null; nextAt: Date | null };

/** Finishes leased messages; a lease that was overtaken changes nothing. */
export async function finishMessages(tx: Tx, sent: readonly SentMessage[]): Promise<void> {
  const column = <Value>(pick: (message: SentMessage) => Value): Value[] => sent.map(pick);
  await tx.execute(joinable(sql`
    update message m set state = s.state, attempts = m.attempts + 1, provider = s.provider, provider_reference = s.provider_reference,
      last_error = s.error, next_at = s.next_at, sent_at = case when s.state = 'sent' then ${tx.now}::timestamptz else m.sent_at end
    from unnest(
      ${tenantFor(tx, sent)}::text[], ${column((s) => s.messageId)}::text[], ${column((s) => s.leaseVersion)}::int[], ${column((s) => s.state)}::text[], ${column((s) => s.provider)}::text[],
      ${column((s) => s.providerReference)}::text[], ${column((s) => s.error)}::text[], ${column((s) => s.nextAt)}::timestamptz[]
    ) as s (tenant_id, id, lease_version, state, provider, provider_reference, error, next_at)
    where m.tenant_id = s.tenant_id and m.message_id = s.id and m.lease_version = s.lease_version returning m.tenant_id as "tenantId"`));
}
