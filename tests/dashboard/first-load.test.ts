/** What a browser that was never here fetches before it shows a page, as it comes over the wire; and how long that takes on this machine, for people to read. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember, password } from '#tests/support/dashboard.ts';
import { closePages, openPages, openWindow } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

/** Gzip: the page, its scripts and its styles. */
const budgetBytes = 250_000;

type Fetched = { name: string; bytes: number };

// Run in the page, of whose names this program knows none.
const markUsable = `new MutationObserver((_, observer) => {
  if (document.querySelector('h1') === null) return;
  performance.mark('usable');
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })`;
const readFetched = `(() => {
  const until = performance.getEntriesByName('usable')[0].startTime;
  const parts = performance.getEntriesByType('resource').filter(({ name, responseEnd }) => /[.](js|css)$/.test(name) && responseEnd <= until);
  return { usableMs: Math.round(until), files: [...performance.getEntriesByType('navigation'), ...parts].map(({ name, encodedBodySize }) => ({ name: name.replace(/.*[/]/, ''), bytes: encodedBodySize })) };
})()`;

/** What had come when the page got its heading, because until then nobody could use it. What is fetched beside (charts, notices) keeps nobody waiting. */
async function opened(page: Page, path: string): Promise<{ files: Fetched[]; bytes: number }> {
  await page.addInitScript(markUsable);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const { files, usableMs } = await page.evaluate<{ files: Fetched[]; usableMs: number }>(readFetched);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  process.stdout.write(`${path}: ${bytes} bytes in ${files.length} files, usable after ${usableMs} ms\n`);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => file.bytes === 0)).toEqual([]);
  return { files, bytes };
}

test('the sign-in page comes in 250 kB', async () => {
  const { page, context } = await openWindow(browser, app);
  const { files, bytes } = await opened(page, '/dashboard/sign-in');
  expect(bytes, JSON.stringify(files)).toBeLessThanOrEqual(budgetBytes);
  await context.close();
});

test('so does the first page for somebody who is signed in, with nothing kept from before', async () => {
  const { page, context } = await openWindow(browser, app);
  const email = await addMember(app, app, 'owner');
  const { publicUrl } = app.app.ctx.config;
  const signedIn = await context.request.post(`${app.app.dashboard.prefix}/session`, { headers: { origin: publicUrl }, data: { email, password } });
  expect(signedIn.status()).toBe(200);
  const { files, bytes } = await opened(page, '/dashboard/test');
  expect(bytes, JSON.stringify(files)).toBeLessThanOrEqual(budgetBytes);
  await context.close();
});
