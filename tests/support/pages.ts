/** The dashboard in a real browser, on a program of the test's own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { browserBinary } from './browser-binary.ts';
import { addMember, password } from './dashboard.ts';
import { paced, slowMo } from './paces.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How long a page may take to show what it is asked for. A busy machine is slow, and waiting costs nothing where nothing is wrong. */
const waitMs = 60_000;
// A wait that is over says what did not come; the end of a test says nothing, so it comes later.
vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 4 * waitMs });

/** Built if their sources have changed; the same program that `npm start` runs. */
export function builtDashboard(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'build-dashboard.ts')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The dashboard could not be built: ${stderr}`);
}

export async function openChromium(): Promise<Browser> {
  builtDashboard();
  const { executablePath, env } = browserBinary();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], slowMo, env: { ...process.env, ...env } as Record<string, string> });
}

/** A program that knows its own address before it listens: a browser says where a call comes from, and that must be there. */
export async function startPagesApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  return startTestApp({ worker: false, ...options, env: { PORT: String(await freePort()), ...options.env } });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** How a page is looked at: every width and scheme with LOOKS=all; else the one that the journeys, which are made at 1440 pixels in light, do not see. */
export const looks: readonly (readonly [number, 'light' | 'dark'])[] = process.env.LOOKS === 'all'
  ? [[1440, 'light'], [1440, 'dark'], [390, 'light'], [390, 'dark']]
  : [[390, 'dark']];

/** A program and a browser, at once. */
export function openPages(options: Parameters<typeof startPagesApp>[0] = {}): Promise<[TestApp, Browser]> {
  return Promise.all([startPagesApp(options), openChromium()]);
}

export async function closePages(app: TestApp, browser: Browser): Promise<void> {
  await browser.close();
  await app.close();
}

export type Look = { width?: number; scheme?: 'light' | 'dark' };

/** A window of its own: nothing is shared with another. What a page throws or is refused by its policy ends the test that closes it. */
export async function openWindow(browser: Browser, app: TestApp, { width = 1440, scheme = 'light' }: Look = {}): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const context = await browser.newContext({ baseURL: app.app.ctx.config.publicUrl, viewport: { width, height: 900 }, colorScheme: scheme, locale: 'en-GB', timezoneId: 'Africa/Lagos', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await paced(context, page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A refusal that the page shows is logged by the browser too.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text());
  });
  page.setDefaultTimeout(waitMs);
  return { context, page, faults };
}

/** Signs a new member of the app's organization in, and opens a page of the dashboard; null: none yet. */
export async function signInAs(page: Page, app: TestApp, role: Parameters<typeof addMember>[2], to: string | null = '/'): Promise<string> {
  const email = await addMember(app, app, role);
  await signInWith(page, app, email, to);
  return email;
}

/** Without the form, which has tests of its own: the session is the same. */
export async function signInWith(page: Page, app: TestApp, email: string, to: string | null = '/'): Promise<void> {
  const { dashboard, ctx } = app.app;
  const answer = await page.context().request.post(`${dashboard.prefix}/session`, { headers: { origin: ctx.config.publicUrl }, data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  if (to === null) return;
  await page.goto(addressOf(to));
  await inside(page);
}

/** As people do it, from the page that asks for it. */
export async function signInByForm(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await inside(page);
}

/** `/test/transfers` is a page of the dashboard, as it calls its pages itself; its whole address does as well. */
const addressOf = (to: string): string => (to.startsWith('/dashboard/') ? to : `/dashboard${to}`);

async function inside(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).or(page.getByRole('button', { name: 'Navigation' })).first().waitFor();
}

/**
 * Opens a page of the dashboard while one of its calls is cut off, or is answered by a status above 500, until the page says so. It asks twice more
 * before that, and the seconds between are passed over.
 */
export async function openFailing(page: Page, to: string, call: string | RegExp, status?: number): Promise<void> {
  await page.route(call, (route) => (status === undefined ? route.abort() : route.fulfill({ status, body: '' })));
  await page.clock.install();
  await page.goto(addressOf(to));
  await soon(page, page.getByText(status === undefined ? 'The service could not be reached.' : `The service answered ${status}.`).first().waitFor());
}

/** Lets the seconds between two looks of a page pass ten times as fast, until what is awaited has come. The page's clock must be installed before it is opened. */
export async function soon<Come>(page: Page, coming: Promise<Come>): Promise<Come> {
  let over = false;
  const come = coming.finally(() => { over = true; });
  const settled = come.catch(() => undefined);
  while (!over) {
    await page.clock.fastForward(500);
    await Promise.race([settled, page.waitForTimeout(50)]);
  }
  return come;
}

/** Nothing is being loaded any more: a table of skeletons is no table. */
async function loaded(page: Page): Promise<void> {
  // Not by a function in the page: its policy lets nobody evaluate a text.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Nothing against WCAG 2.2 AA: rule and element of each violation, as text. */
export async function violations(page: Page): Promise<string[]> {
  return atRest(page, async () => {
    // In the page itself and without what is right: a quarter of the time. Other origins' frames would be left out; there are none.
    const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
    return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`));
  }, (found) => found.length === 0);
}

/** Does the page as a whole scroll sideways? Tables may, by themselves. */
export async function overflows(page: Page): Promise<boolean> {
  return atRest(page, () => page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth'), (found) => !found);
}

/** What is wrong is wrong a second later, too; what is only half drawn on a busy machine is not. */
async function atRest<Found>(page: Page, look: () => Promise<Found>, isRight: (found: Found) => boolean): Promise<Found> {
  for (let time = 1; ; time += 1) {
    await loaded(page);
    const found = await look();
    if (isRight(found) || time === 3) return found;
    await page.waitForTimeout(500);
  }
}

/** Waits until there are as many of them. */
export async function counted(elements: Locator, wanted: number): Promise<void> {
  await expect.poll(() => elements.count()).toBe(wanted);
}

/** A picture for a person to look at, in SHOTS_DIR; none is taken without it. */
export async function shoot(page: Page, name: string): Promise<void> {
  await loaded(page);
  const directory = process.env.SHOTS_DIR ?? '';
  if (directory === '') return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: join(directory, `${name}.png`), fullPage: true });
}

/** What every look at a page asks: a picture for people, nothing against WCAG, and no scrolling sideways. */
export async function looksRight(page: Page, name: string): Promise<void> {
  await shoot(page, name);
  expect(await violations(page), name).toEqual([]);
  expect(await overflows(page), name).toBe(false);
}
