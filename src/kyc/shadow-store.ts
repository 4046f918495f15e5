/** SQL of the comparisons with a shadow provider. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type ShadowQuestion = 'bvn' | 'nin' | 'tin';

export type Comparison = {
  requestId: string;
  question: ShadowQuestion;
  provider: string;
  shadow: string;
  /** Null: the shadow decided nothing. */
  agrees: boolean | null;
  fields: Readonly<Record<string, boolean | null>>;
};

export async function insertComparison(tx: Tx, shadowId: string, { requestId, question, provider, shadow, agrees, fields }: Comparison): Promise<void> {
  await tx.execute(sql`
    insert into identity_shadow (tenant_id, shadow_id, request_id, question, provider, shadow, agrees, fields, created_at)
    values (${tx.tenantId}, ${shadowId}, ${requestId}, ${question}, ${provider}, ${shadow}, ${agrees}, ${JSON.stringify(fields)}::jsonb, ${tx.now})`);
}

/** Removes what is older than so many days by the tenant's clock, at most `limit`. Answers how many. */
export function dropComparisons(tx: Tx, days: number, limit: number): Promise<number> {
  return tx.execute(sql`
    delete from identity_shadow where tenant_id = ${tx.tenantId} and shadow_id in (
      select shadow_id from identity_shadow where tenant_id = ${tx.tenantId} and created_at < ${new Date(tx.now.getTime() - days * 86_400_000)} order by created_at limit ${limit})`);
}

export type AgreementRow = { question: string; provider: string; shadow: string; field: string; same: number; different: number; unsaid: number };

/** Over all tenants, in the scope `audit`: how often the two agreed in the last so many days, as a whole (`outcome`) and field by field. */
export async function countAgreement(tx: ReadTx, days: number): Promise<AgreementRow[]> {
  return tx.rows<AgreementRow>(sql`
    with said as (
      select question, provider, shadow, 'outcome' as field, agrees as same from identity_shadow where created_at >= ${tx.now}::timestamptz - make_interval(days => ${days}::int)
      union all
      select s.question, s.provider, s.shadow, f.key, f.value::boolean from identity_shadow s cross join lateral jsonb_each_text(s.fields) as f
      where s.created_at >= ${tx.now}::timestamptz - make_interval(days => ${days}::int)
    )
    select question, provider, shadow, field,
      count(*) filter (where same)::int as same, count(*) filter (where not same)::int as different, count(*) filter (where same is null)::int as unsaid
    from said group by question, provider, shadow, field
    order by question, provider, shadow, field <> 'outcome', field`);
}
