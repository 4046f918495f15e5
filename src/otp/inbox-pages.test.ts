import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { readLists } from '#src/lists/marks.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openPayer, type Payer } from '#tests/journeys/payer.ts';
import { listMessages } from './store.ts';

let app: TestApp;
let payer: Payer;
const messages = 23;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  payer = await openPayer(app);
  const other = await openPayer(app);
  // Several codes of one instant, as one batch of a lane may write them, beside those of another account.
  for (const accountNumber of [payer.accountNumber, other.accountNumber]) {
    await app.db.write(app.tenantId, (tx) => tx.execute(sql`
      with drawn as (select ${accountNumber} || '_' || n as id, timestamptz '2026-03-01' + (n / 4) * interval '1 second' as at from generate_series(1, ${messages}::int) as n),
      codes as (
        insert into otp (tenant_id, otp_reference_id, account_number, purpose, code_mac, state, created_at, expires_at)
        select ${tx.tenantId}, 'otp_' || id, ${accountNumber}, 'utility', '\\x00', 'superseded', at, at from drawn
      )
      insert into message (tenant_id, message_id, kind, account_number, otp_reference_id, content_sealed, state, send_before, created_at)
      select ${tx.tenantId}, 'msg_' || id, 'otp', ${accountNumber}, 'otp_' || id, '\\x00', 'sent', at, at from drawn`));
  }
});
afterAll(() => app.close());

test.for([1, 2, 3, 5, 7, 22, 23, 50])('pages of %d show every message of an account once, newest first, also those of one instant', async (limit) => {
  const plain = await app.db.read(app.tenantId, (tx) => tx.rows<{ message_id: string }>(sql`
    select message_id from message where tenant_id = ${tx.tenantId} and account_number = ${payer.accountNumber} order by created_at desc, message_id desc`));
  const paged = await readLists(app.db, app.tenantId, 'read', async (tx) => {
    const found: string[] = [];
    for (let offset = 0; offset < messages + limit; offset += limit) {
      const page = await listMessages(tx, payer.accountNumber, { limit, offset });
      expect(page.total).toBe(messages);
      found.push(...page.messages.map((message) => message.messageId));
    }
    return found;
  });
  expect(paged).toEqual(plain.map((row) => row.message_id));
});
