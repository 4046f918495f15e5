/** SQL of the log of calls. */
import type { ReadTx, Tx, Writer } from '#src/db/database.ts';
import { joinable, sql, tenantFor } from '#src/db/sql.ts';

/** What is written of one call; every text is redacted. */
export type LoggedCall = {
  callId: string;
  requestId: string;
  operation: string;
  method: string;
  path: string;
  httpStatus: number;
  code: string | null;
  latencyMs: number;
  credentialId: string;
  request: string | null;
  answer: string | null;
};

/** One statement for any number of calls. A call that is there already is left. */
export async function insertCalls(tx: Writer, calls: readonly LoggedCall[]): Promise<void> {
  const column = <T>(pick: (call: LoggedCall) => T): T[] => calls.map(pick);
  await tx.execute(joinable(sql`
    insert into api_call (tenant_id, call_id, request_id, operation, method, path, http_status, code, latency_ms, credential_id, request, answer)
    select c.* from unnest(${tenantFor(tx, calls)}::text[], ${column((call) => call.callId)}::text[], ${column((call) => call.requestId)}::text[], ${column((call) => call.operation)}::text[], ${column((call) => call.method)}::text[],
      ${column((call) => call.path)}::text[], ${column((call) => call.httpStatus)}::int[], ${column((call) => call.code)}::text[], ${column((call) => call.latencyMs)}::int[],
      ${column((call) => call.credentialId)}::text[], ${column((call) => call.request)}::text[], ${column((call) => call.answer)}::text[]) as c
    on conflict do nothing returning tenant_id as "tenantId"`));
}

export type CallSummary = Omit<LoggedCall, 'request' | 'answer'>;

export type CallSearch = {
  requestId: string | null;
  operation: string | null;
  outcome: 'refused' | 'answered' | null;
  credentialId: string | null;
  /** The id that an earlier answer ended at. */
  before: string | null;
  limit: number;
};

/** A search looks at this many calls at most, and says where it stopped. */
const mostLooked = 5_000;

export async function searchCalls(tx: ReadTx, search: CallSearch): Promise<{ calls: CallSummary[]; next: string | null }> {
  const { before, limit } = search;
  const columns = sql`call_id as "callId", request_id as "requestId", operation, method, path, http_status as "httpStatus", code, latency_ms as "latencyMs", credential_id as "credentialId"`;
  if (search.requestId !== null) {
    const calls = await tx.rows<CallSummary>(sql`select ${columns} from api_call where tenant_id = ${tx.tenantId} and request_id = ${search.requestId} order by call_id desc limit ${limit}`);
    return { calls, next: null };
  }
  const looked = await tx.rows<CallSummary>(sql`
    select ${columns} from api_call where tenant_id = ${tx.tenantId} and call_id < ${before ?? 'call_g'} order by call_id desc limit ${isPlain(search) ? limit + 1 : mostLooked}`);
  const found = looked.filter((call) => isFound(call, search));
  const calls = found.slice(0, limit);
  const more = found.length > limit ? calls.at(-1) : !isPlain(search) && looked.length === mostLooked ? looked.at(-1) : undefined;
  return { calls, next: more?.callId ?? null };
}

const isPlain = ({ operation, outcome, credentialId }: CallSearch): boolean => operation === null && outcome === null && credentialId === null;

function isFound(call: CallSummary, { operation, outcome, credentialId }: CallSearch): boolean {
  return (operation === null || call.operation === operation) && (credentialId === null || call.credentialId === credentialId) && (outcome === null || (call.httpStatus >= 400) === (outcome === 'refused'));
}

export async function selectCall(tx: ReadTx, callId: string): Promise<LoggedCall | undefined> {
  const [row] = await tx.rows<LoggedCall>(sql`
    select call_id as "callId", request_id as "requestId", operation, method, path, http_status as "httpStatus", code, latency_ms as "latencyMs", credential_id as "credentialId", request, answer
    from api_call where tenant_id = ${tx.tenantId} and call_id = ${callId}`);
  return row;
}

/** Removes calls older than the id, at most `limit`; answers how many. */
export function deleteCalls(tx: Tx, olderThan: string, limit: number): Promise<number> {
  return tx.execute(sql`
    delete from api_call where tenant_id = ${tx.tenantId} and call_id = any(array(
      select call_id from api_call where tenant_id = ${tx.tenantId} and call_id < ${olderThan} order by call_id limit ${limit}))`);
}
