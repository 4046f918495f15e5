/** The home's figures are those of the rows, whether a day was summed before or just now; and each role sees its part. HOME_TRANSFERS=500000 measures. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { createHome } from '#src/dashboard/home.ts';
import { isRecord } from '#src/lib/assert.ts';
import { readDays } from '#src/lists/day-sums.ts';
import { roleScopes } from '#src/organizations/permissions.ts';
import { transferDays } from '#src/transfers/daily-figures.ts';
import { writeTransfers } from '#tests/models/many-transfers.ts';
import { signedIn } from '#tests/support/dashboard.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const transfers = Number(process.env.HOME_TRANSFERS ?? 6_000);

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  owner = new pg.Client({ ...app.database.connection, options: '-c search_path=openteller' });
  await owner.connect();
  await writeTransfers(owner, app.tenantId, transfers, { openFrom: 0, busyEvery: 0 });
  // Over the last hundred days instead of a few in March, and some at the very edges of days.
  await owner.query(`
    update transfer set initiated_at = t.at - interval '40 seconds', authorised_at = case when authorised_at is null then null else t.at - (1 + n % 50) * interval '0.4 seconds' end, settled_at = t.at
    from (select transaction_id as id, n, case when n % 500 = 0 then date_trunc('day', now() + interval '1 hour') - interval '1 hour' - (n % 90) * interval '1 day' else now() - (n * 100.0 / ${transfers}) * interval '1 day' end as at
      from (select transaction_id, row_number() over (order by transaction_id) as n from transfer) as numbered) as t
    where transaction_id = t.id and state in ('COMPLETED', 'FAILED', 'RETURNED')`);
  await owner.query(`
    insert into kyc_check (tenant_id, check_id, kind, subject_index, provider, outcome, fields, credential_id, request_id, created_at)
    select $1, 'chk_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 20, '0'), case n % 3 when 0 then 'bvn' else 'nin' end, '\\x00', 'simulator',
      case when n % 10 = 0 then 'name_mismatch' when n % 37 = 0 then 'provider_unavailable' else 'passed' end, '{}', 'crd_0', 'r' || n, at
    from (select n, now() - (n * 100.0 / ${transfers}) * interval '1 day' as at from generate_series(1, ${transfers}) as n) as c`, [app.tenantId]);
  await owner.query('vacuum (analyze)');
}, 900_000);

afterAll(async () => {
  // The rail's book of this run knows none of these payments.
  await owner.query('truncate transfer, ledger_entry, limit_usage, event, inbound_credit, ledger_account, list_mark, day_sum cascade');
  await owner.end();
  await app.close();
});

/** What the rows say, asked in the plainest way. */
async function truth(days: number): Promise<{ completed: number; failed: number; value: number; firstDay: string }> {
  const { rows: [row] } = await owner.query(`
    select count(*) filter (where state <> 'FAILED')::int as completed, count(*) filter (where state = 'FAILED')::int as failed, coalesce(sum(amount_kobo) filter (where state <> 'FAILED'), 0)::float8 / 100 as value,
      min((settled_at at time zone 'Africa/Lagos')::date)::text as "firstDay"
    from transfer where state in ('COMPLETED', 'FAILED', 'RETURNED') and (settled_at at time zone 'Africa/Lagos')::date > (now() at time zone 'Africa/Lagos')::date - $1::int`, [days]);
  return row;
}

const caller = () => ({ tenantId: app.tenantId, organizationId: app.organizationId, environment: 'sandbox' as const, credentialId: 'mem_0', scopes: roleScopes.owner.sandbox });

/** As a process that has just begun asks. */
async function freshHome(days: '14' | '30' | '90'): Promise<Record<string, unknown>> {
  const { body } = await createHome(app.app.ctx)({ caller: caller(), query: { days } });
  const { data } = JSON.parse(body);
  return data;
}

