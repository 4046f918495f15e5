/** What an erasure takes from checks: by what they were about they are known no more; that they took place, what came out of them and when stays. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { type CheckNumbers, findChecksAbout } from './check-numbers.ts';
import { forgetLikenesses } from './likeness-memory.ts';

/**
 * Every check about a customer, as `findChecksAbout` finds them: none carries an index, a provider's reference, a reading, a picture, a likeness or a hash of a picture afterwards.
 * Answers how many.
 */
export async function eraseTraces(tx: Tx, keys: TenantKeys, customerId: string, numbers: CheckNumbers): Promise<number> {
  const ids = await findChecksAbout(tx, keys, customerId, numbers);
  await tx.execute(sql`delete from kyc_check_number where tenant_id = ${tx.tenantId} and check_id = any(${ids}::text[])`);
  forgetLikenesses(keys);
  await tx.execute(sql`delete from kyc_likeness where tenant_id = ${tx.tenantId} and check_id = any(${ids}::text[])`);
  await tx.execute(sql`update kyc_review set pictures_sealed = null where tenant_id = ${tx.tenantId} and check_id = any(${ids}::text[]) and pictures_sealed is not null`);
  return tx.execute(sql`
    update kyc_check set subject_index = ${Buffer.alloc(0)}, claims_index = null, provider_reference = null, reading = null, duplicate_of = '{}'
    where tenant_id = ${tx.tenantId} and check_id = any(${ids}::text[])`);
}

/** The same for checks about nobody's customer, of a whole tenant in which no check is made any more. */
export async function eraseAllTraces(tx: Tx, keys: TenantKeys): Promise<void> {
  forgetLikenesses(keys);
  await tx.execute(sql`delete from kyc_check_number where tenant_id = ${tx.tenantId}`);
  await tx.execute(sql`delete from kyc_likeness where tenant_id = ${tx.tenantId}`);
  await tx.execute(sql`update kyc_review set pictures_sealed = null where tenant_id = ${tx.tenantId} and pictures_sealed is not null`);
}
