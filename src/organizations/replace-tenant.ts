/** SQL of a reset: one sandbox leaves its organization and another takes its place, with the credentials, in one transaction. */
import type { Database, ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { assert, expectOne } from '#src/lib/assert.ts';

/** The sandbox of an organization. */
export function readSandbox(db: Database, organizationId: string): Promise<{ tenantId: string; name: string }> {
  return db.across('directory', async (tx) => expectOne(await tx.rows<{ tenantId: string; name: string }>(sql`
    select t.tenant_id as "tenantId", o.name from organization o join tenant t on t.organization_id = o.organization_id and t.environment = 'sandbox' and t.retired_at is null
    where o.organization_id = ${organizationId}`), 'sandbox'));
}

/** How many sandboxes were made for it within a day, those included that no reset came to use. */
export function countLately(db: Database, organizationId: string): Promise<number> {
  return db.across('directory', async (tx) => {
    const [row] = await tx.rows<{ made: number }>(sql`
      select count(*)::int as made from tenant where organization_id = ${organizationId} and environment = 'sandbox' and created_at > now() - interval '1 day'`);
    return row?.made ?? 0;
  });
}

/** Sets the transaction's sandbox aside. Of two at once the second waits for the first, and is told false. */
export async function retireTenant(tx: Tx): Promise<boolean> {
  return (await tx.execute(sql`update tenant set retired_at = now() where tenant_id = ${tx.tenantId} and environment = 'sandbox' and retired_at is null`)) === 1;
}

/** Was the transaction's tenant set aside so many days ago? By the database's own clock. */
export async function retiredFor(tx: ReadTx, days: number): Promise<boolean> {
  return (await tx.rows(sql`select 1 from tenant where tenant_id = ${tx.tenantId} and retired_at < now() - make_interval(days => ${days})`)).length === 1;
}

/** Puts the transaction's tenant in the place of one that was set aside in the same transaction. */
export async function takePlace(tx: Tx, organizationId: string): Promise<void> {
  const placed = await tx.execute(sql`
    update tenant set retired_at = null where tenant_id = ${tx.tenantId} and organization_id = ${organizationId} and environment = 'sandbox' and retired_at is not null`);
  assert(placed === 1, 'a sandbox takes the place of one of its own organization');
}

/** JSON of whole rows: what a later migration adds to them comes along by itself. */
export type Credentials = { count: number; credentials: string; tokens: string };

/** The credentials of the tenant that is left, revoked ones too, and their tokens, which go. `retireTenant` keeps everybody from changing them meanwhile. */
export async function leaveCredentials(tx: Tx): Promise<Credentials> {
  const left = expectOne(await tx.rows<Credentials>(sql`
    select (select count(*)::int from credential where tenant_id = ${tx.tenantId} and revoked_at is null) as count,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]')::text from credential c where tenant_id = ${tx.tenantId}) as credentials,
      (select coalesce(jsonb_agg(to_jsonb(a)), '[]')::text from access_token a where tenant_id = ${tx.tenantId}) as tokens`));
  await tx.execute(sql`delete from access_token where tenant_id = ${tx.tenantId}`);
  return left;
}

/** Writes them for the tenant that is entered. The rows that stay behind answer for nobody: no look-up takes a retired tenant. */
export async function enterCredentials(tx: Tx, { credentials, tokens }: Credentials): Promise<void> {
  // A clock that was moved ahead stays behind: nothing here was made in times to come.
  await tx.execute(sql`
    insert into credential select (jsonb_populate_record(null::credential,
      r || jsonb_build_object('tenant_id', ${tx.tenantId}::text, 'created_at', least((r ->> 'created_at')::timestamptz, ${tx.now}::timestamptz)))).*
    from jsonb_array_elements(${credentials}::jsonb) as r`);
  await tx.execute(sql`
    insert into access_token select (jsonb_populate_record(null::access_token, r || jsonb_build_object('tenant_id', ${tx.tenantId}::text))).*
    from jsonb_array_elements(${tokens}::jsonb) as r`);
}