test.each(['14', '30', '90'] as const)('the figures of %s days are those of the rows, the first time and from what was kept', async (days) => {
  const { firstDay, ...totals } = await truth(Number(days));
  for (const time of ['first', 'kept', 'kept again']) {
    const began = performance.now();
    const { transfers: shown } = await freshHome(days);
    if (process.env.HOME_TRANSFERS !== undefined) console.log(`${transfers} transfers, ${days} days, ${time}: ${(performance.now() - began).toFixed(0)} ms`);
    expect(shown).toMatchObject(totals);
    const list = isRecord(shown) && Array.isArray(shown['days']) ? shown['days'] : [];
    expect(list.length).toBe(Number(days));
    expect(list[0]).toMatchObject({ day: firstDay });
    expect(list.reduce((sum, each) => sum + each.completed, 0)).toBe(totals.completed);
  }
});

test('durations are within a tenth of the true median and of the true ninety-fifth of a hundred', async () => {
  const { rows: [exact] } = await owner.query(`
    select percentile_disc(0.5) within group (order by seconds) as p50, percentile_disc(0.95) within group (order by seconds) as p95
    from (select extract(epoch from settled_at - authorised_at)::float8 as seconds from transfer where state in ('COMPLETED', 'RETURNED') and (settled_at at time zone 'Africa/Lagos')::date > (now() at time zone 'Africa/Lagos')::date - 30) as s`);
  const { transfers: shown } = await freshHome('30');
  if (!isRecord(shown)) throw new Error('No figures.');
  expect(Math.abs(Number(shown['p50Seconds']) / exact.p50 - 1)).toBeLessThan(0.11);
  expect(Math.abs(Number(shown['p95Seconds']) / exact.p95 - 1)).toBeLessThan(0.11);
});

test('a day that is over is summed once: what was kept is believed, and today is read anew', async () => {
  await transferDays(app.db, app.tenantId, 14);
  const { rows: [kept] } = await owner.query(`select count(*)::int as days, max(day)::text < (now() at time zone 'Africa/Lagos')::date::text as over from day_sum where tenant_id = $1 and list = 'transfers'`, [app.tenantId]);
  expect(kept).toMatchObject({ over: true });
  const asked: string[] = [];
  const counting = await readDays(app.db, app.tenantId, {
    name: 'transfers', nothing: 0, parse: () => 1,
    sumsOf: async (_tx, from, to) => {
      asked.push(`${(to.getTime() - from.getTime()) / 86_400_000}`);
      return new Map();
    },
  }, 14);
  // In the first minute of a day yesterday is not over yet.
  expect(asked.length).toBe(1);
  expect(['1', '2']).toContain(asked[0]);
  expect(counting.filter(({ sums }) => sums === 1).length).toBeGreaterThanOrEqual(12);
});

test('checks are counted by kind and end, and a role sees what its scopes show', async () => {
  const viewer = await signedIn(app, app, 'viewer');
  const { data } = await viewer.browser.call('GET', '/environments/test/home?days=30');
  const { rows: kinds } = await owner.query(`
    select kind, count(*) filter (where outcome = 'passed')::int as passed, count(*) filter (where outcome = 'name_mismatch')::int as refused, count(*) filter (where outcome = 'provider_unavailable')::int as undecided
    from kyc_check where (created_at at time zone 'Africa/Lagos')::date > (now() at time zone 'Africa/Lagos')::date - 30 group by kind order by 2 desc`);
  expect(data['checks']).toMatchObject({ kinds });
  expect(data['waiting']).toMatchObject({ checksInReview: 0, transfersInReview: 0, railExceptions: 0, failedDeliveries: 0 });
  const developer = await signedIn(app, app, 'developer');
  const live = await developer.browser.call('GET', '/environments/live/home');
  expect(live.data).toMatchObject({ started: false, checks: null, webhooks: { endpoints: 0 }, waiting: { checksInReview: null, transfersInReview: 0 } });
});

test('no figure of one organization is another\'s', async () => {
  const other = await app.addTenant();
  const { browser } = await signedIn(app, other, 'owner');
  expect((await browser.call('GET', '/environments/test/home?days=14')).data).toMatchObject({ started: false, transfers: { completed: 0, value: 0 } });
  const rows = await app.db.read(other.tenantId, (tx) => tx.rows(sql`select distinct tenant_id as "tenantId" from day_sum`));
  expect(rows).toEqual([{ tenantId: other.tenantId }]);
});
