/** Passkeys in a real browser, with an authenticator that Chromium plays (WebAuthn §11). */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { closePages, looksRight, openPages, openWindow, signInAs } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  // Browsers bind passkeys to a name.
  [app, browser] = await openPages({ env: { HOST: 'localhost' } });
});
afterAll(() => closePages(app, browser));

async function withAuthenticator(page: Page): Promise<{ verifies(person: boolean): Promise<unknown> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } });
  return { verifies: (isUserVerified) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
test('a passkey is enrolled, signs in, proves who one is, is renamed and removed', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const device = await withAuthenticator(page);
  const email = await signInAs(page, app, 'developer', '/settings/security');
  await page.getByText('No passkey yet').waitFor();
  await press(page, 'Add a passkey');
  await dialog(page, 'Add a passkey').getByRole('textbox', { name: 'Name' }).fill('Office laptop');
  await looksRight(page, 'passkey-add');
  await press(page, 'Make it');
  await page.getByRole('row', { name: /Office laptop/ }).waitFor();
  await looksRight(page, 'passkeys');
  await page.goto('/dashboard/settings/members');
  await page.getByRole('row').filter({ hasText: email }).getByText('Passkey', { exact: true }).waitFor();

  await context.clearCookies();
  await page.goto('/dashboard/sign-in?next=%2Fsettings%2Fsecurity');
  await looksRight(page, 'sign-in-passkey');
  await device.verifies(false);
  await press(page, 'Sign in with a passkey');
  await page.getByText('No passkey was used').waitFor();
  await device.verifies(true);
  await press(page, 'Sign in with a passkey');
  await page.getByRole('row', { name: /Office laptop/ }).waitFor();

  await app.db.across('directory', (tx) => tx.execute(sql`
    update member_session set proved_at = now() - interval '6 minutes' where member_id = (select member_id from member where email = ${email})`));
  await press(page, 'Rename Office laptop');
  await dialog(page, 'Rename Office laptop').getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await press(page, 'Rename');
  await press(page, 'Remove Old laptop');
  await dialog(page, 'Remove Old laptop').getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog(page, 'Prove it is you').waitFor();
  await looksRight(page, 'passkey-step-up');
  await press(page, 'Use a passkey');
  await page.getByText('No passkey yet').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('on a phone, in the dark', async () => {
  const { page, context, faults } = await openWindow(browser, app, { width: 390, scheme: 'dark' });
  await withAuthenticator(page);
  await signInAs(page, app, 'viewer', '/settings/security');
  await press(page, 'Add a passkey');
  await dialog(page, 'Add a passkey').getByRole('textbox', { name: 'Name' }).fill('Phone');
  await press(page, 'Make it');
  await page.getByRole('row', { name: /Phone/ }).waitFor();
  await looksRight(page, 'passkeys-390-dark');
  expect(faults).toEqual([]);
  await context.close();
});
