/**
 * Whom an account has paid before, where the policy caps the first payment to somebody new. Known is who received one within
 * a year: that bounds what is read, and a beneficiary unpaid for so long is looked at anew.
 * The customer's list of saved beneficiaries plays no part: saving makes nobody known, and removing nobody new.
 */
import type { ReadTx } from '#src/db/database.ts';
import { joinable, sql, tenantFor } from '#src/db/sql.ts';
import type { LimitPolicy } from '#src/limits/policy.ts';

type Payment = { sourceAccountNumber: string; beneficiaryAccountNumber: string; /** NIP code. */ beneficiaryBankCode: string };

/** Null: the policy has no cap, so nothing was read. */
export type Known = ReadonlySet<string> | null;

const knownForMs = 365 * 86_400_000;

const keyOf = (payment: Payment): string => `${payment.sourceAccountNumber} ${payment.beneficiaryBankCode} ${payment.beneficiaryAccountNumber}`;

export async function readKnown(tx: ReadTx, policy: LimitPolicy, payments: readonly Payment[]): Promise<Known> {
  if (policy.newBeneficiaryPerTransferKobo === null) return null;
  const since = new Date(tx.now.getTime() - knownForMs);
  const rows = await tx.rows<Payment>(joinable(sql`
    select distinct t.source_account_number as "sourceAccountNumber", t.beneficiary_account_number as "beneficiaryAccountNumber", t.beneficiary_bank_code as "beneficiaryBankCode", t.tenant_id as "tenantId"
    from unnest(${tenantFor(tx, payments)}::text[], ${payments.map((p) => p.sourceAccountNumber)}::text[], ${payments.map((p) => p.beneficiaryAccountNumber)}::text[], ${payments.map((p) => p.beneficiaryBankCode)}::text[]) as p (tenant_id, source, account, bank)
    join transfer t on t.tenant_id = p.tenant_id and t.source_account_number = p.source and t.initiated_at >= ${since}
      and t.beneficiary_account_number = p.account and t.beneficiary_bank_code = p.bank and t.state = 'COMPLETED'`));
  return new Set(rows.map(keyOf));
}

/** Pure. */
export function isNew(known: Known, payment: Payment): boolean {
  return known !== null && !known.has(keyOf(payment));
}
