/** What people do about themselves and their organization, in a real browser: signing up, credentials, members, their own security, the audit log. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { bytesOf, password } from '#tests/support/dashboard.ts';
import { closePages, looksRight, openFailing, openPages, openWindow, shoot, signInAs, signInByForm, signInWith } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const tokenOf = async (clientId: string, secret: string): Promise<number> =>
  (await app.fetch('/sandbox/v1/auth/token', { headers: { authorization: `Bearer ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` } })).status;
/** The codes that a part of a page shows: `ot_test_…`, `sk_test_…`. */
const shown = async (page: Page, prefix: string): Promise<string> => (await page.locator('code').filter({ hasText: new RegExp(`^${prefix}`) }).first().textContent()) ?? '';

async function signUp(page: Page, name: string, organization = 'Kaduna Pay'): Promise<string> {
  const email = `${name}@kaduna.example`;
  await page.goto('/dashboard/sign-in');
  await page.getByRole('link', { name: 'Create an organization' }).click();
  await page.getByLabel('Organization').fill(organization);
  await page.getByLabel('Your name').fill('Chika Obi');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press(page, 'Create the organization');
  await heading(page, / is ready$/).waitFor();
  return email;
}

test('who signs up is shown a secret once, and asks for a token with it', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signUp(page, 'chika');
  const [clientId, secret] = [await shown(page, 'ot_test_'), await shown(page, 'sk_test_')];
  expect(await tokenOf(clientId, secret)).toBe(200);
  await looksRight(page, 'welcome');
  await page.reload();
  await page.getByRole('heading', { name: 'The secret key was shown once' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await looksRight(page, 'welcome-again');
  await page.getByRole('link', { name: 'Manage API Credentials' }).last().click();
  await page.getByRole('table', { name: 'Test credentials' }).getByText(clientId).waitFor();
  expect(await page.content()).not.toContain(secret);
  expect(faults).toEqual([]);
  await context.close();
});

test('a name that turns the direction of writing turns nothing beside it', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signUp(page, 'turned', 'Kaduna \u202eyaP');
  expect([await heading(page, / is ready$/).textContent(), await page.title()]).toEqual(['Kaduna yaP is ready', 'Kaduna yaP is ready · Openteller']);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^Openteller · Kaduna yaP · printed by Chika Obi/).waitFor();
  await looksRight(page, 'welcome-turned');
  expect(faults).toEqual([]);
  await context.close();
});

test.each([[1440, 'light'], [390, 'dark']] as const)('signing up at %i pixels, %s; a password that is tried first is refused', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await page.goto('/dashboard/sign-up');
  await page.getByLabel('Organization').fill('Kaduna Pay');
  await page.getByLabel('Your name').fill('Chika Obi');
  await page.getByLabel('E-mail address').fill('weak@kaduna.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('kadunapay2026');
  await press(page, 'Create the organization');
  await page.getByText('The password is one of those that are tried first.').waitFor();
  await looksRight(page, `sign-up-${width}-${scheme}`);
  expect(faults).toEqual([]);
  await context.close();
});

test('a credential is made, limited, replaced with an overlap, and revoked', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', '/settings/credentials');
  await press(page, 'Create a credential');
  const form = dialog(page, 'Create a test credential');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Till');
  await form.getByRole('button', { name: 'Only reading' }).click();
  await looksRight(page, 'credential-form');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog(page, 'The credential is made').waitFor();
  const [clientId, secret] = [await shown(page, 'ot_test_'), await shown(page, 'sk_test_')];
  expect(await tokenOf(clientId, secret)).toBe(200);
  const saved = page.waitForEvent('download');
  await press(page, 'Download as .env');
  expect((await saved).suggestedFilename()).toBe(`${clientId}.env`);
  await looksRight(page, 'credential-shown');
  await press(page, 'I have kept it');
  expect(await page.content()).not.toContain(secret);

  const act = async (item: string): Promise<void> => {
    await press(page, 'Change Till');
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Replace the secret key');
  await dialog(page, /^Replace the secret key/).getByRole('button', { name: 'Replace it' }).click();
  const next = await shown(page, 'sk_test_');
  expect([next === secret, await tokenOf(clientId, secret), await tokenOf(clientId, next)]).toEqual([false, 200, 200]);
  await press(page, 'I have kept it');
  await page.getByText(/The one before works for 24 h more/).waitFor();
  await act('Rename or limit');
  const networks = dialog(page, 'Rename or limit Till').getByLabel('Networks it may be used from').first();
  await networks.fill('203.0.113.0/24');
  await networks.press('Enter');
  await shoot(page, 'credential-change');
  await dialog(page, 'Rename or limit Till').getByRole('button', { name: 'Save' }).click();
  await dialog(page, 'Rename or limit Till').waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: '203.0.113.0/24' }).waitFor();
  expect(await tokenOf(clientId, next)).toBe(403);
  await looksRight(page, 'credentials');
  await act('Revoke');
  await dialog(page, 'Revoke Till').getByRole('button', { name: 'Revoke for ever' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect(await tokenOf(clientId, next)).toBe(401);
  expect(faults).toEqual([]);
  await context.close();
});

