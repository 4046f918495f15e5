/** The log of calls in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { closePages, looksRight, openFailing, openPages, openWindow, shoot, signInAs, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

test('a refused call is found, explained, and shown as a line for a shell', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', '/test/api-log');
  await page.getByText('No call yet').waitFor();
  expect(await violations(page)).toEqual([]);
  await app.call('POST', '/transfer/name-enquiry', { accountNumber: '0000000011', bankCode: '058' }, { requestid: 'enquiry-of-nobody' });
  await app.call('GET', '/transfer/banks');
  await app.app.apiLog.flush();
  await page.goto('/dashboard/test/api-log?outcome=refused');
  const [credential] = await app.db.read(app.tenantId, (tx) => tx.rows<{ name: string }>(sql`select name from credential where tenant_id = ${tx.tenantId} order by created_at limit 1`));
  const named = credential?.name ?? '';
  expect(named).not.toBe('');
  await page.getByRole('table', { name: 'Calls' }).getByText(named).first().waitFor();
  await page.getByRole('table', { name: 'Calls' }).getByRole('link', { name: 'enquireName' }).click();
  await page.getByText('No such account.').waitFor();
  await page.getByText(new RegExp(`^${named}\\s*crd_`)).waitFor();
  const line = await page.getByRole('region', { name: 'the call' }).innerText();
  expect(line).toContain('"$API/transfer/name-enquiry"');
  expect(line).toContain('"accountNumber": "0000000011"');
  expect(line).toContain('Bearer $TOKEN');
  await shoot(page, 'api-call');
  expect(await violations(page)).toEqual([]);
  await page.goto('/dashboard/test/api-log');
  await page.getByRole('textbox', { name: 'requestId' }).fill('nobody-sent-this');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No such call').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('a call whose body was too large to keep says so before its line for a shell', async () => {
  await app.call('POST', '/transfer/name-enquiry', { accountNumber: '0000000011', bankCode: '058', note: 'x'.repeat(200_000) }, { requestid: 'too-large-to-keep' });
  await app.app.apiLog.flush();
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', '/test/api-log?requestId=too-large-to-keep');
  await page.getByRole('table', { name: 'Calls' }).getByRole('link').first().click();
  const line = page.getByRole('region', { name: 'the call' });
  await line.waitFor();
  expect(await line.innerText()).toMatch(/^# The body was too large to keep, if there was one\.\ncurl -s -X POST "\$API\/transfer\/name-enquiry"/);
  expect(faults).toEqual([]);
  await context.close();
});

test.each([[1440, 'light'], [390, 'dark']] as const)('the log at %i pixels, %s', async (width, scheme) => {
  await app.call('POST', '/transfer/name-enquiry', { accountNumber: '0000000011', bankCode: '058' });
  await app.app.apiLog.flush();
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/test/api-log');
  await page.getByRole('table', { name: 'Calls' }).getByRole('link').first().waitFor();
  await looksRight(page, `api-log-${width}-${scheme}`);
  await page.getByRole('table', { name: 'Calls' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Call it again' }).waitFor();
  await looksRight(page, `api-call-${width}-${scheme}`);
  await openFailing(page, '/test/api-log', '**/environments/test/api-log**');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
