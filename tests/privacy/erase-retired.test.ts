import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { createRetiredErasure } from '#src/privacy/erase-retired.ts';
import { fund, openPayer, succeed } from '#tests/journeys/payer.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('the people of a retired sandbox', () => {
  const rest = (tenantId: string) => app.db.read(tenantId, (tx) => tx.rows(sql`
    select c.first_name as "firstName", c.last_name as "lastName", c.key_sealed is null as "keyless", a.name, l.posted_credit::int as credited
    from customer c join account a on a.tenant_id = c.tenant_id and a.customer_id = c.customer_id
    join ledger_account l on l.tenant_id = a.tenant_id and l.ledger_account_id = a.account_number where c.tenant_id = ${tx.tenantId}`));

  test('are erased after two days, held ones too; the money they moved stays in the books', async () => {
    const tenant = await app.addTenant();
    const kept = await app.addTenant();
    for (const each of [tenant, kept]) await fund(each, (await openPayer(each, 0)).accountNumber, 70);
    const left = tenant.tenantId;
    await app.db.write(left, (tx) => tx.execute(sql`
      insert into legal_hold (tenant_id, hold_id, customer_id, reason, placed_by, placed_at) select tenant_id, 'hld_1', customer_id, 'A trial', 'operator', now() from customer where tenant_id = ${tx.tenantId}`));
    await succeed(tenant.call('POST', '/sandbox/reset'));
    const erasure = createRetiredErasure(app.app.ctx);
    // Far more pieces than there are tenants here.
    const walk = async (): Promise<void> => {
      for (let pass = 0; pass < 10; pass += 1) await erasure.pass();
    };
    const whole = { firstName: 'Adaeze', keyless: false, credited: 7_000 };
    await walk();
    expect(await rest(left)).toMatchObject([whole]);
    await app.db.write(left, (tx) => tx.execute(sql`update tenant set retired_at = now() - interval '49 hours' where tenant_id = ${tx.tenantId}`));
    await walk();
    expect(await rest(left)).toEqual([{ firstName: '', lastName: '', keyless: true, name: 'ERASED', credited: 7_000 }]);
    expect(await rest(kept.tenantId)).toMatchObject([whole]);
    expect(await app.books()).toEqual([]);
  });
});
