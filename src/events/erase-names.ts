/** Events are kept as they were sent, but for what an erasure must take: the name of an account's holder, and words people wrote. */
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';

type Words = { kind: 'account.created' | 'account.status_changed' | 'customer.status_changed' | 'business.status_changed'; field: 'accountName' | 'reason' };

const words: readonly Words[] = [
  { kind: 'account.created', field: 'accountName' }, { kind: 'account.status_changed', field: 'reason' }, { kind: 'customer.status_changed', field: 'reason' },
  { kind: 'business.status_changed', field: 'reason' },
];

/** Empties these fields in the events about a customer and its accounts. What receivers were sent before is theirs. Answers how many. */
export async function eraseNames(tx: Tx, subjects: readonly string[]): Promise<number> {
  const rows = await tx.rows<{ id: string; kind: string; body: string }>(sql`
    select event_id as id, kind, body from event where tenant_id = ${tx.tenantId} and subject = any(${[...subjects]}::text[]) and kind = any(${words.map(({ kind }) => kind)}::text[])`);
  const bodies = rows.map(({ kind, body }) => {
    const event: unknown = JSON.parse(body);
    const field = words.find((known) => known.kind === kind)?.field;
    if (!isRecord(event) || !isRecord(event['data']) || field === undefined) throw new Error('A stored event is not one.');
    return JSON.stringify({ ...event, data: { ...event['data'], [field]: '' } });
  });
  const ids = rows.map(({ id }) => id);
  return tx.execute(sql`
    update event e set body = b.body from unnest(${ids}::text[], ${bodies}::text[]) as b (id, body)
    where e.tenant_id = ${tx.tenantId} and e.event_id = any(${ids}::text[]) and e.event_id = b.id`);
}
