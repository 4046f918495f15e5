/** Wraps the keys of all tenants by another MASTER_KEY. The keys stay what they are, and so does everything sealed under them. */
import type { Database, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { Ids } from '#src/lib/ids.ts';
import { recordAudit } from './audit.ts';
import { unwrapWith, type WrappedKey, type Wrapping } from './wrapping.ts';

const tenantsAtOnce = 100;

/**
 * One short transaction for each tenant, with its audit entry; what is under the next key already is passed over, so that a rotation that was cut off goes on where it ended. Ends when no key
 * is under another one, those of organizations that came meanwhile included. Answers how many tenants it changed.
 * @throws EnvelopeError for a key that is under neither; what was done before stays
 */
export async function rotateMasterKey({ db, ids, actor }: { db: Database; ids: Ids; actor: string }, present: Wrapping, next: Wrapping): Promise<number> {
  let changed = 0;
  for (;;) {
    const due = await db.across('audit', (tx) => tx.rows<{ id: string }>(sql`
      select distinct tenant_id as id from tenant_key where wrapped_by is distinct from ${next.id} order by id limit ${tenantsAtOnce}`));
    if (due.length === 0) return changed;
    for (const { id } of due) changed += await db.write(id, (tx) => rewrap(tx, { ids, actor }, present, next));
  }
}

/** Answers 1, or 0 where somebody else was quicker. */
async function rewrap(tx: Tx, { ids, actor }: { ids: Ids; actor: string }, present: Wrapping, next: Wrapping): Promise<0 | 1> {
  const keys = await tx.rows<WrappedKey & { version: number }>(sql`
    select tenant_id as "tenantId", purpose, version, wrapped, wrapped_by as "wrappedBy" from tenant_key
    where tenant_id = ${tx.tenantId} and wrapped_by is distinct from ${next.id} order by purpose, version for update`);
  if (keys.length === 0) return 0;
  for (const key of keys) {
    await tx.execute(sql`
      update tenant_key set wrapped = ${next.wrap(key, unwrapWith([present, next], key))}, wrapped_by = ${next.id}
      where tenant_id = ${tx.tenantId} and purpose = ${key.purpose} and version = ${key.version}`);
  }
  await recordAudit(tx, ids, { actor, action: 'tenant.keys_rewrapped', subject: tx.tenantId, details: { keys: keys.length, from: present.id, to: next.id } });
  return 1;
}
