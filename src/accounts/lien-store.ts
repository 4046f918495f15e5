/** The SQL of liens: amounts of an account that may not be spent until they are released. */
import type { ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type Lien = { lienId: string; accountNumber: string; amountKobo: bigint; reason: string; releasedAt: Date | null };

export async function insertLien(tx: Tx, lien: Omit<Lien, 'releasedAt'> & { actor: string }): Promise<void> {
  await tx.execute(sql`
    insert into lien (tenant_id, lien_id, account_number, amount_kobo, reason, actor, created_at)
    values (${tx.tenantId}, ${lien.lienId}, ${lien.accountNumber}, ${lien.amountKobo}, ${lien.reason}, ${lien.actor}, ${tx.now})`);
}

/** Holds the lien until the transaction ends. */
export async function lockLien(tx: Tx, accountNumber: string, lienId: string): Promise<Lien | null> {
  const [row] = await tx.rows<Lien>(sql`
    select lien_id as "lienId", account_number as "accountNumber", amount_kobo as "amountKobo", reason, released_at as "releasedAt"
    from lien where tenant_id = ${tx.tenantId} and lien_id = ${lienId} and account_number = ${accountNumber} for no key update`);
  return row ?? null;
}

export async function releaseLien(tx: Tx, lienId: string): Promise<void> {
  const released = await tx.execute(sql`
    update lien set released_at = ${tx.now} where tenant_id = ${tx.tenantId} and lien_id = ${lienId} and released_at is null`);
  if (released !== 1) throw new Error('The lien changed under its lock.');
}

/** Those in force on an account, the newest first, at most 100. */
export async function findOpenLiens(tx: ReadTx, accountNumber: string): Promise<(Pick<Lien, 'lienId' | 'amountKobo' | 'reason'> & { actor: string; at: Date })[]> {
  return tx.rows<Pick<Lien, 'lienId' | 'amountKobo' | 'reason'> & { actor: string; at: Date }>(sql`
    select lien_id as "lienId", amount_kobo as "amountKobo", reason, actor, created_at as at from lien
    where tenant_id = ${tx.tenantId} and account_number = ${accountNumber} and released_at is null order by lien_id desc limit 100`);
}
