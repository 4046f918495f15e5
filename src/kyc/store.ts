/** SQL of identity checks. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Page } from '#src/lib/paging.ts';

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
  credentialId: string;
  requestId: string;
  createdAt: Date;
};

export async function insertCheck(tx: Tx, check: Omit<CheckRow, 'createdAt'>, subjectIndex: Buffer): Promise<void> {
  await tx.execute(sql`
    insert into kyc_check (
      tenant_id, check_id, customer_id, kind, subject_index, provider, provider_reference, outcome,
      fields, score, threshold, consent, credential_id, request_id, created_at)
    values (
      ${tx.tenantId}, ${check.checkId}, ${check.customerId}, ${check.kind}, ${subjectIndex}, ${check.provider}, ${check.providerReference}, ${check.outcome},
      ${JSON.stringify(check.fields)}::jsonb, ${check.score}::numeric, ${check.threshold}::numeric, ${check.consent}, ${check.credentialId}, ${check.requestId}, ${tx.now})`);
}

const columns = sql`
  check_id as "checkId", customer_id as "customerId", kind, provider, provider_reference as "providerReference", outcome, fields,
  score::float8 as score, threshold::float8 as threshold, consent, credential_id as "credentialId", request_id as "requestId", created_at as "createdAt"`;

export type CheckFilter = { customerId?: string; kind?: string; outcome?: string };

/** One page, newest first, and how many there are in all. */
export async function listChecks(tx: ReadTx, filter: CheckFilter, page: Page): Promise<{ checks: CheckRow[]; total: number }> {
  const matching = sql`
    tenant_id = ${tx.tenantId}
    and (${filter.customerId ?? null}::text is null or customer_id = ${filter.customerId ?? null})
    and (${filter.kind ?? null}::text is null or kind = ${filter.kind ?? null})
    and (${filter.outcome ?? null}::text is null or outcome = ${filter.outcome ?? null})`;
  const [counted] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from kyc_check where ${matching}`);
  const checks = await tx.rows<CheckRow>(sql`
    select ${columns} from kyc_check where ${matching} order by check_id desc limit ${page.limit} offset ${page.offset}`);
  return { checks, total: counted?.total ?? 0 };
}

export async function findCheck(tx: ReadTx, checkId: string): Promise<CheckRow | undefined> {
  const [row] = await tx.rows<CheckRow>(sql`
    select ${columns} from kyc_check where tenant_id = ${tx.tenantId} and check_id = ${checkId}`);
  return row;
}

/** The newest check that was decided, of each of these kinds of each of these customers; an index look-up for each pair. */
export async function loadNewestChecks(tx: ReadTx, customerIds: readonly string[], kinds: readonly CheckKind[]): Promise<CheckRow[]> {
  return tx.rows<CheckRow>(sql`
    select newest.* from unnest(${customerIds}::text[]) as c (id) cross join unnest(${kinds}::text[]) as k (kind)
    cross join lateral (
      select ${columns} from kyc_check
      where tenant_id = ${tx.tenantId} and customer_id = c.id and kyc_check.kind = k.kind and outcome <> 'provider_unavailable'
      order by check_id desc limit 1
    ) as newest`);
}
