/** Getting about by keyboard: the palette, what a pasted identifier leads to, keys in sequence, and the skip link. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, looks, looksRight, openPages, openWindow, shoot, signInAs, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

const field = (page: Page) => page.getByRole('textbox', { name: 'Find a page, or paste an identifier' });
const opened = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
};

test.each(looks)('the palette at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/settings/audit');
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Find or go to' }).click();
  await field(page).waitFor();
  await looksRight(page, `palette-${width}-${scheme}`);
  expect(faults).toEqual([]);
  await context.close();
});

test('finds pages and actions by any word, does them with Enter, and opens again', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/audit');
  await opened(page);
  await field(page).fill('appearance dark');
  await page.keyboard.press('Enter');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await opened(page);
  await field(page).fill('nothing of this name');
  await page.getByText('Nothing is called that in the sandbox.').waitFor();
  await field(page).fill('switch live');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/live$/);
  await page.keyboard.press('Control+k');
  await field(page).fill('audit');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/settings\/audit$/);
  await opened(page);
  await field(page).fill('sign out');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('`?` shows the keys, and the keys lead to their pages, but not while somebody writes', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/audit');
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('table', { name: 'Keys' });
  await keys.getByRole('row', { name: /Audit log/ }).waitFor();
  await shoot(page, 'keys');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.goto('/dashboard/test');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type('gu');
  expect(await field(page).inputValue()).toBe('gu');
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
  // One right after the other: the second is waited for a second and a half.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('u')]);
  await page.waitForURL(/\/settings\/audit$/);
  expect(faults).toEqual([]);
  await context.close();
});

test('the side says which page it is, and no other', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/transfers');
  const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current="page"]');
  await current.getByText('Transfers', { exact: true }).waitFor();
  expect(await current.count()).toBe(1);
  // However far down it stands.
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto('/dashboard/settings/security');
  await current.getByText('Your security').waitFor();
  await expect.poll(() => current.evaluate((link) => link.getBoundingClientRect().bottom <= 400), { timeout: 30_000 }).toBe(true);
  await context.close();
});

test('the first key that moves the focus offers to skip the frame, and it shows where it is', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/audit');
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Go to the page' });
  expect(await skip.evaluate((link) => [link.matches(':focus-visible'), link.getBoundingClientRect().left >= 0])).toEqual([true, true]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.querySelector("#main").contains(document.activeElement)')).toBe(true);
  await context.close();
});
