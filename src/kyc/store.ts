/** SQL of identity checks. */
import type { Asker, ReadTx, Tx } from '#src/db/database.ts';
import { readById, type Sql, sql } from '#src/db/sql.ts';
import { between, idIn, type LongList, type Page, timeIn, wholeOf } from '#src/lists/long-list.ts';
import { type ListAsker, readPage } from '#src/lists/marks.ts';
import type { KeptReading } from './judge-reading.ts';
import type { RegistryPart } from './verdict.ts';

export const checkKinds = ['bvn', 'nin', 'bvn_nin', 'face', 'document', 'document_face', 'tin'] as const;
export type CheckKind = (typeof checkKinds)[number];

export type CheckRow = {
  checkId: string;
  customerId: string | null;
  kind: string;
  provider: string;
  providerReference: string | null;
  outcome: string;
  fields: Readonly<Record<string, boolean | null>>;
  score: number | null;
  threshold: number | null;
  consent: string | null;
  /** How a document check went; null for checks by other means. */
  reading: KeptReading | null;
  retryOf: string | null;
  /** Checks of other subjects that seem to show the same person or picture. */
  duplicateOf: readonly string[];
  /** Where people decide it: how far they are. */
  review: { status: 'pending' | 'passed' | 'failed'; decidedAt: string | null } | null;
  credentialId: string;
  requestId: string;
  createdAt: Date;
};

/** What is kept of a check beside its record, for a try that follows it, and for telling a tier's checks. */
export type CheckTraces = {
  subjectIndex: Buffer;
  claimsIndex: Buffer | null;
  passedParts: readonly RegistryPart[];
  /** The caller named the customer; otherwise a route of the customer's own made the check. */
  named: boolean;
};

export async function insertCheck(tx: Tx, check: Omit<CheckRow, 'createdAt' | 'review'>, { subjectIndex, claimsIndex, passedParts, named }: CheckTraces): Promise<void> {
  await tx.execute(sql`
    insert into kyc_check (
      tenant_id, check_id, customer_id, named, kind, subject_index, provider, provider_reference, outcome,
      fields, score, threshold, consent, reading, retry_of, duplicate_of, claims_index, passed_parts, credential_id, request_id, created_at)
    values (
      ${tx.tenantId}, ${check.checkId}, ${check.customerId}, ${named}, ${check.kind}, ${subjectIndex}, ${check.provider}, ${check.providerReference}, ${check.outcome},
      ${JSON.stringify(check.fields)}::jsonb, ${check.score}::numeric, ${check.threshold}::numeric, ${check.consent}, ${check.reading === null ? null : JSON.stringify(check.reading)}::jsonb, ${check.retryOf}, ${[...check.duplicateOf]}::text[], ${claimsIndex}, ${[...passedParts]}::text[], ${check.credentialId}, ${check.requestId}, ${tx.now})`);
}

const columns = sql`
  check_id as "checkId", customer_id as "customerId", kind, provider, provider_reference as "providerReference", outcome, fields,
  score::float8 as score, threshold::float8 as threshold, consent, reading, retry_of as "retryOf", duplicate_of as "duplicateOf",
  (select jsonb_build_object('status', r.state, 'decidedAt', to_char(r.decided_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from kyc_review r
   where r.tenant_id = kyc_check.tenant_id and r.check_id = kyc_check.check_id) as review, credential_id as "credentialId", request_id as "requestId", created_at as "createdAt"`;

export type CheckFilter = { customerId?: string; kind?: string; outcome?: string; /** Made then or later, and before; with either the list is by that time. */ from?: Date | null; to?: Date | null };

