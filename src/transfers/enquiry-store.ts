/** The SQL of name-enquiry sessions. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { idsOf, joinable, sql, tenantFor } from '#src/db/sql.ts';

export type Enquiry = {
  sessionId: string;
  railSessionId: string;
  accountNumber: string;
  bankCode: string;
  accountName: string;
  onUs: boolean;
  expiresAt: Date;
};

export async function insertEnquiries(tx: Tx, enquiries: readonly Enquiry[]): Promise<void> {
  if (enquiries.length === 0) return;
  const column = <Value>(pick: (enquiry: Enquiry) => Value): Value[] => enquiries.map(pick);
  await tx.execute(joinable(sql`
    insert into name_enquiry (tenant_id, session_id, rail_session_id, account_number, bank_code, account_name, on_us, created_at, expires_at)
    select n.tenant_id, n.session_id, n.rail_session_id, n.account_number, n.bank_code, n.account_name, n.on_us, ${tx.now}::timestamptz, n.expires_at
    from unnest(
      ${tenantFor(tx, enquiries)}::text[], ${column((n) => n.sessionId)}::text[], ${column((n) => n.railSessionId)}::text[], ${column((n) => n.accountNumber)}::text[], ${column((n) => n.bankCode)}::text[],
      ${column((n) => n.accountName)}::text[], ${column((n) => n.onUs)}::bool[], ${column((n) => n.expiresAt)}::timestamptz[]
    ) as n (tenant_id, session_id, rail_session_id, account_number, bank_code, account_name, on_us, expires_at)`));
}

/** The enquiries' ids as the rail knows them, by ours. */
export async function selectRailSessions(tx: ReadTx, sessionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ sessionId: string; railSessionId: string }>(joinable(sql`
    select session_id as "sessionId", rail_session_id as "railSessionId", tenant_id as "tenantId" from name_enquiry join ${idsOf(tx, sessionIds)} on tenant_id = of_tenant and session_id = of_id`));
  return new Map(rows.map((row) => [row.sessionId, row.railSessionId]));
}

/** Sessions with whether a transfer has used them. A session is used once; the key on transfer holds even if two nodes race. */
export async function selectEnquiries(tx: Asker, sessionIds: readonly string[]): Promise<Map<string, Enquiry & { used: boolean }>> {
  const rows = await tx.rows<Enquiry & { used: boolean }>(joinable(sql`
    select n.session_id as "sessionId", n.rail_session_id as "railSessionId", n.account_number as "accountNumber", n.bank_code as "bankCode",
      n.account_name as "accountName", n.on_us as "onUs", n.expires_at as "expiresAt", t.transaction_id is not null as used, n.tenant_id as "tenantId"
    from ${idsOf(tx, sessionIds)} join name_enquiry n on n.tenant_id = of_tenant and n.session_id = of_id
    left join transfer t on t.tenant_id = n.tenant_id and t.name_enquiry_session_id = n.session_id`));
  return new Map(rows.map((row) => [row.sessionId, row]));
}
