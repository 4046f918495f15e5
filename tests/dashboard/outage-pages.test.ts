/** The dashboard in a real browser while the service is away, after it came back as another version, and when a session ends. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openPages, openWindow, overflows, shoot, signInAs, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const side = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
/** Everything that a page could get from the service. */
const service = /\/dashboard\//;

test('a page whose code cannot be got while the service is away leaves the dashboard there, and comes when it is tried again', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/transfers');
  await heading(page, 'Transfers').waitFor();
  await page.route(service, (route) => route.abort());
  await side(page).getByRole('link', { name: 'Members' }).click();
  await heading(page, 'This page could not be shown').waitFor();
  await page.getByRole('alert', { name: 'The service could not be reached.' }).waitFor();
  await shoot(page, 'part-away');
  expect([await violations(page), await overflows(page)]).toEqual([[], false]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Try again' }).and(page.locator(':enabled')).waitFor();
  // What had been loaded before is still there.
  await side(page).getByRole('link', { name: 'Transfers', exact: true }).click();
  await heading(page, 'Transfers').waitFor();
  await side(page).getByRole('link', { name: 'Members' }).click();
  await heading(page, 'This page could not be shown').waitFor();
  await page.unroute(service);
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Members').waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/settings/members');
  await context.close();
});

test('a part that is gone after an update is got by loading the page anew, where it stands', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/transfers');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  let gone = true;
  page.on('load', () => { gone = false; });
  await page.route('**/assets/MembersPage-*.js', (route) => (gone ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  await side(page).getByRole('link', { name: 'Members' }).click();
  await heading(page, 'Members').waitFor();
  expect(loads).toEqual(['/dashboard/settings/members']);
  await context.close();
});

test('a palette that cannot be got while the service is away takes nothing away', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/members');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const email = page.getByRole('dialog', { name: 'Invite somebody' }).getByLabel('E-mail address');
  await email.fill('bello@kano.example');
  const away = /\/assets\/(?:Palette|Keys)-|\/dashboard\/$/;
  await page.route(away, (route) => route.abort());
  const looked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/dashboard/'));
  await page.keyboard.press('Control+k');
  await looked;
  expect(await email.inputValue()).toBe('bello@kano.example');
  expect(faults).toEqual([]);
  await context.close();
});
