/**
 * What keeps the schema distributable by tenant, asked of PostgreSQL's own catalogue: one row for each violation. Sharding
 * extensions refuse these, or change what they mean, so they are refused from the first day.
 */
import type pg from 'pg';

const lint = `
with relation as (
  select c.oid, c.relname, c.relkind, a.attnum as tenant_column, a.attnotnull, a.atttypid
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'openteller'::regnamespace
), tenant_table as (select * from relation where relkind in ('r', 'p') and tenant_column is not null)
select relname || ': tenant_id may be null or is not text' as fault from tenant_table where not attnotnull or atttypid <> 'text'::regtype
union all
select relname || ': has no primary key' from tenant_table t where not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisprimary)
union all
select relname || ': ' || i.indexrelid::regclass || ' does not begin with tenant_id'
from tenant_table t join pg_index i on i.indrelid = t.oid
where (i.indisprimary or i.indisunique or i.indisexclusion) and i.indkey[0] <> t.tenant_column
union all
select s.relname || ': ' || f.conname || ' does not pair tenant_id with tenant_id'
from pg_constraint f join tenant_table s on s.oid = f.conrelid join tenant_table d on d.oid = f.confrelid
where f.contype = 'f' and not exists (
  select 1 from generate_subscripts(f.conkey, 1) k where f.conkey[k] = s.tenant_column and f.confkey[k] = d.tenant_column)
union all
select s.relname || ': ' || f.conname || ' points from a table of all tenants to one of a tenant'
from pg_constraint f join relation s on s.oid = f.conrelid and s.tenant_column is null join tenant_table d on d.oid = f.confrelid where f.contype = 'f'
union all
select t.relname || ': ' || f.conname || ' changes rows by itself, or later' from pg_constraint f join relation t on t.oid = f.conrelid
where f.condeferrable or (f.contype = 'f' and (f.confdeltype <> 'a' or f.confupdtype <> 'a'))
union all
select r.relname || ': trigger ' || g.tgname from pg_trigger g join relation r on r.oid = g.tgrelid where not g.tgisinternal
union all
select r.relname || ': rule ' || w.rulename from pg_rewrite w join relation r on r.oid = w.ev_class and r.relkind in ('r', 'p')
union all
select relname || ': a sequence' from relation where relkind = 'S'
union all
select r.relname || ': inherits' from pg_inherits i join relation r on r.oid = i.inhrelid
union all
select t.relname || ': has next_at without lease_version, or without an index of what is due' from tenant_table t
join pg_attribute n on n.attrelid = t.oid and n.attname = 'next_at' and not n.attisdropped
where not exists (select 1 from pg_attribute l where l.attrelid = t.oid and l.attname = 'lease_version' and not l.attisdropped)
   or not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indkey[0] = t.tenant_column and i.indkey[1] = n.attnum and i.indpred is not null)
union all
select c.relname || ': row-level security is not enabled and forced' from pg_class c join tenant_table t on t.oid = c.oid
where not (c.relrowsecurity and c.relforcerowsecurity)
union all
select tablename || ': policy ' || policyname || ' asks for each row what it could ask once, as a subselect' from pg_policies
where schemaname = 'openteller' and concat(qual, with_check) ~ 'current_setting' and not (coalesce(qual, 'SELECT') ~ 'SELECT' and coalesce(with_check, 'SELECT') ~ 'SELECT')
order by 1`;

/** Violations in the schema `openteller` of this connection's database; none is the goal. */
export async function schemaFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(lint);
  return rows.map((row) => row.fault);
}