/** One page, newest first, and how many there are in all. */
export async function listChecks(tx: ListAsker, { from = null, to = null, ...filter }: CheckFilter, page: Page): Promise<{ checks: CheckRow[]; total: number }> {
  const byTime = from !== null || to !== null;
  const list = checksOf(filter, byTime);
  const order = byTime ? sql`created_at desc, check_id desc` : sql`check_id desc`;
  // The page's ids first: what is skipped is then read from the index alone.
  const { total, rows } = await readPage(tx, list, byTime ? between(from, to) : wholeOf(list), page, ({ span, limit, skip }) => tx.rows<CheckRow>(sql`
    select ${columns} from kyc_check where tenant_id = ${tx.tenantId} and check_id = any(array(
      select check_id from kyc_check where tenant_id = ${tx.tenantId} ${conditionsOf(filter)} and ${byTime ? timeIn(sql`created_at`, span) : idIn(sql`check_id`, span)}
      order by ${order} limit ${limit} offset ${skip}))
    order by ${order}`));
  return { checks: rows, total };
}

type Kinds = Omit<CheckFilter, 'from' | 'to'>;

/** A check is written once. */
function checksOf(filter: Kinds, byTime: boolean): LongList {
  const name = [byTime ? 'kyc_check/time' : 'kyc_check', ...Object.entries(filter).map(([key, value]) => `${key}=${value}`).toSorted()].join('/');
  const rows = (tx: Asker): Sql => sql`from kyc_check where tenant_id = ${tx.tenantId} ${conditionsOf(filter)}`;
  if (byTime) return { name, idPrefix: null, rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo ${rows(tx)} and ${timeIn(sql`created_at`, span)}` };
  return { name, idPrefix: 'chk', rowsOf: (tx, span) => sql`select check_id as place, 0::bigint as kobo ${rows(tx)} and ${idIn(sql`check_id`, span)}` };
}

function conditionsOf({ customerId, kind, outcome }: Kinds): Sql {
  const ofCustomer = customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`;
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`;
  return sql`${ofCustomer} ${ofKind} ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}`;
}

/** A check with what a try that follows it must know. */
export async function findTracedCheck(tx: ReadTx, checkId: string): Promise<(CheckRow & CheckTraces) | undefined> {
  const [row] = await tx.rows<CheckRow & CheckTraces>(sql`
    select ${columns}, subject_index as "subjectIndex", claims_index as "claimsIndex", passed_parts as "passedParts", named from kyc_check where tenant_id = ${tx.tenantId} and check_id = ${checkId}`);
  return row;
}

/** These checks, newest first. */
export async function loadChecks(tx: ReadTx, checkIds: readonly string[]): Promise<CheckRow[]> {
  return tx.rows<CheckRow>(sql`
    select ${columns} from kyc_check where tenant_id = ${tx.tenantId} and check_id = any(${[...checkIds]}::text[]) order by check_id desc`);
}

export async function findCheck(tx: ReadTx, checkId: string): Promise<CheckRow | undefined> {
  const [row] = await tx.rows<CheckRow>(sql`
    select ${columns} from kyc_check where tenant_id = ${tx.tenantId} and check_id = ${checkId}`);
  return row;
}

/** The newest check of the customer's own routes that was decided, of each of these kinds of each of these customers; an index look-up for each pair. */
export async function loadNewestChecks(tx: Asker, customerIds: readonly string[], kinds: readonly CheckKind[]): Promise<CheckRow[]> {
  // A planner that knows no numbers would walk all checks from the newest, or all of a kind: `offset 0` keeps the limit from the look-up, and `is not distinct from` is no
  // condition for an index, so that only those by customer serve.
  return tx.rows<CheckRow>(readById(tx, customerIds, 'customerId', (asked) => sql`
    select newest.* from ${asked} cross join unnest(${kinds}::text[]) as k (kind)
    cross join lateral (
      select * from (
        select ${columns} from kyc_check
        where tenant_id = of_tenant and customer_id = of_id and not named and kyc_check.kind is not distinct from k.kind and outcome <> 'provider_unavailable' offset 0
      ) as decided order by "checkId" desc limit 1
    ) as newest`));
}
