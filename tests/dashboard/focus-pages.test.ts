/** Where the focus is: for whoever has no mouse it is the place where they are. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openPages, openWindow, signInAs } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages({ worker: true });
});
afterAll(() => closePages(app, browser));

const focused = (page: Page): Promise<string> => page.evaluate<string>(`(() => { const at = document.activeElement; return at.tagName + ' ' + (at.getAttribute('aria-label') ?? at.textContent).slice(0, 80); })()`);
const comesTo = async (page: Page, place: string | RegExp): Promise<void> => {
  await expect.poll(() => focused(page)).toMatch(place);
};
const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();

test('another page begins at its head, whether a link, keys or the palette led there', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/transfers');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Accounts' }).click();
  await comesTo(page, 'H1 Accounts');
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('m')]);
  await comesTo(page, 'H1 Members');
  for (const [asked, head] of [['new customer', 'H1 New customer'], ['new bulk', 'H1 New bulk transfer'], ['doctor', /^H1 .*ignature/], ['your security', 'H1 Your security'], ['identity reviews', 'H1 Identity reviews']] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Find a page, or paste an identifier' }).fill(asked);
    await page.keyboard.press('Enter');
    await comesTo(page, head);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('a page that comes late leaves the focus with whoever has opened the palette meanwhile', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/transfers');
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => { arrive = resolve; });
  await page.route('**/assets/MembersPage-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Members' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Find a page, or paste an identifier' }).fill('audit');
  arrive();
  await page.locator('h1', { hasText: 'Members' }).waitFor();
  await page.keyboard.press('Enter');
  await comesTo(page, 'H1 Audit log');
  await context.close();
});

test('the palette finds every page that stands at the side', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/transfers');
  const entries = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts();
  expect(entries.length).toBeGreaterThan(15);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: 'Find a page, or paste an identifier' });
  for (const entry of entries) {
    await field.fill(entry);
    await page.getByRole('dialog').getByRole('button', { name: entry }).first().waitFor();
  }
  await context.close();
});

test('after a dialog the focus is where it was: at its button, at the menu that led to it, or at the page\'s head when those are gone', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/credentials');
  const dialog = page.getByRole('dialog');
  await press(page, 'Create a credential');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await comesTo(page, 'BUTTON Create a credential');
  await press(page, 'Create a credential');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Till');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await press(page, 'I have kept it');
  await comesTo(page, 'BUTTON Create a credential');
  await press(page, 'Change Till');
  await page.getByRole('menuitem', { name: 'Rename or limit' }).click();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await comesTo(page, 'BUTTON Change Till');
  await press(page, 'Change Till');
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: /Revoke/ }).click();
  await page.getByRole('row', { name: /Till/ }).getByText('Revoked').waitFor();
  await comesTo(page, /^(BUTTON Create a credential|H1 Manage API Credentials)/);
  expect(faults).toEqual([]);
  await context.close();
});

test('the guided transfer goes on from step to step without the focus being lost', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/first-transfer');
  for (const [action, next] of [['Open the customer', 'Generate an account'], ['Generate the account', 'Credit it'], [/^Credit ₦/, 'Ask whose account it is']] as const) {
    await page.getByRole('button', { name: action }).focus();
    await page.keyboard.press('Enter');
    await comesTo(page, `H2 ${next}`);
  }
  await context.close();
});

test('who asks for no motion gets none: neither in what waits nor in a dialog that opens', async () => {
  const { page, context } = await openWindow(browser, app);
  const moving = (): Promise<string[]> => page.evaluate<string[]>(`document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime > 1).map((each) => each.effect.target.className)`);
  await signInAs(page, app, 'owner', '/settings/members');
  await page.route('**/environments/test/transfers?*', () => undefined);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Transfers', exact: true }).click();
  await page.locator('[aria-busy="true"]').first().waitFor();
  expect(await moving()).toEqual([]);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Members' }).click();
  await press(page, 'Invite somebody');
  await page.getByRole('dialog').waitFor();
  expect(await moving()).toEqual([]);
  await context.close();
});
