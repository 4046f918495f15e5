/** The caller's own events, which travel like ours. Their kinds begin with `custom.`, so none can be taken for one of ours. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';

export type CustomKind = `custom.${string}`;

export const customKind = /^custom\.[a-z0-9_.]{1,64}$/;

export function isCustomKind(text: string): text is CustomKind {
  return customKind.test(text);
}

/** The sequence of the next event of this kind about the subject. Whoever asks holds it until the transaction ends; the next one waits, and counts on. */
export async function takeSequence(tx: Tx, kind: CustomKind, subject: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['custom event', tx.tenantId, kind, subject])}, 0))`);
  // A statement of its own: what the lock waited for is committed before this one looks.
  const [row] = await tx.rows<{ next: number }>(sql`
    select coalesce(max(sequence), 0) + 1 as next from event where tenant_id = ${tx.tenantId} and subject = ${subject} and kind = ${kind}`);
  return row?.next ?? 1;
}
