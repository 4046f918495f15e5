/** Codes of an authenticator app as people write and paste them, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { bytesOf, password } from '#tests/support/dashboard.ts';
import { closePages, openPages, openWindow, shoot, signInAs } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

/** As many apps show it: in two groups. */
const grouped = (secret: Uint8Array): string => totpCode(secret, totpStep(new Date())).replace(/^.{3}/, '$& ');

test('a code in two groups enrols, signs in and proves; one with a digit too few is told as such', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'viewer', '/settings/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const shown = await page.locator('code').filter({ hasText: /^[A-Z2-7]{4} / }).first().textContent();
  const secret = bytesOf((shown ?? '').replaceAll(' ', ''));
  await page.getByRole('textbox', { name: 'Code' }).fill(grouped(secret));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 recovery codes are left.', { exact: false }).waitFor();

  /** As if they came back another day: the last code is none of today's, and the last proof is over. */
  const later = () => app.db.across('directory', async (tx) => {
    await tx.execute(sql`update member set totp_last_step = 0 where email = ${email}`);
    await tx.execute(sql`update member_session set proved_at = now() - interval '6 minutes' where member_id = (select member_id from member where email = ${email})`);
  });
  await later();
  await context.clearCookies();
  await page.goto('/dashboard/sign-in?next=%2Fsettings%2Fsecurity');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code of your authenticator app').fill('123 45');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('code must have 6 digits').waitFor();
  await shoot(page, 'code-too-short');
  await page.getByLabel('Code of your authenticator app').fill(grouped(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('10 recovery codes are left.', { exact: false }).waitFor();

  await later();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const proof = page.getByRole('dialog', { name: 'Prove it is you' });
  await proof.getByLabel('Code of your authenticator app').fill(grouped(secret));
  await proof.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
