/** Pages on paper: the facts whole, black on white, without what is pressed, under a head that says of what, whose and when. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openPages, openWindow, overflows, signInAs } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openPayer, type Payer, pending, succeed, validate } from '#tests/journeys/payer.ts';

let app: TestApp;
let browser: Browser;
let payer: Payer;
let transactionId: string;
beforeAll(async () => {
  [app, browser] = await openPages({ worker: true });
  await succeed(app.call('POST', '/webhooks', { url: `http://127.0.0.1:9/hooks?${'long'.repeat(200)}`, events: ['payment.*'] }));
  payer = await openPayer(app, 200_000);
  const transfer = await pending(app, payer, { amount: 15_000, narration: 'Rent for December' });
  await succeed(validate(app, transfer));
  await app.settled(transfer.transactionId);
  transactionId = transfer.transactionId;
}, 200_000);
afterAll(() => closePages(app, browser));

/** What shines through on paper: an element with words of its own that is seen and not black, or stands on what is not white. */
const notBlackOnWhite = `[...document.querySelectorAll('body *')].filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') && each.checkVisibility() && each.closest('svg') === null)
  .filter((each) => { const { color, backgroundColor, fontSize } = getComputedStyle(each); return fontSize !== '0px' && (color !== 'rgb(0, 0, 0)' || !/^(rgba\\(0, 0, 0, 0\\)|rgb\\(255, 255, 255\\))$/.test(backgroundColor)); }).map((each) => each.outerHTML.slice(0, 120))`;
/** What is pressed, and stands there all the same. */
const pressable = `[...document.querySelectorAll('header, nav, button:not([role=tab]), input, select, [role=search]')].filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 120))`;

/** As A4 has it: 210 mm less the margins, at 96 to the inch. */
async function onPaper(page: Page, name: string): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await page.getByText('printed by').waitFor();
  await page.setViewportSize({ width: 703, height: 1_020 });
  expect(await page.evaluate<string[]>(notBlackOnWhite), name).toEqual([]);
  expect(await page.evaluate<string[]>(pressable), name).toEqual([]);
  expect(await overflows(page), name).toBe(false);
  const directory = process.env.SHOTS_DIR ?? '';
  if (directory !== '') {
    mkdirSync(directory, { recursive: true });
    await page.screenshot({ path: join(directory, `print-${name}.png`), fullPage: true });
  }
  const shown = await page.locator('main').innerText();
  // Whose end takes the head away again.
  const pdf = await page.pdf({ format: 'A4', ...(directory === '' ? {} : { path: join(directory, `print-${name}.pdf`) }) });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });
  return shown;
}

test.each(['light', 'dark'] as const)('a transfer, a statement and a profile, from a %s screen', async (scheme) => {
  const { page, context } = await openWindow(browser, app, { scheme });
  await signInAs(page, app, 'owner', `/test/transfers/${transactionId}`);
  await page.getByText('Do not pay again: it arrived').waitFor();
  const transfer = await onPaper(page, `transfer-${scheme}`);
  for (const fact of ['Test organization, sandbox · printed by', 'in Lagos', `/test/transfers/${transactionId}`, '₦15,000.00 to', transactionId, 'Rent for December', payer.accountNumber, 'What happened', 'Leaves the account', 'Hold booked']) expect(transfer).toContain(fact);
  // Columns that a narrow screen leaves out.
  expect(await page.getByRole('table', { name: 'Ledger entries' }).locator('th').filter({ visible: false }).count()).toBe(0);

  await page.goto(`/dashboard/test/accounts/${payer.accountNumber}`);
  await page.getByRole('table', { name: 'Entries' }).getByText('Rent for December').first().waitFor();
  const statement = await onPaper(page, `statement-${scheme}`);
  for (const fact of [payer.accountNumber, 'Opened with', 'closed with', 'Rent for December']) expect(statement.toLowerCase()).toContain(fact.toLowerCase());

  await page.goto(`/dashboard/test/customers/${payer.customerId}`);
  await page.getByText(/^Tier \d of 3$/).waitFor();
  const profile = await onPaper(page, `profile-${scheme}`);
  for (const fact of [payer.customerId, 'Profile', 'Tier']) expect(profile).toContain(fact);
  expect(profile).not.toContain('Beneficiaries');
  await context.close();
});

test('a very long word takes no room from the columns beside it', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', `/test/transfers/${transactionId}`);
  const row = page.getByRole('table', { name: 'Events' }).getByRole('row').filter({ hasText: 'longlong' }).first();
  await row.waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByText('printed by').waitFor();
  await page.setViewportSize({ width: 703, height: 1_020 });
  const widths = await Promise.all([0, 1, 3].map(async (column) => (await row.getByRole('cell').nth(column).boundingBox())?.width ?? 0));
  for (const width of widths) expect(width).toBeGreaterThan(70);
  // The kind of the event in one line.
  expect((await row.getByRole('cell').nth(1).locator('code').boundingBox())?.height).toBeLessThan(25);
  expect(await overflows(page)).toBe(false);
  await context.close();
});

test('the moment on the paper is that of printing, not that of opening the page', async () => {
  const { page, context } = await openWindow(browser, app);
  await page.clock.install({ time: new Date('2026-11-22T08:00:00Z') });
  await signInAs(page, app, 'owner', '/test/transfers');
  await page.getByRole('table', { name: 'Transfers' }).waitFor();
  await page.clock.setFixedTime(new Date('2026-11-22T09:30:00Z'));
  expect(await page.getByText('printed by').count()).toBe(0);
  // As the browser says it: what stands there when this returns is what is drawn.
  expect(await page.evaluate<string>('window.dispatchEvent(new Event("beforeprint")); document.querySelector(".only-print").textContent')).toContain('2026-11-22T09:30:00.000Z');
  await context.close();
});
