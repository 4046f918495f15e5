/** Bulk transfers in a real browser: a file looked at before it is sent, names and mismatches, the OTP, progress to the end, and cancelling. */
import { Buffer } from 'node:buffer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, counted, looksRight, openFailing, openPages, openWindow, overflows, shoot, signInAs, soon, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { codeFor, confirm, ready, salary } from '#tests/journeys/bulk.ts';
import { batchUntil, openCollection, rightOtp } from '#tests/journeys/payer.ts';

let app: TestApp;
let browser: Browser;
let account: string;
beforeAll(async () => {
  [app, browser] = await openPages({ worker: true });
  account = await openCollection(app, 200_000);
});
afterAll(() => closePages(app, browser));

const head = 'beneficiaryAccountNumber,beneficiaryBankCode,beneficiaryAccountName,amount,narration,reference';
const choose = (page: Page, lines: readonly string[]): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name: 'payments.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\r\n')) });

test('a file is looked at first: faults and doubles by line, the total, and nothing is sent with a fault; then names, the OTP, and every payment arrives', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await page.clock.install();
  await signInAs(page, app, 'operations', '/test/bulk');
  await page.getByText('No bulk transfers yet').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'New bulk transfer' }).first().click();
  await page.getByText('Choose a file').waitFor();
  await looksRight(page, 'bulk-new-1440');
  await page.getByRole('textbox', { name: 'Account', exact: true }).fill(account);
  await page.getByLabel('Your reference').fill('PAYROLL-2026-11');
  await choose(page, ['0123456789,058,,1000.50,"Salary, November",EMP-1', '012345678,058,,12.345,Salary,EMP-2', '0123456789,058,,1000.5,Salary,EMP-3']);
  const rows = page.getByRole('table', { name: 'Payments of the file' });
  await rows.getByText('Account number needs 10 digits. Amount must be naira above 0, at most 2 decimals').waitFor();
  await rows.getByText('Same as line 2').waitFor();
  await page.getByText('3 payments, ₦2,001.00').waitFor();
  expect(await page.getByRole('button', { name: 'Ask for the names' }).isDisabled()).toBe(true);
  await shoot(page, 'bulk-preview-1440');
  expect(await violations(page)).toEqual([]);
  await choose(page, ['0123456789,058,,1000.50,Salary,EMP-1', '0123456788,058,SOMEBODY ELSE,2500,Salary,EMP-2']);
  await page.getByText('2 payments, ₦3,500.50').waitFor();
  await page.getByRole('button', { name: 'Ask for the names' }).click();
  await page.getByRole('heading', { name: 'PAYROLL-2026-11' }).waitFor();
  await soon(page, page.getByRole('button', { name: 'Send the OTP' }).waitFor());
  await page.getByText('1 was refused and will not be paid').waitFor();
  await soon(page, page.getByRole('table', { name: 'Payments' }).getByText('Name mismatch').waitFor());
  await shoot(page, 'bulk-ready-1440');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send the OTP' }).click();
  await page.getByRole('textbox', { name: 'OTP', exact: true }).fill('000001');
  await page.getByRole('button', { name: 'Confirm and pay' }).click();
  await page.getByRole('alert', { name: 'The OTP is wrong.' }).waitFor();
  await page.getByRole('textbox', { name: 'OTP', exact: true }).fill(rightOtp);
  await page.getByRole('button', { name: 'Confirm and pay' }).click();
  await soon(page, page.getByRole('table', { name: 'Payments' }).getByText('Arrived').waitFor());
  await soon(page, page.getByText('Completed', { exact: true }).waitFor());
  const batchId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await batchUntil(app, batchId, 'completed')).toMatchObject({ count: 2, payments: 1, total: 1000.5 });
  expect(faults).toEqual([]);
  await context.close();
});