test('live says what is missing, and each role does what it may', async () => {
  const owner = await openWindow(browser, app, { width: 390 });
  await signInAs(owner.page, app, 'owner', '/settings/credentials?in=live');
  await owner.page.getByText('Live is closed to your organization').waitFor();
  expect(await owner.page.getByRole('button', { name: 'Create a credential' }).isDisabled()).toBe(true);
  await looksRight(owner.page, 'credentials-live-390');
  await owner.context.close();
  const viewer = await openWindow(browser, app, { scheme: 'dark' });
  await signInAs(viewer.page, app, 'viewer', '/settings/members');
  await viewer.page.getByRole('table', { name: 'Members', exact: true }).waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Invite somebody' }).count()).toBe(0);
  expect(await viewer.page.getByRole('link', { name: 'Manage API Credentials' }).count()).toBe(0);
  await viewer.page.goto('/dashboard/settings/credentials');
  await viewer.page.getByRole('alert', { name: 'The role may not do this.' }).getByText('It needs the permission “Credentials read”, which the role Viewer does not have.').waitFor();
  await looksRight(viewer.page, 'credentials-refused');
  await viewer.context.close();
  const operations = await openWindow(browser, app);
  await signInAs(operations.page, app, 'operations', '/settings/credentials');
  await operations.page.getByText('Your role sees test credentials and does not change them.').waitFor();
  expect(await operations.page.getByRole('button', { name: 'Create a credential' }).count()).toBe(0);
  await operations.context.close();
});

test('somebody is invited, joins, gets another role, and is removed', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/members');
  await press(page, 'Invite somebody');
  await dialog(page, 'Invite somebody').getByLabel('E-mail address').fill('bello@kano.example');
  await looksRight(page, 'invite');
  await press(page, 'Make the link');
  const link = await shown(page, 'http');
  await looksRight(page, 'invited');
  await press(page, 'I have copied it');
  await page.getByRole('table', { name: 'Open invitations' }).getByText('bello@kano.example').waitFor();

  const guest = await openWindow(browser, app, { width: 390 });
  await guest.page.goto(link);
  await heading(guest.page, 'Join Test organization').waitFor();
  await looksRight(guest.page, 'invitation-390');
  await guest.page.getByLabel('Your name').fill('Bello Sani');
  await guest.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press(guest.page, 'Accept and sign in');
  await guest.page.getByRole('button', { name: 'You and your session' }).waitFor();
  await guest.page.goto(link);
  await guest.page.reload();
  await guest.page.getByText('A link is good once, for seven days.', { exact: false }).waitFor();
  await looksRight(guest.page, 'invitation-over-390');

  await page.reload();
  await press(page, 'Change the role of Bello Sani');
  await dialog(page, 'Role of Bello Sani').getByRole('radio', { name: 'Compliance' }).check();
  await dialog(page, 'Role of Bello Sani').getByRole('button', { name: 'Change the role' }).click();
  await page.getByRole('row', { name: /Bello Sani/ }).getByText('Compliance').waitFor();
  await looksRight(page, 'members');
  await press(page, 'Remove Bello Sani');
  await dialog(page, 'Remove Bello Sani').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: /Bello Sani/ }).waitFor({ state: 'detached' });
  expect([...faults, ...guest.faults]).toEqual([]);
  await guest.context.close();
  await context.close();
});

