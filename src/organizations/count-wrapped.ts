/** Is this the MASTER_KEY the database was sealed with? With a wrong one the program would start, and fail at every request. */
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { type Wrapping, type WrappedKey, wrappingOf } from './wrapping.ts';

/** Tenants by what wraps their keys. A tenant counts once for each MASTER_KEY that one of its keys is under. */
export type Wrapped = {
  /** By the fingerprint of a MASTER_KEY that was given. */
  under: ReadonlyMap<string, number>;
  /** Under a MASTER_KEY that was not. */
  elsewhere: number;
};

/** Looks at each fingerprint that stands in the database, and opens one key of each. @throws when the database cannot be asked */
export async function countWrapped(db: Database, wrappings: readonly Wrapping[]): Promise<Wrapped> {
  const groups = await db.across('audit', (tx) => tx.rows<WrappedKey & { tenants: number }>(sql`
    select g.tenants, k.tenant_id as "tenantId", k.purpose, k.wrapped, k.wrapped_by as "wrappedBy"
    from (select wrapped_by, count(distinct tenant_id)::int as tenants, min(tenant_id) as first from tenant_key group by wrapped_by) as g
    cross join lateral (select * from tenant_key s where s.tenant_id = g.first and s.wrapped_by is not distinct from g.wrapped_by order by purpose, version limit 1) as k`));
  const under = new Map(wrappings.map(({ id }) => [id, 0]));
  let elsewhere = 0;
  for (const { tenants, ...key } of groups) {
    const wrapping = wrappingOf(wrappings, key);
    if (wrapping === undefined) elsewhere += tenants;
    else under.set(wrapping.id, (under.get(wrapping.id) ?? 0) + tenants);
  }
  return { under, elsewhere };
}
