/** What time it is for a tenant: the database's clock, and in a sandbox what its people have moved it by. */
import type pg from 'pg';
import { type Sql, sql } from './sql.ts';
import type { Asker, ReadTx } from './tx.ts';

/** How a transaction of these tenants begins. */
export const startIn = (tenantIds: readonly string[]): Sql =>
  sql`select tenant_id as "tenantId", now() + make_interval(secs => clock_offset_seconds) as now, environment, retired_at is not null as retired from tenant where tenant_id = any(${tenantIds}::text[])`;

/** @throws when there is no such tenant */
export function startOf(tenantId: string, started: readonly pg.QueryResultRow[]): Omit<ReadTx, keyof Asker> {
  const row = started.find((one) => one['tenantId'] === tenantId);
  if (row === undefined) throw new Error('No such tenant.');
  return { now: row['now'], environment: row['environment'], retired: row['retired'] };
}

/** The day in Lagos by the clock of the tenant `of_tenant`; see `idsOf`. */
export const dayOfTenant = sql`(select ((now() + make_interval(secs => clock_offset_seconds)) at time zone 'Africa/Lagos')::date from tenant where tenant_id = of_tenant)`;