test('what the service refuses is told by line, and marked in the table until another file is chosen', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'operations', '/test/bulk/new');
  await page.getByRole('textbox', { name: 'Account', exact: true }).fill(account);
  await choose(page, ['0123456789,058,,10,Salary,EMP-1', '', '0123456789,998,,20,Salary,EMP-2', '0123456789,999,,30,Salary,EMP-3']);
  const rows = page.getByRole('table', { name: 'Payments of the file' });
  await counted(rows.getByText('Looks right'), 3);
  await page.getByRole('button', { name: 'Ask for the names' }).click();
  const note = page.getByRole('alert', { name: '2 lines are refused' });
  await note.getByText('Line 4: No bank has this code.').waitFor();
  await note.getByText('Line 5: No bank has this code.').waitFor();
  await counted(rows.getByText('Looks right'), 1);
  await rows.getByRole('row').filter({ has: page.getByRole('cell', { name: '998', exact: true }) }).getByText('No bank has this code.').waitFor();
  await looksRight(page, 'bulk-refused-1440');
  await choose(page, ['0123456789,058,,10,Salary,EMP-1', '0123456789,999,,30,Salary,EMP-3']);
  await counted(rows.getByText('Looks right'), 2);
  await counted(note, 0);
  await page.getByRole('button', { name: 'Ask for the names' }).click();
  await page.getByRole('alert', { name: 'Line 3: No bank has this code.' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('payments read before the whole was over, and told after it, are read again', async () => {
  const { page, context } = await openWindow(browser, app);
  await page.clock.install();
  const batchId = await ready(app, account, [salary()]);
  await signInAs(page, app, 'viewer', `/test/bulk/${batchId}`);
  const payments = page.getByRole('table', { name: 'Payments' });
  await payments.getByText('Accepted').waitFor();
  const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**/transfer/bulk/${batchId}/items*`, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await over.promise;
    await route.fulfill({ response });
  }, { times: 1 });
  await soon(page, asked.promise);
  await confirm(app, batchId, await codeFor(app, batchId));
  await batchUntil(app, batchId, 'completed');
  await soon(page, page.getByText('Completed', { exact: true }).waitFor());
  over.resolve();
  await soon(page, payments.getByText('Arrived').waitFor());
  await context.close();
});

test.each([[390, 'dark'], [390, 'light'], [1440, 'dark']] as const)('the list and one that is ready at %i pixels, %s; cancelling it says what that means', async (width, scheme) => {
  const batchId = await ready(app, account, [salary(), salary({ amount: 20 })], { reference: `RENT-${width}-${scheme}` });
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/test/bulk');
  await page.getByRole('link', { name: `RENT-${width}-${scheme}` }).waitFor();
  await looksRight(page, `bulk-${width}-${scheme}`);
  await page.getByRole('link', { name: `RENT-${width}-${scheme}` }).click();
  await page.getByRole('button', { name: 'Send the OTP' }).waitFor();
  await looksRight(page, `bulk-one-${width}-${scheme}`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cancel this bulk transfer?' }).getByRole('button', { name: 'Cancel the bulk transfer' }).click();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  await batchUntil(app, batchId, 'cancelled');
  expect(faults).toEqual([]);
  await context.close();
});

test('a file that cannot be read says why; a viewer sees and sends nothing; trouble is told', async () => {
  const { page, context } = await openWindow(browser, app, { width: 390 });
  await signInAs(page, app, 'owner', '/test/bulk/new');
  await page.locator('input[type=file]').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('name;money\nAda;5\n') });
  await page.getByText('Missing: beneficiaryAccountNumber, beneficiaryBankCode, amount.').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await openFailing(page, '/test/bulk', '**/environments/test/transfer/bulk?*');
  await context.close();
  const other = await openWindow(browser, app);
  await signInAs(other.page, app, 'viewer', '/test/bulk');
  await other.page.getByRole('heading', { name: 'Bulk transfers', level: 1 }).waitFor();
  expect(await other.page.getByRole('link', { name: 'New bulk transfer' }).count()).toBe(0);
  await other.context.close();
});

test('a start in Lagos time is shown as the exact moment, and kept; one too near is refused', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'operations', '/test/bulk/new');
  await page.getByRole('textbox', { name: 'Account', exact: true }).fill(account);
  await choose(page, ['0123456789,058,,10,Salary,EMP-1']);
  await page.getByLabel('Start').fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Ask for the names' }).click();
  await page.getByText('scheduledFor must lie at least 1 minute').waitFor();
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Start').fill(`${day}T09:00`);
  await page.getByText(`in Lagos · ${day}T08:00:00.000Z`).waitFor();
  await looksRight(page, 'bulk-scheduled-1440');
  await page.getByRole('button', { name: 'Ask for the names' }).click();
  await page.getByRole('heading', { name: 'The whole' }).waitFor();
  await page.locator(`time[datetime="${day}T08:00:00.000Z"]`).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
