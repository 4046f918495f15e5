/** SQL of one transfer's story that no other statement reads: its enquiries, its way over the rail, and what contradicted it. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { ExceptionKind } from './transfer.ts';

export type ToldEnquiry = { sessionId: string; accountName: string; bankCode: string; at: Date; expiresAt: Date };

export async function selectToldEnquiries(tx: ReadTx, sessionIds: readonly string[]): Promise<ToldEnquiry[]> {
  return tx.rows<ToldEnquiry>(sql`
    select session_id as "sessionId", account_name as "accountName", bank_code as "bankCode", created_at as at, expires_at as "expiresAt" from name_enquiry
    where tenant_id = ${tx.tenantId} and session_id = any(${[...sessionIds]}::text[]) order by created_at, session_id`);
}

/** One answer of the rail, as `recordAnswers` keeps it: `at` in ISO 8601, `asked` false for the answer to the payment itself. */
export type ToldAnswer = { at: string; asked: boolean; tookMs: number | null; verdict: string; code: string | null; detail: string | null };

export type ToldAttempt = { rail: string; railRef: string; intentAt: Date; sendBy: Date; queries: number; answers: ToldAnswer[]; lastVerdict: string | null; lastCode: string | null; lastDetail: string | null; lastAnswerAt: Date | null };

export async function selectToldAttempt(tx: ReadTx, transactionId: string): Promise<ToldAttempt | null> {
  const [row] = await tx.rows<ToldAttempt>(sql`
    select rail, rail_ref as "railRef", intent_at as "intentAt", send_by as "sendBy", queries, answers, last_verdict as "lastVerdict", last_response_code as "lastCode", last_detail as "lastDetail",
      last_answer_at as "lastAnswerAt"
    from rail_attempt where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId}`);
  return row ?? null;
}

export type ToldException = { kind: ExceptionKind; responseCode: string | null; at: Date; resolvedAt: Date | null; resolution: string | null; recovered: boolean | null };

export async function selectToldExceptions(tx: ReadTx, transactionId: string): Promise<ToldException[]> {
  return tx.rows<ToldException>(sql`
    select kind, response_code as "responseCode", created_at as at, resolved_at as "resolvedAt", resolution, recovered from rail_exception
    where tenant_id = ${tx.tenantId} and transaction_id = ${transactionId} order by created_at, kind`);
}
