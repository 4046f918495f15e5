import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { type OnboardingApp, startOnboardingApp } from '#src/kyc/onboarding-app.ts';
import { isRecord } from '#src/lib/assert.ts';
import { customerRoutes } from './routes.ts';
import { companyBody, created, freshNumber, smallBody } from './sample-customer.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp(customerRoutes);
});
afterAll(() => app.close());

const livePicture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What the tally says and what the rows say, of each kind in each span. */
const counts = (): Promise<{ kept: string; counted: string }[]> => app.db.read(app.tenantId, (tx) => tx.rows(sql`
  select concat_ws(' ', t.span, t.since, t.class_type, t.status, t.kyc_tier, sum(t.customers)) as kept, concat_ws(' ', t.span, t.since, t.class_type, t.status, t.kyc_tier, (
    select count(*) from customer c where c.tenant_id = t.tenant_id and c.class_type = t.class_type and c.status = t.status and c.kyc_tier = t.kyc_tier
      and (t.span = 'all' or date_trunc(t.span, c.created_at at time zone 'UTC')::date = t.since))) as counted
  from customer_tally t where t.tenant_id = ${app.tenantId} group by t.tenant_id, t.span, t.since, t.class_type, t.status, t.kyc_tier order by 1`));

test('totals are those of the rows, after whatever was done at once and however it ended', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => created(app, smallBody(at % 3 === 0 ? { nin: freshNumber() } : {}))));
  const duplicate = smallBody();
  await Promise.all([
    ...Array.from({ length: 4 }, () => app.send('/customer/profile/individual', { body: duplicate })),
    ...Array.from({ length: 3 }, () => app.send('/customer/profile/business', { body: companyBody({ rcNumber: 'RC4711' }) })),
    ...ids.map((id, at) => app.send(`/customer/profile/${id}`, { method: 'PATCH', body: { status: at % 2 === 0, reason: 'Count' } })),
    ...ids.map((id) => app.send(`/customer/kyc/${id}`, { body: { livePicture } })),
    ...ids.map((id) => app.send(`/customer/kyc/${id}`, { body: { nin: freshNumber() } })),
    app.send('/customer/profile/individual', { body: smallBody(), scenario: 'name_mismatch' }),
  ]);
  const rows = await counts();
  expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ counted }) => counted));
  expect(new Set(rows.map(({ kept }) => kept.split(' ')[0]))).toEqual(new Set(['all', 'month', 'day']));
  const { data, json } = await app.send('/customer/profiles?page=1&pageSize=100');
  expect(json['total']).toBe(14);
  for (const [name, value] of [['status', 'Inactive'], ['status', 'Active'], ['kycTier', '1'], ['kycTier', '2'], ['kycTier', '3'], ['classType', 'BUSINESS'], ['classType', 'INDIVIDUAL']] as const) {
    const fitting = Array.isArray(data) ? data.filter((customer: unknown) => isRecord(customer) && customer[name] === value).length : null;
    expect((await app.send(`/customer/profiles?page=1&pageSize=1&${name}=${value}`)).json['total'], `${name} ${value}`).toBe(fitting);
  }
});
