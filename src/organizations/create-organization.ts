/** An organization comes with its two tenants, their keys and their contra accounts. */
import type { Database } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { openContraAccounts } from '#src/ledger/postings.ts';
import type { Ids } from '#src/lib/ids.ts';
import { createTenantKeys } from './keyring.ts';

export type Organization = { organizationId: string; tenants: { sandbox: string; live: string } };

/** Creates the organization, then each tenant in a transaction of its own; no transaction touches two tenants. */
export async function createOrganization(db: Database, ids: Ids, masterKey: Uint8Array, name: string): Promise<Organization> {
  const organizationId = ids.newId('org');
  const tenants = { sandbox: ids.newId('ten'), live: ids.newId('ten') };
  await db.across('directory', (tx) => tx.execute(sql`
    insert into organization (organization_id, name, created_at) values (${organizationId}, ${name}, ${tx.now})`));
  for (const environment of ['sandbox', 'live'] as const) await createTenant(db, masterKey, { tenantId: tenants[environment], organizationId, environment, retired: false });
  return { organizationId, tenants };
}

export type NewTenant = {
  tenantId: string; organizationId: string; environment: 'sandbox' | 'live';
  /** It is the organization's only when it is put in the place of another. */
  retired: boolean;
};

/** A tenant with its keys and its contra accounts. */
export function createTenant(db: Database, masterKey: Uint8Array, { tenantId, organizationId, environment, retired }: NewTenant): Promise<void> {
  return db.inNewTenant(tenantId, async (tx) => {
    await tx.execute(sql`
      insert into tenant (tenant_id, organization_id, environment, created_at, retired_at)
      values (${tx.tenantId}, ${organizationId}, ${environment}, ${tx.now}, ${retired ? tx.now : null})`);
    await createTenantKeys(tx, masterKey);
    await openContraAccounts(tx);
  });
}
