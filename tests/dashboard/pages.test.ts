/** The frame of the dashboard in a real browser: signing in, what a role sees, the switch, and the headers it is served with. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember, password } from '#tests/support/dashboard.ts';
import { closePages, looks, looksRight, openPages, openWindow, shoot, signInAs, signInByForm, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

test('who comes without a session is asked to sign in, and goes where they wanted', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await page.goto('/dashboard/settings/audit');
  await page.waitForURL(/sign-in\?next=/);
  await shoot(page, 'sign-in');
  expect(await violations(page)).toEqual([]);
  await signInByForm(page, await addMember(app, app, 'owner'), password);
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test.each(looks)('the audit log at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/settings/audit');
  await page.getByRole('table', { name: 'Audit entries' }).or(page.getByText('Nothing yet')).first().waitFor();
  await looksRight(page, `audit-${width}-${scheme}`);
  expect(faults).toEqual([]);
  await context.close();
});

test('the page may run its own scripts and nothing else; its files may be kept for ever, the page itself not', async () => {
  const page = await app.fetch('/dashboard/');
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const [, script = ''] = /src="([^"]+\.js)"/.exec(page.text) ?? [];
  const asset = await app.fetch(script);
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  for (const path of ['/dashboard/assets/none.js', '/dashboard/assets/..%2f..%2fpackage.json', '/dashboard/api/nothing', '/dashboard/stamp.txt']) expect((await app.fetch(path)).status, path).toBe(404);
  expect((await app.fetch('/dashboard/test/transfers')).status).toBe(200);
});
