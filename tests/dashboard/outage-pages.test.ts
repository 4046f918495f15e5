/** The dashboard in a real browser while the service is away, after it came back as another version, and when a session ends. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember, becomeOperator, password } from '#tests/support/dashboard.ts';
import { closePages, looksRight, openPages, openWindow, overflows, shoot, signInAs, signInByForm, signInWith, soon, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let operator: string;
beforeAll(async () => {
  [app, browser] = await openPages();
  operator = await addMember(app, app, 'viewer');
  await becomeOperator(app, operator);
});
afterAll(() => closePages(app, browser));

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const side = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const note = (page: Page) => page.getByRole('status').filter({ hasText: 'Not reached since' });
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
  const refused: string[] = [];
  page.on('requestfailed', (request) => refused.push(new URL(request.url()).pathname));
  // Once more where it was not heard, as a person would; what was asked for stands in the failure.
  await expect.poll(async () => {
    await page.keyboard.press('Control+k');
    return refused;
  }, { interval: 250, timeout: 60_000 }).toContain('/dashboard/');
  expect(await email.inputValue()).toBe('bello@kano.example');
  expect(faults).toEqual([]);
  await context.close();
});

test.each([[1440, 'light'], [390, 'dark']] as const)('a page that can no longer be read anew says since when, until it is: at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await page.clock.install({ time: '2026-11-21T17:10:00Z' });
  await signInWith(page, app, operator, '/operator/service');
  const card = page.getByRole('heading', { name: 'Sandbox', level: 2 });
  await page.getByText('Configured', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Check the books' }).or(page.getByText('The books')).first().waitFor();
  const place = await card.boundingBox();
  await page.route(/\/dashboard\/api\//, (route) => route.abort());
  await soon(page, note(page).waitFor());
  expect(await note(page).innerText()).toMatch(/^Not reached since 18:1\d\. What you see is from before\.$/);
  expect(await note(page).locator('time').getAttribute('title')).toMatch(/^Saturday,? 21 November 2026 at 18:1\d:\d\d in Lagos · 2026-11-21T17:1/);
  expect(await card.boundingBox()).toEqual(place);
  await looksRight(page, `not-reached-${width}-${scheme}`);
  await page.unroute(/\/dashboard\/api\//);
  await soon(page, note(page).waitFor({ state: 'detached' }));
  expect(faults).toEqual([]);
  await context.close();
});

test('a refusal is an answer: nothing is said of a service that cannot be reached', async () => {
  const { page, context } = await openWindow(browser, app);
  await page.clock.install();
  await signInWith(page, app, operator, '/operator/service');
  await page.getByText('Configured', { exact: true }).first().waitFor();
  let refused = 0;
  await page.route('**/api/v1/operator/**', async (route) => {
    await route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify({ statusCode: '57', message: 'The role may not do this.', data: {}, errors: [{ code: 'role_missing', message: 'The role may not do this.', field: null, fix: 'Ask.', retryable: false, docUrl: '/docs' }] }) });
    refused += 1;
  });
  // Of three reads that go on, each has heard it twice.
  await soon(page, expect.poll(() => refused).toBeGreaterThan(8));
  expect(await note(page).count()).toBe(0);
  await context.close();
});

test('what is pressed without a network is refused at once, and is not done by itself when the network is back', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/members');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByLabel('E-mail address').fill('bello@kano.example');
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Make the link' }).click();
  await form.getByRole('alert', { name: 'The service could not be reached.' }).waitFor();
  const done: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST') done.push(response.status());
  });
  await context.setOffline(false);
  await form.getByRole('button', { name: 'Make the link' }).click();
  await page.getByRole('dialog', { name: 'The invitation is made' }).waitFor();
  expect(done).toEqual([200]);
  await context.close();
});

/** In another tab, by whoever sits there. */
async function signOutElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/dashboard/settings/security');
  await other.getByRole('button', { name: 'You and your session' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(other, 'Sign in').waitFor();
  await other.close();
}

test.each([[1440, 'light'], [390, 'dark']] as const)('a session that ends while a form is filled in says that it was not sent, and leads back to the page: at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  const email = await signInAs(page, app, 'owner', '/settings/members');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByLabel('E-mail address').fill('bello@kano.example');
  await signOutElsewhere(context);
  await form.getByRole('button', { name: 'Make the link' }).click();
  await page.getByRole('alert', { name: 'Your session is over' }).getByText('What you had written was not sent.').waitFor();
  await looksRight(page, `session-over-${width}-${scheme}`);
  await signInByForm(page, email, password);
  await heading(page, 'Members').waitFor();
  expect(await page.getByText('Your session is over').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('a session that is over when a page is opened says so, however many calls hear of it, and leads to that page', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'owner', '/test/transfers');
  await page.getByRole('table', { name: 'Transfers' }).or(page.getByText('No transfers yet')).first().waitFor();
  await signOutElsewhere(context);
  await side(page).getByRole('link', { name: 'Your security' }).click();
  await page.getByRole('alert', { name: 'Your session is over' }).waitFor();
  await signInByForm(page, email, password);
  await heading(page, 'Your security').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
