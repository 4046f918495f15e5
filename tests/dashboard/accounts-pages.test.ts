/** Accounts in a real browser: the list, one account with its balances, statement and files, what is held, and what may be done to it with a reason. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looks, looksRight, openFailing, openPages, openWindow, overflows, shoot, signInAs, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { balances, confirmed, fund, openCollection, openPayer, pass, type Payer, type Pending, statusUntil, succeed } from '#tests/journeys/payer.ts';

let app: TestApp;
let browser: Browser;
let payer: Payer;
let moving: Pending;
beforeAll(async () => {
  [app, browser] = await openPages({ worker: true });
  payer = await openPayer(app, 150_000);
  await openCollection(app, 25_000);
  const done = await confirmed(app, payer, { amount: 12_500, narration: 'Rent for December' });
  moving = await confirmed(app, payer, { amount: 1200, headers: { 'x-scenario': 'stays_pending' } });
  await app.settled(done.transactionId);
  await statusUntil(app, moving.transactionId, { stage: 'confirming' });
  await succeed(app.call('POST', `/account/${payer.accountNumber}/lien`, { amount: 2500, reason: 'Loan 4471, March' }));
});
afterAll(async () => {
  await app.call('POST', `/sandbox/transfers/${moving.transactionId}/settle`);
  await browser.close();
  await app.close();
});

test.each(looks)('the list and each part of an account at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/test/accounts');
  await page.getByRole('table', { name: 'Accounts' }).getByText(payer.accountNumber).waitFor();
  await looksRight(page, `accounts-${width}-${scheme}`);
  for (const [tab, shown] of [['statement', 'Rent for December'], ['held', 'Result not known yet'], ['restrictions', 'Lien placed'], ['limits', 'Own limits']] as const) {
    await page.goto(`/dashboard/test/accounts/${payer.accountNumber}${tab === 'statement' ? '' : `?tab=${tab}`}`);
    await page.getByText(shown).first().waitFor();
    await shoot(page, `account-${tab}-${width}-${scheme}`);
    expect(await violations(page), tab).toEqual([]);
    expect(await overflows(page), tab).toBe(false);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('a statement is read page by page, and comes whole as CSV and PDF for the days in the address', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'viewer', '/test/accounts');
  await page.getByLabel('Go to account').fill(payer.accountNumber);
  await page.getByLabel('Go to account').press('Enter');
  const entries = page.getByRole('table', { name: 'Entries' });
  await entries.getByText('Rent for December', { exact: true }).waitFor();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(await readFile(await csv.path(), 'utf8')).toContain('Rent for December');
  const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByLabel('To', { exact: true }).fill('2025-01-31');
  await page.getByLabel('From', { exact: true }).fill('2025-01-01');
  await page.getByText('Nothing was booked in these days').waitFor();
  await page.waitForURL(/from=2025-01-01/);
  await page.goto(`/dashboard/test/accounts/${payer.accountNumber}`);
  await entries.getByRole('link', { name: 'Rent for December', exact: true }).click();
  await page.getByText('Do not pay again: it arrived').waitFor();
  await context.close();
});

test('who may, restricts and lifts with a reason, places and releases a lien; each stands in the history under the member\'s name', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'operations', `/test/accounts/${payer.accountNumber}?tab=restrictions`);
  await page.getByRole('button', { name: 'Restrict', exact: true }).click();
  const restricting = page.getByRole('dialog', { name: 'What may this account do?' });
  await restricting.getByLabel('Reason').fill('Court order 12/2026');
  await shoot(page, 'account-restrict');
  expect(await violations(page)).toEqual([]);
  await restricting.getByRole('button', { name: 'Restrict the account' }).click();
  await page.getByText('Reason: Court order 12/2026').waitFor();
  expect((await app.call('GET', `/account/${payer.accountNumber}`)).data).toMatchObject({ restriction: 'no_debit' });
  await page.getByRole('button', { name: 'Change or lift' }).click();
  await restricting.getByLabel('Reason').fill('The order was lifted');
  await restricting.getByRole('button', { name: 'Lift the restriction' }).click();
  // The dialog that has it too is on its way out.
  await page.getByRole('tabpanel').getByText('Money may come in and go out.').waitFor();

  await page.getByRole('button', { name: 'Place a lien' }).click();
  const placing = page.getByRole('dialog', { name: 'Place a lien' });
  await placing.getByLabel('Amount in naira').fill('4,000');
  await placing.getByLabel('Reason').fill('Loan 9, April');
  await placing.getByRole('button', { name: 'Place the lien' }).click();
  const lien = page.getByRole('table', { name: 'Liens', exact: true }).getByRole('row').filter({ hasText: 'Loan 9, April' });
  await lien.getByRole('button', { name: 'Release' }).click();
  const releasing = page.getByRole('dialog', { name: 'Release the lien of ₦4,000.00?' });
  await releasing.getByLabel('Reason').fill('Loan 9 is paid');
  await releasing.getByRole('button', { name: 'Release the lien' }).click();
  const history = page.getByRole('table', { name: 'History of restrictions' });
  await history.getByText('Lien released: ₦4,000.00').waitFor();
  for (const text of ['Lien placed: ₦4,000.00', 'Not restricted', 'No debits', 'Loan 9 is paid']) await history.getByText(text).first().waitFor();
  expect(await history.getByRole('row').nth(1).textContent()).toMatch(/You$/);
  expect(await balances(app, payer.accountNumber)).toMatchObject({ held: expect.any(Number) });
  expect(faults).toEqual([]);
  await context.close();
});

test('own limits and the low balance are set, and shown with why', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', `/test/accounts/${payer.accountNumber}?tab=limits`);
  await page.getByRole('button', { name: 'Change' }).click();
  const limits = page.getByRole('dialog', { name: 'Own limits of this account' });
  await limits.getByLabel('One transfer, naira').fill('20,000');
  await limits.getByLabel('Reason').fill('Asked for by the customer');
  await limits.getByRole('button', { name: 'Set the limits' }).click();
  await page.getByText('₦20,000.00').waitFor();
  // The dialog that has it too is on its way out.
  await page.getByRole('definition').getByText('Asked for by the customer').waitFor();
  await page.getByRole('button', { name: 'Set a threshold' }).click();
  const threshold = page.getByRole('dialog', { name: 'Be told when the money runs low' });
  await threshold.getByLabel('Threshold in naira').fill('0');
  await threshold.getByRole('button', { name: 'Set the threshold' }).click();
  await threshold.getByRole('alert').waitFor();
  await threshold.getByLabel('Threshold in naira').fill('5000');
  await threshold.getByRole('button', { name: 'Set the threshold' }).click();
  await page.getByText('Alert below ₦5,000.00').waitFor();
  await context.close();
});

test('a statement ends with the day of the sandbox, not with that of the browser', async () => {
  await pass(app, 3 * 86_400);
  await fund(app, payer.accountNumber, 4321);
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'viewer', `/test/accounts/${payer.accountNumber}`);
  await page.getByRole('table', { name: 'Entries' }).getByText('₦4,321.00').first().waitFor();
  await page.getByText(/, closed with /).waitFor();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(await readFile(await csv.path(), 'utf8')).toContain('4321');
  const last = await page.getByLabel('To', { exact: true }).inputValue();
  expect(Date.parse(last)).toBeGreaterThan(Date.now() + 86_400_000);
  expect(csv.suggestedFilename()).toContain(`-${last}.csv`);
  await context.close();
});

test('a viewer sees it all and changes nothing; without accounts the list says how to get one; trouble is told', async () => {
  const { page, context } = await openWindow(browser, app, { width: 390 });
  await signInAs(page, app, 'viewer', `/test/accounts/${payer.accountNumber}?tab=restrictions`);
  await page.getByText('Loan 4471, March').first().waitFor();
  for (const name of ['Restrict', 'Place a lien', 'Release']) expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
  await page.goto('/dashboard/live/accounts');
  await page.getByText('No accounts yet').waitFor();
  await shoot(page, 'accounts-empty-390');
  expect(await violations(page)).toEqual([]);
  await page.goto('/dashboard/test/accounts/0000000000');
  await page.getByRole('alert').waitFor();
  await openFailing(page, '/test/accounts', '**/environments/test/accounts?*', 500);
  expect(await violations(page)).toEqual([]);
  await context.close();
});
