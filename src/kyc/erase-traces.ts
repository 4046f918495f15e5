/** What an erasure takes from checks: by what they were about they are known no more; what came out of them stays. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { subjectIndexOf } from './record-check.ts';

/**
 * The checks made for a customer, and those that were made for nobody about the same numbers: none carries an index, a provider's reference, a picture or a likeness
 * afterwards. Answers how many.
 */
export async function eraseTraces(tx: Tx, keys: TenantKeys, customerId: string, { bvn, nin }: { bvn: string; nin: string | null }): Promise<number> {
  const subjects = [
    subjectIndexOf(keys, 'bvn', bvn), subjectIndexOf(keys, 'face', bvn),
    ...(nin === null ? [] : [subjectIndexOf(keys, 'nin', nin), subjectIndexOf(keys, 'bvn_nin', `${bvn} ${nin}`)]),
  ];
  const checks = await tx.rows<{ id: string }>(sql`
    select check_id as id from kyc_check where tenant_id = ${tx.tenantId} and (customer_id = ${customerId} or subject_index = any(${subjects}::bytea[]))`);
  const ids = checks.map(({ id }) => id);
  await tx.execute(sql`delete from kyc_likeness where tenant_id = ${tx.tenantId} and check_id = any(${ids}::text[])`);
  await tx.execute(sql`update kyc_review set pictures_sealed = null where tenant_id = ${tx.tenantId} and check_id = any(${ids}::text[]) and pictures_sealed is not null`);
  return tx.execute(sql`
    update kyc_check set subject_index = ${Buffer.alloc(0)}, claims_index = null, provider_reference = null where tenant_id = ${tx.tenantId} and check_id = any(${ids}::text[])`);
}
