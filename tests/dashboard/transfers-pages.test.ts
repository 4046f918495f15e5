/** Transfers in a real browser: the list with its filters and its export, one transfer from enquiry to webhook while it moves, and what may be done with it. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looks, looksRight, openFailing, openPages, openWindow, overflows, shoot, signInAs, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { confirmed, openPayer, type Payer, pending, type Pending, statusUntil, succeed, validate, wrongOtp } from '#tests/journeys/payer.ts';

let app: TestApp;
let browser: Browser;
let payer: Payer;
let arrived: Pending;
let unknown: Pending;
beforeAll(async () => {
  [app, browser] = await openPages({ worker: true });
  await succeed(app.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['payment.*'] }));
  payer = await openPayer(app, 200_000);
  await confirmed(app, payer, { amount: 2500.5, headers: { 'x-scenario': 'transfer_rejected' } });
  unknown = await confirmed(app, payer, { amount: 1200, headers: { 'x-scenario': 'stays_pending' } });
  arrived = await pending(app, payer, { amount: 15_000, narration: 'Rent for December' });
  await validate(app, arrived, wrongOtp);
  await succeed(validate(app, arrived));
  await app.settled(arrived.transactionId);
  await statusUntil(app, unknown.transactionId, { stage: 'confirming' });
});
afterAll(async () => {
  await app.call('POST', `/sandbox/transfers/${unknown.transactionId}/settle`);
  await browser.close();
  await app.close();
});


test.each(looks)('the list and one transfer at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/test/transfers');
  await page.getByRole('table', { name: 'Transfers' }).getByText('Arrived').first().waitFor();
  await looksRight(page, `transfers-${width}-${scheme}`);
  for (const [name, { transactionId }] of [['arrived', arrived], ['unknown', unknown]] as const) {
    await page.goto(`/dashboard/test/transfers/${transactionId}`);
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await shoot(page, `transfer-${name}-${width}-${scheme}`);
    expect(await violations(page), name).toEqual([]);
    expect(await overflows(page), name).toBe(false);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('filters stand in the address, narrow the list, its totals and its export, and come back with the address', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'viewer', '/test/transfers');
  await page.getByLabel('Stage').selectOption('failed');
  await page.waitForURL(/stage=failed/);
  const totals = page.getByRole('group', { name: 'Totals of this page' });
  await totals.getByText('On this page 1 transfer').waitFor();
  expect(await totals.textContent()).toContain('₦2,500.50');
  await page.getByLabel('Source account').fill(payer.accountNumber);
  await page.getByLabel('Source account').press('Enter');
  await page.waitForURL(new RegExp(`account=(%22)?${payer.accountNumber}`));
  await page.reload();
  await totals.getByText('On this page 1 transfer').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export these as CSV' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect([lines.length, lines[0], lines[1]]).toEqual([2, expect.stringMatching(/^transactionId,kind,status,/), expect.stringContaining(',FAILED,failed,2500.5,')]);
  await page.getByLabel('Status').selectOption('SUCCESS');
  await page.getByText('No transfer fits').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByText('₦15,000.00').first().waitFor();
  await page.getByLabel('At least (₦)').fill('1,200');
  await page.getByLabel('At least (₦)').press('Enter');
  await page.waitForURL(/least=(%22)?1200/);
  await page.getByLabel('At most (₦)').fill('2500.505');
  await page.getByLabel('At most (₦)').press('Enter');
  await page.getByText('Naira, like 1500.50').waitFor();
  await page.getByLabel('At most (₦)').fill('₦2,500.50');
  await page.getByLabel('At most (₦)').press('Enter');
  await totals.getByText('On this page 2 transfers').waitFor();
  await page.reload();
  await totals.getByText('On this page 2 transfers').waitFor();
  expect(await page.getByLabel('At least (₦)').inputValue()).toBe('1200');
  await context.close();
});

test('a page that a list has not got is told as that, in every list, and leads to the first', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/test/transfers?page=9');
  const { accountNumber, customerId } = payer;
  for (const to of ['/test/customers?', '/test/accounts?', '/test/kyc?', '/settings/audit?in=test&', `/test/accounts/${accountNumber}?`, `/test/customers/${customerId}?tab=transfers&`, '/test/transfers?']) {
    await page.goto(`/dashboard${to}page=9`);
    await page.getByText('There is no such page').waitFor();
    expect(await page.getByText(/ to \d+ of \d+/).count(), to).toBe(0);
  }
  await looksRight(page, 'transfers-no-such-page');
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await page.getByRole('table', { name: 'Transfers' }).getByText('₦15,000.00').waitFor();
  await page.getByText(/^1 to \d+ of \d+$/).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('one transfer tells its way: the wrong try, the bank\'s answer with code and time, holds, entries, webhooks, and that it must not be paid again', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'viewer', '/test/transfers');
  await page.getByRole('table', { name: 'Transfers' }).getByRole('row').filter({ hasText: '₦15,000.00' }).getByRole('link').first().click();
  await page.getByText('Do not pay again: it arrived').waitFor();
  for (const text of ['Name enquiry', 'Initiated', '1 wrong try.', 'Right at try 2.', 'Money held', 'Sent to the bank']) await page.getByText(text).first().waitFor();
  const answer = page.getByRole('table', { name: 'Answers of the bank' }).getByRole('row').nth(1);
  expect(await answer.textContent()).toMatch(/The payment00Approved or completedIt arrived\d+ ms$/);
  expect(await page.getByRole('table', { name: 'Ledger entries' }).textContent()).toMatch(/Held.*Hold booked/);
  expect(await page.getByRole('table', { name: 'Events' }).textContent()).toContain('http://127.0.0.1:9/hooks');
  expect(await page.getByRole('button', { name: 'Cancel the transfer' }).count()).toBe(0);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Receipt' }).click()]);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.goto(`/dashboard/test/transfers/${unknown.transactionId}`);
  await page.getByText('Its result is not known, and it may still arrive.').waitFor();
  await context.close();
});

test('the page follows a transfer while it moves, without being asked', async () => {
  const { page, context } = await openWindow(browser, app);
  const transfer = await pending(app, payer, { amount: 300 });
  await signInAs(page, app, 'viewer', `/test/transfers/${transfer.transactionId}`);
  await page.getByText('Not yet: it still waits for its OTP').waitFor();
  await succeed(validate(app, transfer));
  await page.getByText('Do not pay again: it arrived').waitFor();
  await context.close();
});

test('who works at the counter sends a new OTP, and cancels after being told what that means', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const { transactionId } = await pending(app, payer, { amount: 450 });
  await signInAs(page, app, 'operations', `/test/transfers/${transactionId}`);
  await page.getByRole('button', { name: 'Send a new OTP' }).click();
  await page.getByText('New OTP made').waitFor();
  await page.getByRole('button', { name: 'Cancel the transfer' }).click();
  const asking = page.getByRole('dialog', { name: 'Cancel this transfer?' });
  await asking.getByText('will not be paid').waitFor();
  await shoot(page, 'transfer-cancel');
  expect(await violations(page)).toEqual([]);
  await asking.getByRole('button', { name: 'Cancel the transfer' }).click();
  await page.getByText('Safe to pay again').waitFor();
  expect(await statusUntil(app, transactionId, { stage: 'cancelled' })).toMatchObject({ status: 'FAILED' });
  expect(faults).toEqual([]);
  await context.close();
});

test('without transfers the list teaches the first one; when the service fails it says so and offers to try again', async () => {
  const { page, context } = await openWindow(browser, app, { width: 390 });
  await signInAs(page, app, 'owner', '/live/transfers');
  await page.getByText('No transfers yet').waitFor();
  await shoot(page, 'transfers-empty-390');
  expect(await violations(page)).toEqual([]);
  await openFailing(page, '/test/transfers', '**/environments/test/transfers?*');
  await page.unroute('**/environments/test/transfers?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('₦15,000.00').first().waitFor();
  await page.goto('/dashboard/test/transfers/txn_00000000000000000000000000000000');
  await page.getByRole('alert').waitFor();
  await shoot(page, 'transfer-unknown-390');
  expect(await violations(page)).toEqual([]);
  await context.close();
});
