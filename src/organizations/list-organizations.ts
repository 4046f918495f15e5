import type { Database, ReadTx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { expectOne } from '#src/lib/assert.ts';
import type { MemberRole } from './members.ts';

export type ListedOrganization = {
  organizationId: string;
  name: string;
  tenants: { sandbox: string; live: string };
  members: readonly { email: string; role: MemberRole }[];
  credentials: readonly { clientId: string; environment: 'sandbox' | 'live'; name: string; scopes: readonly string[]; lastUsedAt: Date | null; revokedAt: Date | null }[];
};

/** All organizations with their members and credentials, the oldest first; or the one with this id. */
export function listOrganizations(db: Database, organizationId: string | null = null): Promise<ListedOrganization[]> {
  return db.across('directory', async (tx) => {
    const organizations = await tx.rows<{ organizationId: string; name: string; sandbox: string; live: string }>(sql`
      select o.organization_id as "organizationId", o.name, s.tenant_id as sandbox, l.tenant_id as live
      from organization o
      join tenant s on s.organization_id = o.organization_id and s.environment = 'sandbox' and s.retired_at is null
      join tenant l on l.organization_id = o.organization_id and l.environment = 'live'
      where ${organizationId}::text is null or o.organization_id = ${organizationId}
      order by o.created_at, o.organization_id`);
    const members = await tx.rows<{ organizationId: string; email: string; role: MemberRole }>(sql`
      select organization_id as "organizationId", email, role from member where removed_at is null order by created_at, member_id`);
    const credentials = await tx.rows<ListedOrganization['credentials'][number] & { organizationId: string }>(sql`
      select t.organization_id as "organizationId", t.environment, c.client_id as "clientId", c.name, c.scopes, c.last_used_at as "lastUsedAt", c.revoked_at as "revokedAt"
      from credential c join tenant t on t.tenant_id = c.tenant_id and t.retired_at is null order by c.created_at, c.credential_id`);
    return organizations.map(({ sandbox, live, ...organization }) => ({
      ...organization,
      tenants: { sandbox, live },
      members: members.filter((member) => member.organizationId === organization.organizationId),
      credentials: credentials.filter((credential) => credential.organizationId === organization.organizationId),
    }));
  });
}

/** In one of the organization's tenants, or the directory scope. `liveApprovedAt` null: live credentials are made by the operator alone. */
export async function readOrganization(tx: ReadTx, organizationId: string): Promise<{ name: string; liveApprovedAt: Date | null }> {
  return expectOne(await tx.rows<{ name: string; liveApprovedAt: Date | null }>(sql`
    select name, live_approved_at as "liveApprovedAt" from organization where organization_id = ${organizationId}`), 'organization');
}
