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
  for (const environment of ['sandbox', 'live'] as const) {
    await db.inNewTenant(tenants[environment], async (tx) => {
      await tx.execute(sql`
        insert into tenant (tenant_id, organization_id, environment, created_at)
        values (${tx.tenantId}, ${organizationId}, ${environment}, ${tx.now})`);
      await createTenantKeys(tx, masterKey);
      await openContraAccounts(tx);
    });
  }
  return { organizationId, tenants };
}
