/** The home in a real browser: the first call for who has done nothing, figures for who has, and links to what waits. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallBody } from '#src/customers/sample-customer.ts';
import { sql } from '#src/db/sql.ts';
import { closePages, counted, looks, looksRight, openFailing, openPages, openWindow, overflows, shoot, signInAs, violations } from '#tests/support/pages.ts';
import type { TestApp, TestTenant } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
/** An organization whose environments have seen something. */
let busy: TestTenant;
beforeAll(async () => {
  [app, browser] = await openPages();
  busy = await app.addTenant();
  for (const bvn of [undefined, undefined, undefined, '00000000002', '00000000005']) await busy.call('POST', '/customer/profile/individual', smallBody(bvn === undefined ? {} : { bvn }));
  const sums = Array.from({ length: 90 }, (_, day) => JSON.stringify({ completed: 400 + ((day * 37) % 130), kobo: String(90_000_000 + ((day * 7_919_331) % 60_000_000)), failed: (day * 5) % 13, seconds: { 1: 300 + (day % 40), 6: 90, 11: 4 + (day % 9) } }));
  await app.db.write(busy.tenantId, (tx) => tx.execute(sql`
    insert into day_sum (tenant_id, list, day, sums)
    select ${tx.tenantId}, 'transfers', (now() at time zone 'Africa/Lagos')::date - s.n::int, s.sums from unnest(${sums}::jsonb[]) with ordinality as s (sums, n)`));
});
afterAll(() => closePages(app, browser));

test.each(looks)('figures and first steps at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, { ...app, ...busy }, 'owner', '/test');
  await page.getByText('What needs a person').waitFor();
  await page.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' });
  await looksRight(page, `home-${width}-${scheme}`);
  await page.goto('/dashboard/live');
  await page.getByText('Nothing has happened in live yet').waitFor();
  await shoot(page, `home-live-${width}-${scheme}`);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
  const fresh = await openWindow(browser, app, { width, scheme });
  await signInAs(fresh.page, app, 'owner', '/test');
  await fresh.page.getByText(`CLIENT_ID=${app.clientId}`).waitFor();
  await shoot(fresh.page, `home-first-${width}-${scheme}`);
  expect(await violations(fresh.page)).toEqual([]);
  expect(await overflows(fresh.page)).toBe(false);
  expect(fresh.faults).toEqual([]);
  await fresh.context.close();
});

test('the span stands in the address, each picture has its table, and what waits is a link', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, { ...app, ...busy }, 'owner', '/test?days=14');
  await counted(page.getByRole('table', { name: 'Value by day' }).getByRole('rowheader'), 14);
  await page.getByText('90 days', { exact: true }).click();
  await page.waitForURL(/days=90/);
  await counted(page.getByRole('table', { name: 'Transfers by day' }).getByRole('rowheader'), 90);
  await page.getByRole('link', { name: /left undecided by its provider/ }).waitFor();
  await page.getByText('75.0 %').waitFor();
  await context.close();
});

test('the home says what went wrong when it cannot be read', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'viewer', null);
  await openFailing(page, '/test', '**/environments/test/home*');
  await shoot(page, 'home-failed');
  expect(await violations(page)).toEqual([]);
  await context.close();
});