test('an invitation is withdrawn', async () => {
  const { page, context } = await openWindow(browser, app, { width: 390, scheme: 'dark' });
  await signInAs(page, app, 'admin', '/settings/members');
  await press(page, 'Invite somebody');
  expect(await page.getByRole('radio', { name: 'Owner' }).count()).toBe(0);
  await page.getByLabel('E-mail address').fill('gone@kano.example');
  await press(page, 'Make the link');
  await press(page, 'I have copied it');
  await looksRight(page, 'members-390-dark');
  await press(page, 'Withdraw the invitation of gone@kano.example');
  await dialog(page, 'Withdraw the invitation').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('None is open').waitFor();
  await context.close();
});

test('a member sets an authenticator app up, keeps the recovery codes, and ends their other sessions', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'viewer', '/settings/security');
  const elsewhere = await openWindow(browser, app);
  await signInWith(elsewhere.page, app, email);
  await page.reload();
  await press(page, 'End all others');
  await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
  await elsewhere.page.goto('/dashboard/settings/security');
  await elsewhere.page.waitForURL(/sign-in/);
  await elsewhere.context.close();

  await press(page, 'Set up an authenticator app');
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await looksRight(page, 'authenticator');
  const secret = bytesOf((await shown(page, '[A-Z2-7]{4} ')).replaceAll(' ', ''));
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, totpStep(new Date())));
  await press(page, 'Turn it on');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const recovery = await shown(page, '[A-Z2-7]{4}-');
  await looksRight(page, 'recovery-codes');
  await press(page, 'I have kept them');
  await page.getByText('10 recovery codes are left.', { exact: false }).waitFor();
  await looksRight(page, 'security');

  const again = await openWindow(browser, app, { width: 390, scheme: 'dark' });
  await again.page.goto('/dashboard/sign-in?next=%2Fsettings%2Fsecurity');
  await again.page.getByLabel('E-mail address').fill(email);
  await again.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.page.getByLabel('Code of your authenticator app').fill(recovery);
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.page.getByText('9 recovery codes are left.', { exact: false }).waitFor();
  await looksRight(again.page, 'security-390-dark');
  expect([...faults, ...again.faults]).toEqual([]);
  await again.context.close();
  await context.close();
});

test('a password is changed', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'viewer', '/settings/security');
  await page.getByLabel('Password now').fill(password);
  await page.getByRole('textbox', { name: 'New password' }).fill('tangerine bicycle moss');
  await press(page, 'Change the password');
  await page.getByText('The password is changed').waitFor();
  await context.clearCookies();
  await page.goto('/dashboard/sign-in');
  await signInByForm(page, email, 'tangerine bicycle moss');
  expect(faults).toEqual([]);
  await context.close();
});

test.each([[1440, 'light'], [390, 'dark']] as const)('the audit log is searched, in the address, and saved as CSV, at %i pixels', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'compliance', '/settings/audit');
  await page.getByLabel('What', { exact: true }).fill('member.signed_in');
  await press(page, 'Search');
  await page.waitForURL(/action=member\.signed_in/);
  await page.getByRole('table', { name: 'Audit entries' }).getByText('Member signed in').first().waitFor();
  await looksRight(page, `audit-search-${width}-${scheme}`);
  const saved = page.waitForEvent('download');
  await press(page, 'CSV');
  expect((await saved).suggestedFilename()).toBe('audit-live.csv');
  await page.getByLabel('Of what').fill('nothing of the kind');
  await press(page, 'Search');
  await page.getByText('Nothing was found').waitFor();
  await page.goBack();
  await page.getByRole('table', { name: 'Audit entries' }).getByText('Member signed in').first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test.each(['credentials', 'members', 'security', 'audit'] as const)('where the service fails, settings/%s says so and asks again', async (name) => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', null);
  const call = { credentials: 'credentials', members: 'members', security: 'sessions', audit: 'audit' }[name];
  await openFailing(page, `/settings/${name}`, new RegExp(`/dashboard/api/v1/${call}(\\?|$)`));
  await looksRight(page, `${name}-away`);
  await page.unrouteAll();
  await press(page, 'Try again');
  await page.getByRole('table').first().waitFor();
  await context.close();
});
