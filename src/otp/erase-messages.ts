import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { messagePlace } from './issue.ts';

const messagesAtOnce = 1_000;
const nothing = JSON.stringify({ to: '', text: '' });

/** Leaves of the messages to these accounts when they were sent, and neither the number nor the text. Ends what still waits to be sent. */
export async function eraseMessages(tx: Tx, keys: TenantKeys, accountNumbers: readonly string[]): Promise<void> {
  for (let after = '', more = true; more;) {
    const rows = await tx.rows<{ id: string }>(sql`
      select message_id as id from message where tenant_id = ${tx.tenantId} and account_number = any(${[...accountNumbers]}::text[]) and message_id > ${after} order by message_id limit ${messagesAtOnce}`);
    const ids = rows.map(({ id }) => id);
    await tx.execute(sql`
      update message m set content_sealed = e.content, next_at = null, state = case when m.state = 'queued' then 'failed' else m.state end, lease_version = m.lease_version + 1
      from unnest(${ids}::text[], ${ids.map((id) => keys.seal(messagePlace(id), nothing))}::bytea[]) as e (id, content)
      where m.tenant_id = ${tx.tenantId} and m.message_id = any(${ids}::text[]) and m.message_id = e.id`);
    after = ids.at(-1) ?? after;
    more = ids.length === messagesAtOnce;
  }
}
