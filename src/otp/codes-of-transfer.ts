/** The codes that were sent for one transfer, and what became of their messages. Neither a code nor a phone number is read. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { otpLifeSeconds } from './judge.ts';

export type SentCode = {
  otpReferenceId: string;
  state: 'active' | 'used' | 'superseded';
  /** Wrong tries and the right one. */
  tries: number;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  messageState: 'queued' | 'sent' | 'failed' | null;
  /** Name of the sender. */
  provider: string | null;
  messageSentAt: Date | null;
  messageError: string | null;
};

/**
 * Those of the account within the transfer's time, the oldest first. A code and its message are written in one transaction, so that the message is found by the code's own instant.
 * `until` is when the transfer could last be confirmed.
 */
export async function codesOfTransfer(tx: ReadTx, { transactionId, accountNumber, from, until }: { transactionId: string; accountNumber: string; from: Date; until: Date }): Promise<SentCode[]> {
  const last = new Date(until.getTime() + otpLifeSeconds * 1000);
  return tx.rows<SentCode>(sql`
    select o.otp_reference_id as "otpReferenceId", o.state, o.attempts as tries, o.created_at as "createdAt", o.expires_at as "expiresAt", o.used_at as "usedAt",
      m.state as "messageState", m.provider, m.sent_at as "messageSentAt", m.last_error as "messageError"
    from otp o left join message m on m.tenant_id = o.tenant_id and m.created_at = o.created_at and m.otp_reference_id = o.otp_reference_id
    where o.tenant_id = ${tx.tenantId} and o.account_number = ${accountNumber} and o.created_at between ${from} and ${last} and o.transaction_id = ${transactionId}
    order by o.created_at limit 50`);
}
