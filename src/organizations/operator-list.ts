/** SQL of what the operator sees of all organizations. Reads in the scope `audit`. */
import type { ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { type AuditFilter, type AuditListRow, conditionsOf } from './audit-list.ts';

export type OverseenOrganization = {
  organizationId: string; name: string; createdAt: Date; liveApprovedAt: Date | null;
  sandboxTenantId: string; liveTenantId: string;
  members: number;
  /** Credentials that work. */
  testCredentials: number; liveCredentials: number;
};

const overseen = sql`
  select o.organization_id as "organizationId", o.name, o.created_at as "createdAt", o.live_approved_at as "liveApprovedAt", s.tenant_id as "sandboxTenantId", l.tenant_id as "liveTenantId",
    (select count(*) from member m where m.organization_id = o.organization_id and m.removed_at is null)::int as members,
    (select count(*) from credential c where c.tenant_id = s.tenant_id and c.revoked_at is null)::int as "testCredentials",
    (select count(*) from credential c where c.tenant_id = l.tenant_id and c.revoked_at is null)::int as "liveCredentials"
  from organization o
  join tenant s on s.organization_id = o.organization_id and s.environment = 'sandbox' and s.retired_at is null
  join tenant l on l.organization_id = o.organization_id and l.environment = 'live'`;

/** `search`: part of the name, or the whole id. The newest first. */
export async function overseeOrganizations(tx: ReadTx, search: string | null, page: { limit: number; offset: number }): Promise<{ total: number; organizations: OverseenOrganization[] }> {
  const wanted = search === null ? sql`` : sql`where o.organization_id = ${search} or position(lower(${search}) in lower(o.name)) > 0`;
  const [counted] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from organization o ${wanted}`);
  const organizations = await tx.rows<OverseenOrganization>(sql`${overseen} ${wanted} order by o.created_at desc, o.organization_id desc limit ${page.limit} offset ${page.offset}`);
  return { total: counted?.total ?? 0, organizations };
}

export async function overseeOrganization(tx: ReadTx, organizationId: string): Promise<OverseenOrganization | null> {
  const [row] = await tx.rows<OverseenOrganization>(sql`${overseen} where o.organization_id = ${organizationId}`);
  return row ?? null;
}

export type OverseenTenant = { tenantId: string; organizationId: string; name: string; environment: 'sandbox' | 'live' };

/** Whose tenants these are. */
export function nameTenants(tx: ReadTx, tenantIds: readonly string[]): Promise<OverseenTenant[]> {
  return tx.rows<OverseenTenant>(sql`
    select t.tenant_id as "tenantId", o.organization_id as "organizationId", o.name, t.environment from tenant t join organization o on o.organization_id = t.organization_id
    where t.tenant_id = any(${[...tenantIds]}::text[])`);
}

export type AuditSearch = AuditFilter & { organizationId?: string; from: Date; before: { at: Date; auditId: string } };
export type OverseenAudit = AuditListRow & OverseenTenant;

/** The newest entries of all organizations before a place, not older than `from`. Each tenant's are found by its own index, and no more than `limit` of them. */
export function searchAudit(tx: ReadTx, { organizationId, from, before, ...filter }: AuditSearch, limit: number): Promise<OverseenAudit[]> {
  return tx.rows<OverseenAudit>(sql`
    select e.*, t.tenant_id as "tenantId", o.organization_id as "organizationId", o.name, t.environment
    from tenant t join organization o on o.organization_id = t.organization_id
    cross join lateral (
      select audit_id as "auditId", created_at as at, actor, action, subject, details from audit_entry
      where tenant_id = t.tenant_id ${conditionsOf(filter)} and created_at >= ${from}::timestamptz and (created_at, audit_id) < (${before.at}::timestamptz, ${before.auditId}::text)
      order by created_at desc, audit_id desc limit ${limit}) e
    where ${organizationId ?? null}::text is null or o.organization_id = ${organizationId ?? null}
    order by e.at desc, e."auditId" desc limit ${limit}`);
}
